// A signal may end a sleep before its time.
// expect: violated assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static void handler(int number) {
  (void)number;
}

static void *thread(void *unused) {
  struct timespec wait = {5, 0}, rest = {0};
  int n = nanosleep(&wait, &rest);
  if (n)
    assert(errno == EINTR && rest.tv_sec > 4);
  assert(!n);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  pthread_create(&t, NULL, thread, NULL);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, NULL);
  return 0;
}
