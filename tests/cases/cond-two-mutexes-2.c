// The same where the second comes once the first was sent for, if it is quick:
// it has only to be so quick that the signal is still to come.
// expect: violated misuse
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
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
    pthread_cond_wait(&c, &n);
  pthread_mutex_unlock(&n);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, one, NULL);
  pthread_mutex_lock(&m);
  first = 1;
  pthread_create(&u, NULL, other, NULL);
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n);
  second = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&n);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
