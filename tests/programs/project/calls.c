/* Every call of heddle/rt.h.  Under Heddle: 4 values of n, 3 choices of the
 * worker, and the atomic block of main before or after the worker's update of
 * what both touch. */
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void *worker(void *unused) {
  int k = heddle_choose(3);
  heddle_note("chose %d", k);
  x += k;
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a;
  (void)argv;
  int n = (int)heddle_input("n", 1, 4);
  long long wide = heddle_input("wide", -5, 1000000);
  pthread_create(&a, NULL, worker, NULL);
  heddle_atomic_begin();
  int before = x;
  x = before + 1;
  heddle_atomic_end();
  pthread_join(a, NULL);
  heddle_assume(n != 2);
  if (argc > 1 && (n == 2 || x == 3))
    heddle_fail("n %d, wide %lld, x %d", n, wide, x);
  printf("%d %d %lld %d\n", heddle_running(), n, wide, x);
  return 0;
}
