// expect: violated race
// setjmp writes its buffer: two threads with one of them are a race.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf back;

static void *tries(void *arg) {
  if (!setjmp(back))
    return arg;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, tries, 0);
  tries(0);
  pthread_join(t, 0);
}
