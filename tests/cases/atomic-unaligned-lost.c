// must: between two atomic accesses to such a struct another thread may come
// expect: violated assertion
#include <assert.h>
#include <pthread.h>

struct pair {
  int low, high;
};

static struct pair shared;

static void *adder(void *unused) {
  struct pair seen;
  __atomic_load(&shared, &seen, __ATOMIC_SEQ_CST);
  seen.low++;
  seen.high++;
  __atomic_store(&shared, &seen, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, adder, NULL);
  pthread_create(&b, NULL, adder, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared.low == 2);
  return 0;
}
