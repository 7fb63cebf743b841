// must: which of several epolls is woken is left open, and named
// expect: incomplete epoll_ctl(EPOLLEXCLUSIVE)
#include <assert.h>
#include <sys/epoll.h>
#include <unistd.h>
int main(void) {
  int a = epoll_create1(0), b = epoll_create1(0), ends[2];
  struct epoll_event e = {.events = EPOLLIN | EPOLLEXCLUSIVE};
  assert(!pipe(ends) && !epoll_ctl(a, EPOLL_CTL_ADD, ends[0], &e));
  assert(!epoll_ctl(b, EPOLL_CTL_ADD, ends[0], &e));
  return 0;
}
