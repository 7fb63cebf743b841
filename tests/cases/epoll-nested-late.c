// must: who polls a list is woken when something ready is put into it
// expect: holds
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <unistd.h>
static int count, list, empty;
static void *add(void *unused) {
  struct epoll_event e = {.events = EPOLLIN};
  epoll_ctl(list, EPOLL_CTL_ADD, count, &e);
  return unused;
}
int main(void) {
  pthread_t t;
  count = eventfd(1, 0), empty = eventfd(0, 0), list = epoll_create1(0);
  struct pollfd p[2] = {{list, POLLIN | POLLOUT, 0}, {empty, POLLIN, 0}};
  pthread_create(&t, NULL, add, NULL);
  assert(poll(p, 2, -1) == 1 && p[0].revents == POLLIN && !p[1].revents);
  fd_set s;
  FD_ZERO(&s);
  FD_SET(list, &s);
  assert(select(list + 1, &s, NULL, NULL, NULL) == 1 && FD_ISSET(list, &s));
  pthread_join(t, NULL);
  return 0;
}
