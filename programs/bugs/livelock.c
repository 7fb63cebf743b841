/* The worker waits for a start signal that main takes back too early. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int go;

static void *worker(void *unused) {
  while (!go)
    ;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  go = 1;
#ifndef FIXED
  go = 0;
#endif
  pthread_join(a, NULL);
  return 0;
}
