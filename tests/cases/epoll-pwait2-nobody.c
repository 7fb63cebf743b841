// expect: violated deadlock
// The sibling of epoll-pwait2.c: for ever, and nobody writes.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void *thread(void *unused) {
  (void)0; // nobody writes
  return unused;
}

int main(void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN, .data.u32 = 7}, found;
  struct timespec soon = {.tv_nsec = 1000}, wrong = {.tv_nsec = -1};
  int list = epoll_create1(0);
  assert(!pipe(ends) && !epoll_ctl(list, EPOLL_CTL_ADD, ends[0], &e));
  assert(epoll_pwait2(list, &found, 1, &wrong, NULL) == -1 && errno == EINVAL);
  pthread_create(&t, NULL, thread, NULL);
  int n = epoll_pwait2(list, &found, 1, &soon, NULL);
  assert(n == 0 || (n == 1 && found.data.u32 == 7));
  assert(epoll_pwait2(list, &found, 1, NULL, NULL) == 1);
  assert(found.events == EPOLLIN && found.data.u32 == 7);
  pthread_join(t, NULL);
  return 0;
}
