// expect: holds
// only: optimal dpor unfold reach random
// Either comes first, or both at once; what was told is there.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int event;

static void *tell(void *unused) {
  eventfd_write(event, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  uint64_t n;
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), both = 0;
  int list = epoll_create1(0);
  event = eventfd(0, EFD_NONBLOCK);
  int files[] = {timer, event};
  for (int i = 0; i < 2; i++) {
    struct epoll_event e = {EPOLLIN, {.u32 = (uint32_t)i}};
    assert(!epoll_ctl(list, EPOLL_CTL_ADD, files[i], &e));
  }
  struct itimerspec once = {.it_value = {1, 0}};
  timerfd_settime(timer, 0, &once, NULL);
  pthread_create(&t, NULL, tell, NULL);
  while (both != 3) {
    struct epoll_event found[2];
    int count = epoll_wait(list, found, 2, -1);
    assert(count >= 1);
    for (int i = 0; i < count; i++) {
      both |= 1 << found[i].data.u32;
      assert(read(files[found[i].data.u32], &n, sizeof n) == sizeof n);
      assert(n == 1);
    }
  }
  pthread_join(t, NULL);
  return 0;
}
