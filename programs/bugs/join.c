/* Two threads both clean up after a third one and may both join it. */
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static pthread_t worker_thread;
static _Atomic int joined;

static void *worker(void *unused) {
  other_work();
  return unused;
}

static void *clean_up(void *unused) {
  other_work();
#ifdef FIXED
  if (atomic_exchange(&joined, 1) == 0)
    pthread_join(worker_thread, NULL);
#else
  if (!joined) {
    pthread_join(worker_thread, NULL);
    joined = 1;
  }
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&worker_thread, NULL, worker, NULL);
  pthread_create(&a, NULL, clean_up, NULL);
  pthread_create(&b, NULL, clean_up, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
