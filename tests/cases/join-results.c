// must: the assertion fails: what main learns from its joins is their results
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int x, y;
static void *b(void *u) { (void)u; x = 1; return (void *)(long)y; }
static void *a(void *u) { (void)u; y = 1; return (void *)(long)x; }
int main(void) {
  pthread_t ta, tb;
  void *v, *w;
  pthread_create(&ta, 0, a, 0);
  pthread_create(&tb, 0, b, 0);
  pthread_join(ta, &v);
  pthread_join(tb, &w);
  assert(!(v && w));
  return 0;
}
