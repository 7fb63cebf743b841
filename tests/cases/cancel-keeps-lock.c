// must: who is cancelled in a wait without a clean-up takes its mutex along
// only: optimal dpor contextual auto random
// expect: violated deadlock
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *wait_for(void *unused) {
  pthread_mutex_lock(&m);
  for (;;)
    pthread_cond_wait(&c, &m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait_for, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  pthread_mutex_lock(&m);
  return 0;
}
