// The twin of cond-two-mutexes-timed.c: one mutex, or a condition that was made
// anew.
// expect: holds
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waits(void *with) {
  struct timespec until = {1, 0};
  pthread_mutex_lock(with);
  pthread_cond_timedwait(&c, with, &until);
  pthread_mutex_unlock(with);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waits, &m);
  waits(&m);
  pthread_join(t, NULL);
  pthread_cond_destroy(&c);
  pthread_cond_init(&c, NULL);
  waits(&n);
  return 0;
}
