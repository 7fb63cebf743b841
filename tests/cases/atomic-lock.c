// must: hold: a lock taken in a block orders what it protects; a block that sees
// what another left is after it
// expect: holds
#include <heddle/rt.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, ready, data;
static void *f(void *a) {
  data = 1;
  heddle_atomic_begin();
  if (pthread_mutex_trylock(&m) == 0) {
    x++;
    pthread_mutex_unlock(&m);
  }
  ready = 1;
  heddle_atomic_end();
  return a;
}
int main(void) {
  pthread_t t;
  int seen;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m);
  x = 5;
  pthread_mutex_unlock(&m);
  heddle_atomic_begin();
  seen = ready;
  heddle_atomic_end();
  if (seen && data != 1)
    heddle_fail("data");
  pthread_join(t, 0);
  return 0;
}
