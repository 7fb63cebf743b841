// A signal that is blocked until sigsuspend is not lost.
// expect: holds
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t got;
static sigset_t set, none;

static void handler(int number) {
  (void)number;
  got = 1;
}

static void *thread(void *unused) {
  while (!got)
    sigsuspend(&none);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  sigemptyset(&none);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&t, NULL, thread, NULL);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, NULL);
  return !got;
}
