// must: with EPOLLONESHOT one of two threads is told, and reads alone
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int ends[2], all, told;
static void *wait(void *unused) {
  struct epoll_event found;
  char c;
  if (epoll_wait(all, &found, 1, 100) == 1) {
    told++; /* nobody else is */
    assert(read(ends[0], &c, 1) == 1);
  }
  return unused;
}
int main(void) {
  pthread_t t, u;
  struct epoll_event e = {.events = EPOLLIN | EPOLLONESHOT};
  all = epoll_create1(0);
  pipe(ends);
  epoll_ctl(all, EPOLL_CTL_ADD, ends[0], &e);
  write(ends[1], "x", 1);
  pthread_create(&t, NULL, wait, NULL);
  pthread_create(&u, NULL, wait, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(told == 1);
  return 0;
}
