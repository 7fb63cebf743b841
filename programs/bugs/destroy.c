/* Main destroys a lock while the worker may still hold it. */
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static pthread_mutex_t lock;
static _Atomic int finished;

static void *worker(void *unused) {
  other_work();
  pthread_mutex_lock(&lock);
  finished = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_mutex_init(&lock, NULL);
  pthread_create(&a, NULL, worker, NULL);
  other_work();
#ifdef FIXED
  pthread_join(a, NULL);
  pthread_mutex_destroy(&lock);
#else
  if (finished)
    pthread_mutex_destroy(&lock);
  pthread_join(a, NULL);
#endif
  return 0;
}
