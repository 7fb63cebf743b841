// must: a wait tells what was asked for when it read the list, or after a change
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
static int list, count;
static void *change(void *unused) {
  struct epoll_event e = {.events = EPOLLIN | EPOLLOUT, .data.u32 = 2};
  epoll_ctl(list, EPOLL_CTL_MOD, count, &e);
  return unused;
}
int main(void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN, .data.u32 = 1}, found;
  list = epoll_create1(0), count = eventfd(1, 0);
  epoll_ctl(list, EPOLL_CTL_ADD, count, &e);
  pthread_create(&t, NULL, change, NULL);
  assert(epoll_wait(list, &found, 1, 0) == 1);
  assert(found.data.u32 == 1 ? found.events == EPOLLIN
                             : found.events == (EPOLLIN | EPOLLOUT));
  pthread_join(t, NULL);
  return 0;
}
