// Two threads that wait for one condition at once, with different mutexes: that
// is undefined (pthread_cond_wait).  They do so in some schedules only.
// expect: violated misuse
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER,
                               PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static _Atomic int go;

static void *waits(void *with) {
  pthread_mutex_lock(with);
  while (!go)
    pthread_cond_wait(&c, with);
  pthread_mutex_unlock(with);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, waits, &m[0]);
  pthread_create(&u, NULL, waits, &m[1]);
  pthread_mutex_lock(&m[0]);
  pthread_mutex_lock(&m[1]);
  go = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m[1]);
  pthread_mutex_unlock(&m[0]);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
