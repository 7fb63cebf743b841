// The twin of cond-two-mutexes-2.c: the second waits for another condition, and
// two wait for each with its own mutex.
// expect: holds
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_cond_t d = PTHREAD_COND_INITIALIZER;
static int first, second;

static void *one(void *unused) {
  pthread_mutex_lock(&m);
  while (!first)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *other(void *unused) {
  pthread_mutex_lock(&n);
  while (!second)
    pthread_cond_wait(&d, &n);
  pthread_mutex_unlock(&n);
  return unused;
}

int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, NULL, one, NULL);
  pthread_create(&v, NULL, one, NULL);
  pthread_mutex_lock(&m);
  first = 1;
  pthread_create(&u, NULL, other, NULL);
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n);
  second = 1;
  pthread_cond_broadcast(&d);
  pthread_mutex_unlock(&n);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  pthread_join(v, NULL);
  return 0;
}
