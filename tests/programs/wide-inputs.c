/* Inputs of wide ranges: what a solver finds is made simple, within range. */
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic long x, ready;
static void *other(void *u) { ready = 1; return u; }
int main(void) {
  pthread_t a;
  long v = heddle_input("v", 10, 100000);
  long w = heddle_input("w", -100000, 100000);
  pthread_create(&a, NULL, other, NULL);
  if (v * 3 > 5000 && w < -77)
    if (ready)
      assert(0);
  pthread_join(a, NULL);
  return 0;
}
