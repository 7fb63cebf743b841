// must: the same with SIGPIPE ignored: 1, or EPIPE
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static int ends[2];
static void *leave(void *unused) {
  close(ends[0]);
  return unused;
}
int main(void) {
  pthread_t t;
  signal(SIGPIPE, SIG_IGN);
  pipe(ends);
  pthread_create(&t, NULL, leave, NULL);
  ssize_t n = write(ends[1], "x", 1);
  assert(n == 1 || (n == -1 && errno == EPIPE));
  pthread_join(t, NULL);
  return 0;
}
