// must: who waits for a condition that a block broadcasts goes on after the block
// expect: holds
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, woken;
static void *waits(void *a) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  woken++;
  pthread_mutex_unlock(&m);
  return a;
}
static void *block(void *a) {
  pthread_mutex_lock(&m);
  heddle_atomic_begin();
  ready = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  heddle_atomic_end();
  return a;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, waits, 0);
  pthread_create(&u, 0, waits, 0);
  pthread_create(&v, 0, block, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  assert(woken == 2);
  return 0;
}
