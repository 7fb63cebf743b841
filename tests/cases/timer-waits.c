// expect: holds
// only: optimal dpor unfold reach stateful random
// Who waits for a timer comes after its time, by its own clock; who has slept
// so long finds it over; what was set is told.
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static long seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

static void *wait_once(void *unused) {
  uint64_t times = 0;
  struct itimerspec one = {.it_value = {5, 0}}, now;
  int t = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  long before = seconds();
  assert(!timerfd_settime(t, 0, &one, NULL));
  assert(!timerfd_gettime(t, &now) && now.it_value.tv_sec >= 4);
  assert(read(t, &times, sizeof times) == sizeof times && times == 1);
  assert(seconds() >= before + 5);
  assert(!timerfd_gettime(t, &now) && !now.it_value.tv_sec);
  close(t);
  return unused;
}

int main(void) {
  uint64_t times;
  pthread_t other;
  struct itimerspec each = {{1, 0}, {1, 0}}, old;
  struct pollfd p = {.events = POLLIN};
  pthread_create(&other, NULL, wait_once, NULL);
  p.fd = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK);
  assert(read(p.fd, &times, sizeof times) < 0 && errno == EAGAIN);
  assert(!timerfd_settime(p.fd, 0, &each, &old) && !old.it_value.tv_sec);
  sleep(3);
  assert(read(p.fd, &times, sizeof times) == sizeof times && times >= 3);
  assert(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
  assert(read(p.fd, &times, sizeof times) == sizeof times && times == 1);
  assert(write(p.fd, &times, sizeof times) < 0 && errno == EINVAL);
  pthread_join(other, NULL);
  return 0;
}
