// must: poll of two timers: either may be over alone
// expect: violated assertion
#include <assert.h>
#include <poll.h>
#include <sys/timerfd.h>
static int timer(int seconds) {
  struct itimerspec s = {.it_value = {seconds, 0}};
  int file = timerfd_create(CLOCK_MONOTONIC, 0);
  timerfd_settime(file, 0, &s, 0);
  return file;
}
int main(void) {
  struct pollfd p[2] = {{timer(10), POLLIN, 0}, {timer(1), POLLIN, 0}};
  poll(p, 2, -1);
  assert(p[0].revents);
  return 0;
}
