// must: the assertion fails: the same by threads.h
// expect: violated assertion
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static _Atomic int x, y;
static int b(void *u) { (void)u; x = 1; return y; }
static int a(void *u) { (void)u; y = 1; return x; }
int main(void) {
  thrd_t ta, tb;
  int v, w;
  thrd_create(&ta, a, 0);
  thrd_create(&tb, b, 0);
  thrd_join(ta, &v);
  thrd_join(tb, &w);
  assert(!(v && w));
  return 0;
}
