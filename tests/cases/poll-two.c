// must: poll for ever on two pipes: both come, in either order
// expect: holds
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int a[2], b[2];
static void *put(void *end) {
  write(*(int *)end, "x", 1);
  return NULL;
}
int main(void) {
  pthread_t t, u;
  char c;
  int got = 0;
  pipe(a);
  pipe(b);
  pthread_create(&t, NULL, put, &a[1]);
  pthread_create(&u, NULL, put, &b[1]);
  while (got < 2) {
    struct pollfd p[2] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
    int n = poll(p, 2, -1);
    assert(n == 1 || n == 2);
    for (int i = 0; i < 2; i++)
      if (p[i].revents) {
        assert(p[i].revents == POLLIN && read(p[i].fd, &c, 1) == 1);
        got++;
      }
  }
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
