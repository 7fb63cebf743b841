// expect: holds
// Behind what it was given room for it writes nothing.
#include <execinfo.h>
#include <pthread.h>

static void *calls[4];

static void *other(void *arg) {
  calls[1] = arg;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  backtrace(calls, 1);
  pthread_join(t, 0);
}
