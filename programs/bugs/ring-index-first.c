/* A ring for one producer and one consumer, where the index is moved before
 * the element is there: the consumer takes what was not written.
 *
 * Literature: Lamport 1977, 1983 (single producer, single consumer without
 * locks).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

enum { ROOM = 2 };
static _Atomic int ring[ROOM];
static _Atomic unsigned head, tail;

static void put(int value) {
  unsigned at = tail;
#ifdef FIXED
  ring[at % ROOM] = value;
  tail = at + 1;
#else
  tail = at + 1;
  ring[at % ROOM] = value;
#endif
}

static void *consumer(void *unused) {
  other_work();
  for (int i = 0; i < 2; i++)
    if (head != tail) {
      int value = ring[head % ROOM];
      assert(value == (int)head + 1);
      head++;
    }
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, consumer, NULL);
  other_work();
  put(1);
  put(2);
  pthread_join(a, NULL);
  return 0;
}
