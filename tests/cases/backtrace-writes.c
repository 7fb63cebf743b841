// expect: violated race
// backtrace writes pointers to where the calls return.
#include <execinfo.h>
#include <pthread.h>

static void *calls[4];

static void *other(void *arg) {
  return calls[0] ? arg : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  backtrace(calls, 4);
  pthread_join(t, 0);
}
