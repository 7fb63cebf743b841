// must: a list with nothing in it is never ready
// expect: violated deadlock
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int list, ends[2];
static void *drop(void *unused) {
  close(ends[0]); /* which takes it out of the list */
  write(ends[1], "x", 0);
  return unused;
}
int main(void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN};
  pipe(ends);
  list = epoll_create1(0);
  epoll_ctl(list, EPOLL_CTL_ADD, ends[0], &e);
  struct pollfd p = {list, POLLIN, 0};
  pthread_create(&t, NULL, drop, NULL);
  poll(&p, 1, -1);
  pthread_join(t, NULL);
  return 0;
}
