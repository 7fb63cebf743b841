// expect: violated deadlock
// only: optimal dpor unfold reach stateful random
// One that nobody sets, or that another thread has taken back, never goes off.
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void *take_back(void *unused) {
  struct itimerspec none = {.it_value = {0, 0}};
  timerfd_settime(timer, 0, &none, NULL);
  return unused;
}

int main(void) {
  uint64_t n;
  pthread_t t;
  struct itimerspec once = {.it_value = {1, 0}};
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  timerfd_settime(timer, 0, &once, NULL);
  pthread_create(&t, NULL, take_back, NULL);
  if (read(timer, &n, sizeof n) != sizeof n)
    return 1;
  pthread_join(t, NULL);
  return 0;
}
