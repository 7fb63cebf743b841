// expect: holds
// only: optimal dpor unfold reach stateful random
// What others send is read, and poll says when; of two threads that read one
// gets it.
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int file;

static void *send_one(void *unused) {
  kill(getpid(), SIGUSR1);
  return unused;
}

static int take(void) {
  struct signalfd_siginfo i;
  struct pollfd p = {file, POLLIN, 0};
  assert(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
  assert(read(file, &i, sizeof i) == sizeof i);
  return (int)i.ssi_signo;
}

int main(void) {
  sigset_t set;
  pthread_t t;
  struct signalfd_siginfo i;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  file = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  assert(read(file, &i, sizeof i) < 0 && errno == EAGAIN);
  assert(read(file, &i, sizeof i - 1) < 0 && errno == EINVAL);
  pthread_create(&t, NULL, send_one, NULL);
  assert(take() == SIGUSR1);
  pthread_join(t, NULL);
  assert(read(file, &i, sizeof i) < 0 && errno == EAGAIN);
  return 0;
}
