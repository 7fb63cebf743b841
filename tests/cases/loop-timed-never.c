// must: one that polls again and again what nobody writes is a loop without an end
// expect: violated livelock
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int one[2], two[2];
static void *work(void *unused) {
  write(two[1], "x", 1);
  return unused;
}
int main(void) {
  pthread_t t;
  struct pollfd p = {.events = POLLIN};
  pipe(one);
  pipe(two);
  p.fd = one[0];
  pthread_create(&t, NULL, work, NULL);
  while (poll(&p, 1, 100) == 0)
    ;
  pthread_join(t, NULL);
  return 0;
}
