// must: with --no-races: tested by every strategy, covered
// expect: holds
// options: --no-races
#include <heddle/rt.h>
#include <pthread.h>
static int c, x;
static void *f(void *a) {
  heddle_atomic_begin();
  c = (int)heddle_choose(2);
  x++;
  heddle_atomic_end();
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  x = 5;
  return 0;
}
