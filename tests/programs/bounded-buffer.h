/* A bounded buffer with two slots, N producers and N consumers with one item
 * each (Lei and Carver's BB). */
#include <pthread.h>
#include <semaphore.h>

static sem_t deposit, withdraw, empty, full;
static int buffer[2], in, out;

static void *producer(void *argument) {
  sem_wait(&deposit);
  sem_wait(&empty);
  buffer[in] = 1;
  in = (in + 1) % 2;
  sem_post(&full);
  sem_post(&deposit);
  return argument;
}

static void *consumer(void *argument) {
  sem_wait(&withdraw);
  sem_wait(&full);
  buffer[out] = 0;
  out = (out + 1) % 2;
  sem_post(&empty);
  sem_post(&withdraw);
  return argument;
}

int main(void) {
  pthread_t t[2 * N];
  sem_init(&deposit, 0, 1);
  sem_init(&withdraw, 0, 1);
  sem_init(&empty, 0, 2);
  sem_init(&full, 0, 0);
  for (int i = 0; i < 2 * N; i++)
    pthread_create(&t[i], NULL, i < N ? producer : consumer, NULL);
  for (int i = 0; i < 2 * N; i++)
    pthread_join(t[i], NULL);
  return 0;
}
