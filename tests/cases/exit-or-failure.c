// must: find both: the code is only left behind where the thread does not fail
// expect: violated assertion exit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int x, y;
static void *a(void *u) { x = 1; assert(y == 0); return u; }
static void *b(void *u) { y = 1; return u; }
int main(void) {
  pthread_t ta, tb;
  int r;
  pthread_create(&ta, NULL, a, NULL);
  pthread_create(&tb, NULL, b, NULL);
  r = x;
  pthread_join(ta, NULL);
  return r;
}
