// expect: violated assertion
// only: optimal dpor unfold reach random
// The timer may go off before anything is written, however short that takes.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2];

static void *answer(void *unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  struct itimerspec late = {.it_value = {60, 0}};
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  assert(!pipe(ends));
  timerfd_settime(timer, 0, &late, NULL);
  pthread_create(&t, NULL, answer, NULL);
  struct pollfd p[] = {{timer, POLLIN, 0}, {ends[0], POLLIN, 0}};
  assert(poll(p, 2, -1) >= 1);
  assert(p[1].revents & POLLIN);
  pthread_join(t, NULL);
  return 0;
}
