// must: no failure: a join that did not time out was over in time, and one
// that did was not
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static void *sleeps(void *x) {
  sleep(1);
  return x;
}
int main(void) {
  struct timespec until, now;
  pthread_t t;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 5;
  pthread_create(&t, NULL, sleeps, NULL);
  int error = pthread_timedjoin_np(t, NULL, &until);
  clock_gettime(CLOCK_REALTIME, &now);
  if (error == ETIMEDOUT) {
    assert(now.tv_sec >= until.tv_sec);
    pthread_join(t, NULL);
  } else {
    assert(!error && now.tv_sec <= until.tv_sec);
  }
}
