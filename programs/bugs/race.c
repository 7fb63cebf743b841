/* A result is published by a plain flag: nothing orders the two threads. */
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

#ifdef FIXED
static _Atomic int ready;
#else
static int ready;
#endif
static int result;

static void *worker(void *unused) {
  other_work();
  result = 42;
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  other_work();
  int answer = 0;
  if (ready)
    answer = result;
  pthread_join(a, NULL);
  return answer == 42 || answer == 0 ? 0 : 1;
}
