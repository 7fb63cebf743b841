// Blocked but for while it waits, a signal is never lost: it ends ppoll, or a
// byte does, and then the signal is pending still.
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];
static int handled;

static void handler(int number) {
  (void)number;
  handled = 1;
}

static void *thread(void *unused) {
  sigset_t none, waiting;
  sigemptyset(&none);
  struct pollfd p = {.fd = ends[0], .events = POLLIN};
  int n = ppoll(&p, 1, NULL, &none);
  if (n < 0)
    assert(errno == EINTR && handled);
  else
    assert(n == 1 && p.revents == POLLIN && !handled);
  if (n < 0)
    n = ppoll(&p, 1, NULL, &none);
  assert(n == 1);
  sigpending(&waiting);
  assert(!sigismember(&waiting, SIGUSR1) || !handled);
  return unused;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &a, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  assert(!pipe(ends));
  pthread_create(&t, NULL, thread, NULL);
  pthread_kill(t, SIGUSR1);
  write(ends[1], "", 1);
  pthread_join(t, NULL);
  return 0;
}
