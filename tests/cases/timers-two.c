// must: of two timers of one epoll either may be the one that is told, also the last in the list alone
// expect: violated assertion
#include <assert.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#ifndef ALLOWED
#define ALLOWED(late, early) (late)
#endif
static int timer(int list, int seconds) {
  struct itimerspec s = {.it_value = {seconds, 0}};
  int file = timerfd_create(CLOCK_MONOTONIC, 0);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = file};
  epoll_ctl(list, EPOLL_CTL_ADD, file, &e);
  timerfd_settime(file, 0, &s, 0);
  return file;
}
int main(void) {
  struct epoll_event found[2];
  int list = epoll_create1(0), late = 0, early = 0;
  int first = timer(list, 10);
  timer(list, 1);
  int n = epoll_wait(list, found, 2, -1);
  for (int i = 0; i < n; i++)
    *(found[i].data.fd == first ? &late : &early) = 1;
  assert(ALLOWED(late, early));
  return 0;
}
