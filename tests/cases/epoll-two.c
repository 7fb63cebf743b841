// must: epoll for ever on a pipe and an eventfd: both come, in either order
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int ends[2], count;
static void *put(void *unused) {
  write(ends[1], "x", 1);
  return unused;
}
static void *add(void *unused) {
  eventfd_write(count, 3);
  return unused;
}
int main(void) {
  pthread_t t, u;
  struct epoll_event e = {.events = EPOLLIN}, found[2];
  eventfd_t n;
  char c;
  int got = 0, all = epoll_create1(0);
  pipe(ends);
  count = eventfd(0, EFD_NONBLOCK);
  e.data.fd = ends[0];
  assert(!epoll_ctl(all, EPOLL_CTL_ADD, ends[0], &e));
  e.data.fd = count;
  assert(!epoll_ctl(all, EPOLL_CTL_ADD, count, &e));
  pthread_create(&t, NULL, put, NULL);
  pthread_create(&u, NULL, add, NULL);
  while (got < 2) {
    int k = epoll_wait(all, found, 2, -1);
    for (int i = 0; i < k; i++, got++) {
      assert(found[i].events == EPOLLIN);
      if (found[i].data.fd == count)
        assert(!eventfd_read(count, &n) && n == 3);
      else
        assert(read(ends[0], &c, 1) == 1);
    }
  }
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
