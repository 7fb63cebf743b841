// must: a timer in a list in a list goes off, before or after what else comes
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>
static int ends[2], in, out, timer;
static void *put(void *unused) {
  write(ends[1], "x", 1);
  return unused;
}
static void want(int list, int file) {
  struct epoll_event e = {.events = EPOLLIN, .data.fd = file};
  epoll_ctl(list, EPOLL_CTL_ADD, file, &e);
}
int main(void) {
  pthread_t t;
  struct epoll_event found;
  struct itimerspec second = {.it_value = {1, 0}};
  in = epoll_create1(0), out = epoll_create1(0);
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  pipe(ends);
  want(in, timer), want(out, ends[0]), want(out, in);
  timerfd_settime(timer, 0, &second, NULL);
  pthread_create(&t, NULL, put, NULL);
  epoll_wait(out, &found, 1, -1);
  assert(found.data.fd == ends[0]);
  pthread_join(t, NULL);
  return 0;
}
