// must: of two threads that wait for one list in another, one has what came
// only: optimal contextual reach random
// expect: violated deadlock
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int ends[2], in, out;
static void *get(void *unused) {
  struct epoll_event found;
  char c;
  epoll_wait(out, &found, 1, -1);
  epoll_wait(in, &found, 1, -1); /* the other may have read it */
  read(ends[0], &c, 1);
  return unused;
}
int main(void) {
  pthread_t a, b;
  struct epoll_event e = {.events = EPOLLIN};
  in = epoll_create1(0), out = epoll_create1(0);
  pipe(ends);
  epoll_ctl(in, EPOLL_CTL_ADD, ends[0], &e);
  epoll_ctl(out, EPOLL_CTL_ADD, in, &e);
  pthread_create(&a, NULL, get, NULL);
  pthread_create(&b, NULL, get, NULL);
  write(ends[1], "x", 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
