// must: who is not to be cancelled now waits on, and ends at the next point after that
// only: optimal dpor unfold contextual reach auto random
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, passed;
static void *wait_for(void *unused) {
  int old;
  struct timespec soon = {0};
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  passed = 1;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  pthread_mutex_lock(&m);
  pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &m);
  pthread_cond_timedwait(&c, &m, &soon);
  passed = 2;
  pthread_cleanup_pop(1);
  return unused;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, wait_for, NULL);
  pthread_cancel(t);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, &result);
  assert(passed == 1 && result == PTHREAD_CANCELED);
  return 0;
}
