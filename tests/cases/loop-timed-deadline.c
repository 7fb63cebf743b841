// must: a deadline that is looked at between polls can pass, and need not
// expect: violated assertion
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static int one[2];
static void *work(void *unused) {
  write(one[1], "x", 1);
  return unused;
}
int main(void) {
  pthread_t t;
  struct timespec begin, now;
  pipe(one);
  struct pollfd p = {one[0], POLLIN, 0};
  clock_gettime(CLOCK_MONOTONIC, &begin);
  pthread_create(&t, NULL, work, NULL);
  while (!poll(&p, 1, 100)) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec <= begin.tv_sec + 5);
  }
  pthread_join(t, NULL);
  return 0;
}
