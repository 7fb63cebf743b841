// must: poll and epoll_wait with a limit in time that are made again and again are waiting
// expect: holds
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int one[2], two[2], three[2];
static void *work(void *unused) {
  write(one[1], "x", 1);
  write(two[1], "x", 1);
  write(three[1], "x", 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pipe(one);
  pipe(two);
  pipe(three);
  pthread_create(&t, NULL, work, NULL);
  struct pollfd p[2] = {{one[0], POLLIN, 0}, {one[0], POLLIN, 0}};
  while (poll(p, 2, 100) == 0)
    ;
  while (p->fd = two[0], poll(p, 1, 0) == 0)
    ;
  int e = epoll_create1(0);
  struct epoll_event v = {.events = EPOLLIN};
  epoll_ctl(e, EPOLL_CTL_ADD, three[0], &v);
  while (epoll_wait(e, &v, 1, 50) == 0)
    ;
  pthread_join(t, NULL);
  return 0;
}
