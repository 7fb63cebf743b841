// must: given back without being made consistent, nobody has it any more
// only: optimal dpor unfold contextual reach auto random
// expect: violated assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *dies(void *unused) {
  if (pthread_mutex_lock(&m) == 0)
    pthread_cond_signal(&c);
  return unused;
}
static void *waits(void *unused) {
  if (pthread_mutex_trylock(&m) == 0) {
    int error = pthread_cond_wait(&c, &m);
    assert(error == EOWNERDEAD);
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&u, NULL, waits, NULL);
  pthread_create(&t, NULL, dies, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(pthread_mutex_lock(&m) != ENOTRECOVERABLE);
  return 0;
}
