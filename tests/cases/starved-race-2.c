// The twin of starved-race.c: locked, and woken for sure.
// options: --steps 200
// expect: holds
#include <pthread.h>
static int shared, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waits(void *u) {
  pthread_mutex_lock(&other);
  shared++;
  pthread_mutex_unlock(&other);
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
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  pthread_join(s, 0);
  return 0;
}
