/* Dining philosophers with private semaphores, each eats once (Lei and
 * Carver's DP). */
#include <pthread.h>
#include <semaphore.h>

enum { THINKING, HUNGRY, EATING };

static sem_t mutex, self[N];
static int state[N];

static void test(int i) {
  if (state[i] == HUNGRY && state[(i + N - 1) % N] != EATING &&
      state[(i + 1) % N] != EATING) {
    state[i] = EATING;
    sem_post(&self[i]);
  }
}

static void *philosopher(void *argument) {
  int i = (int)(long)argument;
  sem_wait(&mutex);
  state[i] = HUNGRY;
  test(i);
  sem_post(&mutex);
  sem_wait(&self[i]);
  sem_wait(&mutex);
  state[i] = THINKING;
  test((i + N - 1) % N);
  test((i + 1) % N);
  sem_post(&mutex);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  sem_init(&mutex, 0, 1);
  for (int i = 0; i < N; i++)
    sem_init(&self[i], 0, 0);
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  return 0;
}
