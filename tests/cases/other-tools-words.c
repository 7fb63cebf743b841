// must: no failure, every path covered: what other verifiers call an assumption, an input and an atomic block is known
// build: --heddle-forgiving --heddle-symbolic
// options: --symbolic --no-races
// only: optimal
// expect: holds
#include <assert.h>
#include <pthread.h>
static int n;
static void *add(void *unused) {
  int v = nondet_int();
  __CPROVER_assume(v >= 1 && v <= 3);
  __ESBMC_atomic_begin();
  n = n + v;
  __ESBMC_atomic_end();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  __CPROVER_assert(n >= 2 && n <= 6, "between two and six");
  return 0;
}
