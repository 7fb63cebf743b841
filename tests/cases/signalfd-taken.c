// expect: violated deadlock
// only: optimal dpor unfold reach random
// One signal, and two who wait for it.
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static sigset_t set;

static void *wait_too(void *unused) {
  int number;
  sigwait(&set, &number);
  return unused;
}

int main(void) {
  pthread_t t;
  struct signalfd_siginfo i;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  int file = signalfd(-1, &set, 0);
  pthread_create(&t, NULL, wait_too, NULL);
  kill(getpid(), SIGUSR2);
  if (read(file, &i, sizeof i) != sizeof i)
    return 1;
  pthread_join(t, NULL);
  return 0;
}
