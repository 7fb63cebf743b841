// The same of two rounds, and of an assertion.
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, z;
static pthread_barrier_t b;
static void *writes(void *unused) {
  z++;
  pthread_barrier_wait(&b);
  z++;
  pthread_barrier_wait(&b);
  x = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, NULL, 1);
  pthread_create(&t, NULL, writes, NULL);
  assert(!x);
  return 0;
}
