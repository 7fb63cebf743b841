// expect: violated deadlock
// What stands behind a recursive mutex that a wait keeps is none of it: there
// is no data race, but nobody signals.
#define _GNU_SOURCE
#include <pthread.h>
static struct {
  pthread_mutex_t m;
  int other[4];
} s = {.m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *waiter(void *u) {
  pthread_mutex_lock(&s.m);
  pthread_mutex_lock(&s.m);
  pthread_cond_wait(&c, &s.m);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  for (int i = 0; i < 4; i++)
    s.other[i] = i;
  pthread_join(t, NULL);
  return 0;
}
