// expect: holds
// The twin of cond-init-race.c: it is made, destroyed and made again under the
// mutex, and nobody uses it without; once all its waiters are chosen it may be
// destroyed, also before they wake.
#include <pthread.h>
#include <time.h>
static const struct timespec never = {.tv_sec = 4000000000};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int waits, done;
static void *A(void *u) {
  pthread_mutex_lock(&m);
  if (!done) {
    pthread_cond_init(&c, NULL);
    waits = 1;
    pthread_cond_timedwait(&c, &m, &never);
    waits = 0;
  }
  pthread_mutex_unlock(&m);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, A, NULL);
  pthread_mutex_lock(&m);
  done = 1;
  if (waits) {
    pthread_cond_broadcast(&c);
    pthread_cond_destroy(&c);
  }
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
}
