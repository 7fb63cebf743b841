/* Lamport's bakery without the flag that says "I am choosing my number": who
 * has read the other's number and not yet written its own is overlooked, and
 * both go in with the same number.
 *
 * Literature: Lamport 1974.
 * Least preemptions: 2. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic int choosing[2], number[2];
static _Atomic int inside;

static void take_turn(int me) {
  int other = 1 - me, theirs;
#ifdef FIXED
  choosing[me] = 1;
#endif
  int mine = number[other] + 1;
  number[me] = mine;
#ifdef FIXED
  choosing[me] = 0;
  while (choosing[other])
    ;
#else
  (void)choosing;
#endif
  while ((theirs = number[other]) &&
         (theirs < mine || (theirs == mine && other < me)))
    ;
  int before = inside++;
  assert(before == 0);
  inside--;
  number[me] = 0;
}

static void *left(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    take_turn(0);
  }
  return unused;
}

static void *right(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    take_turn(1);
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
