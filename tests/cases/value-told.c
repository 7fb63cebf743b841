// must: a flag that two have set to the same value tells the time of the one that set it: what is waited
// for may have taken a second, or nothing
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static _Atomic int flag;

static void *late(void *unused) {
  sleep(1);
  flag = 1;
  return unused;
}
static void *early(void *unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  pthread_create(&b, NULL, early, NULL);
  pthread_create(&a, NULL, late, NULL);
  int seen = flag;
  clock_gettime(CLOCK_MONOTONIC, &to);
  assert(!seen || to.tv_sec == from.tv_sec);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
