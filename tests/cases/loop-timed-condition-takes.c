// must: one that waits with a limit may take the signal of one that has none
// expect: violated deadlock
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;
static void *waits(void *unused) {
  pthread_mutex_lock(&m);
  while (!done)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}
static void *polls(void *unused) {
  static const struct timespec until = {4000000000, 0};
  pthread_mutex_lock(&m);
  while (!done)
    pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, polls, NULL);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
