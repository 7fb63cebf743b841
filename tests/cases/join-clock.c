// must: no failure: who has joined a thread that slept for an hour finds an
// hour gone
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static void *sleeps(void *x) {
  sleep(3600);
  return x;
}
static void *joins(void *x) {
  pthread_t t;
  pthread_create(&t, NULL, sleeps, NULL);
  pthread_join(t, NULL);
  return x;
}
int main(void) {
  struct timespec then, now;
  pthread_t t;
  clock_gettime(CLOCK_MONOTONIC, &then);
  pthread_create(&t, NULL, joins, NULL);
  pthread_join(t, NULL);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec - then.tv_sec >= 3600);
}
