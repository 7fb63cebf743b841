// must: a poll for ever of two pipes that nobody writes to
// expect: violated deadlock
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int a[2], b[2], c[2];
static void *put(void *end) {
  write(*(int *)end, "x", 1);
  return NULL;
}
int main(void) {
  pthread_t t;
  pipe(a);
  pipe(b);
  pipe(c);
  pthread_create(&t, NULL, put, &c[1]);
  struct pollfd p[2] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
  poll(p, 2, -1);
  pthread_join(t, NULL);
  return 0;
}
