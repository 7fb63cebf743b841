// must: main tries for the lock, and gives it back, until the thread has it: it will
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t started = PTHREAD_MUTEX_INITIALIZER, start = PTHREAD_MUTEX_INITIALIZER;
static void *server(void *u) {
  pthread_mutex_lock(&started);
  pthread_mutex_lock(&start);
  pthread_mutex_unlock(&start);
  pthread_mutex_unlock(&started);
  return u;
}
int main(void) {
  pthread_t t;
  int got = 0;
  pthread_mutex_lock(&start);
  pthread_create(&t, 0, server, 0);
  while (got == 0) {
    got = pthread_mutex_trylock(&started);
    if (got == 0)
      pthread_mutex_unlock(&started);
  }
  assert(got == EBUSY);
  pthread_mutex_unlock(&start);
  pthread_join(t, 0);
  return 0;
}
