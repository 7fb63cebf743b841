// expect: violated deadlock
// The twin of join-after-tryjoin.c: main joins t2 only if tryjoin has not, so
// that being stuck is all that happens.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
static const struct timespec never = {.tv_sec = 4000000000};
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void *t1(void *u) {
  long busy = pthread_mutex_trylock(&m);
  pthread_mutex_lock(&m);
  return (void *)busy;
}
static void *t2(void *u) { return u; }
static void *t3(void *u) {
  return (void *)(long)pthread_mutex_timedlock(&m, &never);
}
int main(void) {
  pthread_t a, b, c;
  void *v;
  pthread_create(&a, NULL, t1, NULL);
  pthread_create(&b, NULL, t2, NULL);
  pthread_create(&c, NULL, t3, NULL);
  int busy = pthread_tryjoin_np(b, NULL);
  pthread_join(a, &v);
  if (busy)
    pthread_join(b, &v);
}
