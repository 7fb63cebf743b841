// must: a block that arrives at a barrier cannot go on unless it is the last; then the others go on after it, and see what was written before
// expect: violated deadlock
// never: different steps
// never: assertion
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
static pthread_barrier_t b;
static int v, w;
static void *plain(void *a) {
  w = 1;
  pthread_barrier_wait(&b);
  assert(v == 1);
  return a;
}
static void *block(void *a) {
  v = 1;
  heddle_atomic_begin();
  pthread_barrier_wait(&b);
  heddle_atomic_end();
  assert(w == 1);
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, plain, 0);
  pthread_create(&u, 0, block, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
