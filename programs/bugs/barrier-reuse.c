/* A barrier that cannot be used twice: the last to arrive sets the count back
 * to zero, for which the others wait; if it is back at the barrier before
 * they have looked, they see its next arrival and wait for ever.  The twin
 * numbers the rounds.
 *
 * Literature: Downey 2008, The Little Book of Semaphores, sections 3.6 and
 * 3.7 (reusable barriers); Hensgen, Finkel and Manber 1988.
 * Least preemptions: 0. */
#include <pthread.h>

#include "busy.h"

enum { PARTIES = 2, ROUNDS = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int count, generation;

static void barrier(void) {
  pthread_mutex_lock(&lock);
  int mine = generation;
  if (++count == PARTIES) {
    count = 0;
    generation = mine + 1;
    pthread_cond_broadcast(&all_here);
  } else {
#ifdef FIXED
    while (generation == mine)
#else
    while (count != 0)
#endif
      pthread_cond_wait(&all_here, &lock);
  }
  pthread_mutex_unlock(&lock);
}

static void *party(void *unused) {
  other_work();
  for (int i = 0; i < ROUNDS; i++)
    barrier();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, party, NULL);
  pthread_create(&b, NULL, party, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
