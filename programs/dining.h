/* Dining philosophers: each of N takes the fork at his place, then the one
 * before it, and eats, MEALS times.  All can hold one fork each: a deadlock.
 */
#include <pthread.h>
#include <stdint.h>

#ifndef MEALS
#define MEALS 2
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *argument) {
  intptr_t me = (intptr_t)argument, other = (me + N - 1) % N;
  for (int meal = 0; meal < MEALS; meal++) {
    pthread_mutex_lock(&forks[me]);
    pthread_mutex_lock(&forks[other]);
    pthread_mutex_unlock(&forks[other]);
    pthread_mutex_unlock(&forks[me]);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int k = 0; k < N; k++)
    pthread_mutex_init(&forks[k], NULL);
  for (intptr_t k = 0; k < N; k++)
    pthread_create(&threads[k], NULL, philosopher, (void *)k);
  for (int k = 0; k < N; k++)
    pthread_join(threads[k], NULL);
  return 0;
}
