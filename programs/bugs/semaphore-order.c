/* Bounded buffer with semaphores, taken in the wrong order: the producer holds
 * the buffer while it waits for room that only the consumer can make.
 *
 * Literature: Dijkstra 1965, section 4.3; Downey 2008, section 4.1.3
 * ("Deadlock #4").
 * Least preemptions: 0. */
#include <pthread.h>
#include <semaphore.h>

#include "busy.h"

static sem_t room, items, buffer;
static int count;

static void *consumer(void *unused) {
  other_work();
  for (int i = 0; i < 2 * TIMES; i++) {
    sem_wait(&items);
    sem_wait(&buffer);
    count--;
    sem_post(&buffer);
    sem_post(&room);
  }
  return unused;
}

static void produce(void) {
#ifdef FIXED
  sem_wait(&room);
  sem_wait(&buffer);
#else
  sem_wait(&buffer);
  sem_wait(&room);
#endif
  count++;
  sem_post(&buffer);
  sem_post(&items);
}

int main(void) {
  pthread_t a;
  sem_init(&room, 0, 1);
  sem_init(&items, 0, 0);
  sem_init(&buffer, 0, 1);
  pthread_create(&a, NULL, consumer, NULL);
  other_work();
  for (int i = 0; i < 2 * TIMES; i++)
    produce();
  pthread_join(a, NULL);
  return count;
}
