// A signal to a thread that blocks it from then on waits: seen by who asks.
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void handler(int number) {
  (void)number;
}

static void *thread(void *unused) {
  sigset_t set, waiting;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  sigpending(&waiting);
  assert(!sigismember(&waiting, SIGUSR1));
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
