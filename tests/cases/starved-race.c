// A loop that wakes for nothing goes round for ever, and another thread has its
// turn before the bound is reached all the same: what it does is looked at.
// options: --steps 200 --spurious
// expect: violated livelock race
#include <pthread.h>
static int shared, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waits(void *u) {
  shared++;
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return u;
}

static void *reads(void *u) {
  pthread_mutex_lock(&other);
  int seen = shared;
  pthread_mutex_unlock(&other);
  return seen < 0 ? NULL : u;
}

int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, waits, 0);
  pthread_create(&s, 0, reads, 0);
  pthread_join(t, 0);
  pthread_join(s, 0);
  return 0;
}
