/* Atomic operations on values that depend on an input. */
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int word;
static void *adder(void *unused) {
  word += 5;
  return unused;
}
int main(void) {
  pthread_t t;
  int x = (int)heddle_input("x", -100000, 100000), expected = 4711;
  atomic_store(&word, x);
  pthread_create(&t, NULL, adder, NULL);
  int won = atomic_compare_exchange_strong(&word, &expected, -1);
  pthread_join(t, NULL);
#ifdef FIXED
  assert(!won || x == 4711 || x == 4706);
#else
  assert(!won || x == 4711); /* or after the other */
#endif
  return 0;
}
