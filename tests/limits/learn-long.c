/* Runs that are long and have many reads: to learn from one of them takes an
 * unfolding with read arcs longer than all the time there is.
 * options: -s contextual
 * names: stopped: the (time|budget) */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 5, PLACES = 15, ROUNDS = 100000 };

static struct {
  pthread_rwlock_t lock;
  int value, writes;
} place[PLACES];

static void *work(void *argument) {
  unsigned self = (unsigned)(size_t)argument, next = self, seen = 0;
  for (unsigned i = 0; i < ROUNDS; i++) {
    unsigned at = i % PLACES;
    if (i == next) {
      pthread_rwlock_wrlock(&place[at].lock);
      place[at].value = (int)self;
      place[at].writes++;
      next += 7 + self + seen % 5;
    } else {
      pthread_rwlock_rdlock(&place[at].lock);
      seen += place[at].value != (int)self;
    }
    pthread_rwlock_unlock(&place[at].lock);
  }
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < PLACES; i++)
    pthread_rwlock_init(&place[i].lock, NULL);
  for (size_t i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  return 0;
}
