// must: who waits for several descriptors, or by an epoll, ends when asked to,
// and a condition of its own is no data race with who asks
// expect: holds
// not: stateful
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
static int one[2], two[2];
static void *polls(void *unused) {
  struct pollfd p[2] = {{one[0], POLLIN, 0}, {two[0], POLLIN, 0}};
  poll(p, 2, -1);
  return unused;
}
static void *selects(void *unused) {
  fd_set s;
  FD_ZERO(&s);
  FD_SET(one[0], &s);
  FD_SET(two[0], &s);
  select((one[0] > two[0] ? one[0] : two[0]) + 1, &s, NULL, NULL, NULL);
  return unused;
}
static void *epolls(void *unused) {
  int e = epoll_create1(0);
  struct epoll_event v = {.events = EPOLLIN};
  epoll_ctl(e, EPOLL_CTL_ADD, one[0], &v);
  epoll_wait(e, &v, 1, -1);
  return unused;
}
static void *waits(void *unused) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  return unused;
}
int main(void) {
  static void *(*const all[])(void *) = {polls, selects, epolls, waits};
  socketpair(AF_UNIX, SOCK_STREAM, 0, one);
  socketpair(AF_UNIX, SOCK_STREAM, 0, two);
  for (int i = 0; i < 4; i++) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, all[i], NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
  }
  return 0;
}
