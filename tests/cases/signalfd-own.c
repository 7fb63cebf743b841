// must: a signal that a thread has sent to itself is read by its signalfd
// expect: holds
#include <assert.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
int main(void) {
  sigset_t s;
  struct signalfd_siginfo found[3];
  sigemptyset(&s);
  sigaddset(&s, SIGUSR1);
  sigaddset(&s, SIGUSR2);
  sigprocmask(SIG_BLOCK, &s, NULL);
  int file = signalfd(-1, &s, 0);
  raise(SIGUSR2);
  raise(SIGUSR1);
  assert(read(file, found, sizeof found) == 2 * sizeof *found);
  assert(found[0].ssi_signo == SIGUSR1 && found[1].ssi_signo == SIGUSR2);
  return 0;
}
