/* A failure that depends on a switch and on three inputs, which two threads
 * take (tests/programs/inputs.c). */
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>

#include "inputs-case.h"

#ifndef CASE
#define CASE 0
#endif
#ifdef WIDE /* the test gives the values */
int __VERIFIER_nondet_int(void);
#define heddle_input(name, low, high) __VERIFIER_nondet_int()
#define heddle_choose(count) __VERIFIER_nondet_int()
#endif

static _Atomic long x, y, z, ready;

static void *other(void *unused) {
  y = heddle_input("y", Y_LOW, Y_HIGH);
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, other, NULL);
  x = heddle_input("x", X_LOW, X_HIGH);
  z = heddle_choose(Z_COUNT);
  if (ready)
    assert(!fails(CASE, x, y, z));
  pthread_join(a, NULL);
  return 0;
}
