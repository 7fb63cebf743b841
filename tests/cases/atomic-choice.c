// must: with --no-races: no failure: an input inside an atomic block lets nobody in
// expect: holds
// options: --no-races
#include <heddle/rt.h>
#include <pthread.h>
static int c, x;
static void *f(void *a) {
  heddle_atomic_begin();
  x = 1;
  c = (int)heddle_choose(2);
  x = 0;
  heddle_atomic_end();
  return a;
}
static void *g(void *a) { if (x) heddle_fail("inside"); return a; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, g, 0);


  return 0;
}
