/* Dining philosophers: each takes the fork at its left and waits for the one at
 * its right.  In the twin the last is left-handed.
 *
 * Literature: Dijkstra 1971 (hierarchical ordering of sequential processes);
 * Hoare 1978.
 * Least preemptions: 1. */
#include <pthread.h>
#include <semaphore.h>

#include "busy.h"

enum { SEATS = 3 };
static sem_t forks[SEATS];
static int seats[SEATS] = {0, 1, 2};

static void *philosopher(void *argument) {
  int left = *(int *)argument, right = (left + 1) % SEATS;
#ifdef FIXED
  if (left > right) {
    int swap = left;
    left = right;
    right = swap;
  }
#endif
  for (int i = 0; i < TIMES; i++) {
    other_work();
    sem_wait(&forks[left]);
    sem_wait(&forks[right]);
    sem_post(&forks[right]);
    sem_post(&forks[left]);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[SEATS];
  for (int i = 0; i < SEATS; i++)
    sem_init(&forks[i], 0, 1);
  for (int i = 0; i < SEATS; i++)
    pthread_create(&threads[i], NULL, philosopher, &seats[i]);
  for (int i = 0; i < SEATS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
