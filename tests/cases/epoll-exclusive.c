// must: one epoll that two threads wait at: that it asks for itself alone makes no difference
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int list, ends[2];
static void *serve(void *u) {
  struct epoll_event found;
  char c;
  assert(epoll_wait(list, &found, 1, -1) == 1);
  assert(read(ends[0], &c, 1) == 1);
  return u;
}
int main(void) {
  pthread_t t[2];
  struct epoll_event e = {.events = EPOLLIN | EPOLLEXCLUSIVE};
  list = epoll_create1(0);
  assert(!pipe(ends) && !epoll_ctl(list, EPOLL_CTL_ADD, ends[0], &e));
  assert(epoll_ctl(list, EPOLL_CTL_MOD, ends[0], &e) == -1 && errno == EINVAL);
  e.events = EPOLLIN;
  assert(epoll_ctl(list, EPOLL_CTL_MOD, ends[0], &e) == -1 && errno == EINVAL);
  e.events = EPOLLOUT | EPOLLONESHOT | EPOLLEXCLUSIVE;
  assert(epoll_ctl(list, EPOLL_CTL_ADD, ends[1], &e) == -1 && errno == EINVAL);
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, serve, NULL);
  assert(write(ends[1], "ab", 2) == 2);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  return 0;
}
