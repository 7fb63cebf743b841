/* Mutual exclusion by flags, where each looks before it raises its own: both
 * look, both find the way free, both go in.  The twin raises first and looks
 * then; who finds the other's flag up gives up.
 *
 * Literature: Dijkstra 1968, section 2.1 (the attempts before Dekker's
 * solution); Ben-Ari 2006, section 3.6 (second attempt).
 * Least preemptions: 2. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic int wants[2];
static _Atomic int inside;

static void enter(int me) {
#ifdef FIXED
  wants[me] = 1;
  int free = !wants[1 - me];
#else
  int free = !wants[1 - me];
  wants[me] = free;
#endif
  if (free) {
    int before = inside++;
    assert(before == 0);
    inside--;
  }
  wants[me] = 0;
}

static void *left(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    enter(0);
  }
  return unused;
}

static void *right(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    enter(1);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
