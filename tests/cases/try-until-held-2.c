// must: the same, and the loop reads something else too
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t started = PTHREAD_MUTEX_INITIALIZER, start = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *s = &started;
static void *server(void *u) {
  pthread_mutex_lock(s);
  pthread_mutex_lock(&start);
  pthread_mutex_unlock(&start);
  pthread_mutex_unlock(s);
  return u;
}
int main(void) {
  pthread_t t;
  int got = 0;
  pthread_mutex_lock(&start);
  pthread_create(&t, 0, server, 0);
  while (got == 0) {
    got = pthread_mutex_trylock(s);
    if (got == 0)
      pthread_mutex_unlock(s);
  }
  assert(got == EBUSY);
  pthread_mutex_unlock(&start);
  pthread_join(t, 0);
  return 0;
}
