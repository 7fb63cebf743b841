/* Peterson's algorithm with its two writes swapped: the turn is given away
 * before the own wish is known, so that both find the way free.  (A
 * thread that does not get in at once gives up: the program stays finite.)
 *
 * Literature: Peterson 1981; the swapped version is an exercise in Ben-Ari
 * 2006, chapter 3, and Raynal 2013, chapter 2.
 * Least preemptions: 2. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic int wants[2], turn;
static _Atomic int inside;

static void enter(int me) {
  int other = 1 - me;
#ifdef FIXED
  wants[me] = 1;
  turn = other;
#else
  turn = other;
  wants[me] = 1;
#endif
  if (!wants[other] || turn == me) {
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
