// must: nobody changes what such a loop waits for
// expect: violated livelock
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;
static void *work(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  static const struct timespec until = {4000000000, 0};
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&m);
  while (!done)
    pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
