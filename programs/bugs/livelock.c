/* The worker waits for a start signal that main takes back too early. */
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic int go;

static void *worker(void *unused) {
  other_work();
  while (!go)
    ;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  other_work();
  go = 1;
#ifndef FIXED
  go = 0;
#endif
  pthread_join(a, NULL);
  return 0;
}
