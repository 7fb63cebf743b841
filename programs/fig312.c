/* Kähkönen 2015, figure 3.12: one thread reads what the other takes from an
 * input.  With `heddle test --symbolic --all -s unfold`: 7 events, 18
 * conditions, 3 runs; `-s contextual`: 6 and 10. */
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;

static void *reads(void *unused) {
  int a = x;
  assert(!(a > 0));
  return unused;
}

static void *writes(void *unused) {
  int b = x;
  if (b == 0)
    x = (int)heddle_input("x", -1000000, 1000000);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, reads, NULL);
  pthread_create(&two, NULL, writes, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
