/* A slot of a connection pool is not given back when the line is down: the next
 * to come waits for ever, though the line is up again.
 *
 * Literature: Dijkstra 1965 (semaphores); Tan et al. 2007 and Lu, Park, Seo
 * and Zhou 2008 (what is kept on error paths).
 * Least preemptions: 1. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "busy.h"

static sem_t slots;
static _Atomic int line_is_down;
static _Atomic int served;

static void *client(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    sem_wait(&slots);
    if (line_is_down) {
#ifdef FIXED
      sem_post(&slots);
#endif
      return unused;
    }
    served++;
    sem_post(&slots);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&slots, 0, 1);
  pthread_create(&a, NULL, client, NULL);
  pthread_create(&b, NULL, client, NULL);
  other_work();
  line_is_down = 1;
  line_is_down = 0;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
