/* Mutual exclusion by flags, where each raises its own and then waits for the
 * other's: both wait for ever.  In the twin one of them steps back (the
 * one-bit algorithm).
 *
 * Literature: Dijkstra 1968, section 2.1; Ben-Ari 2006, section 3.7 (third
 * attempt); Burns and Lynch 1980, Lamport 1986 (one-bit algorithm).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic int wants[2];
static _Atomic int inside;

static void critical(void) {
  int before = inside++;
  assert(before == 0);
  inside--;
}

static void *left(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    wants[0] = 1;
    while (wants[1])
      ;
    critical();
    wants[0] = 0;
  }
  return unused;
}

static void *right(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    wants[1] = 1;
#ifdef FIXED
    while (wants[0]) {
      wants[1] = 0;
      while (wants[0])
        ;
      wants[1] = 1;
    }
#else
    while (wants[0])
      ;
#endif
    critical();
    wants[1] = 0;
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
