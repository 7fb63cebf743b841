// Who raises a signal in its own handler is called again after it, and not
// within; ignored signals that were blocked are gone when they are let through.
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int depth, deepest, count;

static void handler(int number) {
  if (++depth > deepest)
    deepest = depth;
  if (!count++)
    raise(number);
  depth--;
}

static void *thread(void *unused) {
  sigset_t set;
  raise(SIGUSR1);
  assert(count == 2 && deepest == 1);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR2);
  signal(SIGUSR2, SIG_IGN);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
  return 0;
}
