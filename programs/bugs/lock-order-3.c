/* Three threads take three locks in a circle, each only two of them: no two
 * threads disagree about the order of a pair.  In the twin a gate lock
 * lets one at a time take its pair.
 *
 * Literature: Coffman, Elphick and Shoshani 1971; Havelund 2000 (gate locks
 * in the GoodLock algorithm).
 * Least preemptions: 1. */
#include <pthread.h>

#include "busy.h"

enum { LOCKS = 3 };
static pthread_mutex_t locks[LOCKS] = {PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int names[LOCKS] = {0, 1, 2};

static void *worker(void *argument) {
  int mine = *(int *)argument;
  for (int i = 0; i < TIMES; i++) {
    other_work();
#ifdef FIXED
    pthread_mutex_lock(&gate);
#else
    (void)gate;
#endif
    pthread_mutex_lock(&locks[mine]);
    pthread_mutex_lock(&locks[(mine + 1) % LOCKS]);
    pthread_mutex_unlock(&locks[(mine + 1) % LOCKS]);
    pthread_mutex_unlock(&locks[mine]);
#ifdef FIXED
    pthread_mutex_unlock(&gate);
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t threads[LOCKS];
  for (int i = 0; i < LOCKS; i++)
    pthread_create(&threads[i], NULL, worker, &names[i]);
  for (int i = 0; i < LOCKS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
