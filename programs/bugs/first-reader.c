/* Readers and writers, where the first reader locks the room for all: the
 * second reader sees that it is not the first, and goes in before the first
 * has got the room.
 *
 * Literature: Courtois, Heymans and Parnas 1971 (the count of readers needs
 * its mutex).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "busy.h"

static sem_t room, counting;
static _Atomic int readers, writing;

static void *reader(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
#ifdef FIXED
    sem_wait(&counting);
#endif
    if (++readers == 1)
      sem_wait(&room);
#ifdef FIXED
    sem_post(&counting);
#endif
    assert(!writing);
#ifdef FIXED
    sem_wait(&counting);
#endif
    if (--readers == 0)
      sem_post(&room);
#ifdef FIXED
    sem_post(&counting);
#endif
  }
  return unused;
}

static void *writer(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    sem_wait(&room);
    writing = 1;
    writing = 0;
    sem_post(&room);
  }
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  sem_init(&room, 0, 1);
  sem_init(&counting, 0, 1);
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_create(&c, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
