// Who waits with a limit leaves by itself: whether another that waits with its
// own mutex came before that is not known.
// expect: incomplete mutexes
// expect: violated misuse
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
  waits(&n);
  pthread_join(t, NULL);
  return 0;
}
