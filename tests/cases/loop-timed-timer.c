// must: a timer is over some time, whoever polls it with a limit again and again
// expect: holds
#include <poll.h>
#include <pthread.h>
#include <sys/timerfd.h>
static int ready;
static void *work(void *unused) { return unused; }
int main(void) {
  pthread_t t;
  struct itimerspec in = {.it_value = {1, 0}};
  struct pollfd p = {timerfd_create(CLOCK_MONOTONIC, 0), POLLIN, 0};
  timerfd_settime(p.fd, 0, &in, NULL);
  pthread_create(&t, NULL, work, NULL);
  while (!(ready = poll(&p, 1, 100)))
    ;
  pthread_join(t, NULL);
  return ready != 1;
}
