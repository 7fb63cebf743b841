// Where threads get stuck only after more steps than a run may have, a search
// is cut off on its way there, and says so: it did not go another way.
// options: --steps 200
// expect: violated deadlock
// never: led to different steps
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static const struct timespec late = {.tv_sec = 4000000000};
static _Atomic int in, set;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waits(void *u) {
  long seen = set;
  in = 1;
  pthread_mutex_lock(&lock);
  while (set == 0)
    pthread_cond_timedwait(&changed, &lock, &late);
  pthread_mutex_unlock(&lock);
  (void)u;
  return (void *)(seen + in);
}

static void *sets(void *u) {
  set = 1;
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return u;
}

int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, sets, 0);
  pthread_create(&s, 0, waits, 0);
  atomic_fetch_add(&in, 1);
  pthread_join(t, 0);
  void *seen;
  pthread_join(s, &seen);
  return 1 + (int)(long)seen + in;
}
