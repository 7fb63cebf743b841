// expect: violated deadlock misuse
// Main joins t2 a second time once tryjoin has succeeded, if t1 ends; t1 may
// wait for ever for the mutex that t3 ends with.  The one run that sees tryjoin
// succeed may be stuck in the join of t1: no run has passed two joins in a row,
// and the second of them has to be looked at as well (stateful).
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
  pthread_tryjoin_np(b, NULL);
  pthread_join(a, &v);
  pthread_join(b, &v);
}
