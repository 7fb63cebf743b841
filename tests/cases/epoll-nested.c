// must: an epoll can be asked for by another, and told as long as it has something
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int ends[2], in, out;
static void *put(void *unused) {
  write(ends[1], "x", 1);
  return unused;
}
static void want(int list, int file) {
  struct epoll_event e = {.events = EPOLLIN, .data.fd = file};
  assert(!epoll_ctl(list, EPOLL_CTL_ADD, file, &e));
}
int main(void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN}, found;
  char c;
  in = epoll_create1(0), out = epoll_create1(0);
  pipe(ends);
  want(out, in);
  assert(epoll_ctl(in, EPOLL_CTL_ADD, out, &e) == -1 && errno == ELOOP);
  pthread_create(&t, NULL, put, NULL);
  want(in, ends[0]); /* after it is waited for, or before */
  assert(epoll_wait(out, &found, 1, -1) == 1 && found.data.fd == in);
  assert(epoll_wait(out, &found, 1, 0) == 1);
  assert(epoll_wait(in, &found, 1, 0) == 1 && found.data.fd == ends[0]);
  read(ends[0], &c, 1);
  assert(epoll_wait(out, &found, 1, 0) == 0);
  pthread_join(t, NULL);
  return 0;
}
