// expect: violated assertion
// only: optimal dpor unfold reach stateful random
// Who does not wait may come too early.
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void) {
  uint64_t times;
  struct itimerspec soon = {.it_value = {0, 1000000}};
  int t = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  timerfd_settime(t, 0, &soon, NULL);
  assert(read(t, &times, sizeof times) == sizeof times);
  return 0;
}
