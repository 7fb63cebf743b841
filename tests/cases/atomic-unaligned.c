// must: an atomic access to a struct that need not be aligned to its size is one step
// expect: holds
#include <assert.h>
#include <pthread.h>

struct pair {
  int low, high;
};

static struct pair shared;

static void *writer(void *unused) {
  struct pair one = {1, 1}, two = {2, 2}, none = {0, 0};
  if (!__atomic_compare_exchange(&shared, &none, &one, 0, __ATOMIC_SEQ_CST,
                                 __ATOMIC_SEQ_CST))
    __atomic_store(&shared, &two, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t a, b;
  struct pair seen, three = {3, 3};
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, writer, NULL);
  __atomic_load(&shared, &seen, __ATOMIC_SEQ_CST);
  assert(seen.low == seen.high);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  __atomic_exchange(&shared, &three, &seen, __ATOMIC_SEQ_CST);
  assert(seen.low == 2 && seen.high == 2 && shared.low == 3);
  return 0;
}
