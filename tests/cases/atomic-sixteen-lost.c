// expect: violated assertion
// Read and written as a whole, but not in one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned __int128 sum;

static void *adds(void *arg) {
  unsigned __int128 was = atomic_load(&sum);
  atomic_store(&sum, was + ((unsigned __int128)1 << 64));
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, adds, 0);
  pthread_create(&b, 0, adds, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == (unsigned __int128)2 << 64);
}
