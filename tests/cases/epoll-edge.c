// must: with EPOLLET what is not read is not told again
// expect: violated deadlock
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int ends[2];
static void *put(void *unused) {
  write(ends[1], "xy", 2);
  return unused;
}
int main(void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN | EPOLLET}, found;
  char c;
  int all = epoll_create1(0);
  pipe(ends);
  epoll_ctl(all, EPOLL_CTL_ADD, ends[0], &e);
  pthread_create(&t, NULL, put, NULL);
  for (int i = 0; i < 2; i++) { /* one byte of two, each time */
    epoll_wait(all, &found, 1, -1);
    read(ends[0], &c, 1);
  }
  pthread_join(t, NULL);
  return 0;
}
