// must: find the code only: who leaves in a block lets nobody in before
// expect: violated exit
// options: --no-races
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdlib.h>
static int x;
static void *f(void *a) {
  heddle_atomic_begin();
  x = 1;
  if (heddle_choose(2))
    exit(3);
  x = 0;
  heddle_atomic_end();
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  assert(x == 0);
  pthread_join(t, 0);
  return 0;
}
