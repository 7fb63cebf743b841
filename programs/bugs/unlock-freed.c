/* The last worker says under the lock that it is gone, and unlocks; who waits for
 * that frees the pool, lock included, before the unlock is done.  The twin
 * takes the lock once more before it frees.
 *
 * Literature: POSIX.1-2008, rationale of pthread_mutex_destroy; Bugzilla 13690
 * of glibc (2012); thread pools in the wild have it.
 * Least preemptions: 2. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

struct pool {
  pthread_mutex_t lock;
  _Atomic int alive;
};

static void *worker(void *argument) {
  other_work();
  struct pool *p = argument;
  pthread_mutex_lock(&p->lock);
  p->alive--;
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

int main(void) {
  pthread_t a;
  struct pool *p = calloc(1, sizeof *p);
  pthread_mutex_init(&p->lock, NULL);
  p->alive = 1;
  pthread_create(&a, NULL, worker, p);
  other_work();
  pthread_detach(a);
  while (p->alive)
    ;
#ifdef FIXED
  pthread_mutex_lock(&p->lock);
  pthread_mutex_unlock(&p->lock);
#endif
  free(p);
  return 0;
}
