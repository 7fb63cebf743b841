// must: poll may find one of two ready, or both
// expect: violated assertion
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
  pipe(a);
  pipe(b);
  pthread_create(&t, NULL, put, &a[1]);
  pthread_create(&u, NULL, put, &b[1]);
  struct pollfd p[2] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
  assert(poll(p, 2, -1) == 1);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
