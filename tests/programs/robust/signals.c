/* Signals that are sent to the own process and waited for. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled, raised;
static int waited_for;

static void on_signal(int number) {
  if (number == SIGUSR1)
    handled++;
  else
    raised++;
}

static void *sender(void *unused) {
  kill(getpid(), SIGUSR1); /* blocked here: pending until main takes it */
  return unused;
}

static void *waiter(void *argument) {
  sigset_t set = *(sigset_t *)argument;
  sigwait(&set, &waited_for);
  return NULL;
}

static void suspend_until_sent(const sigset_t *before) {
  pthread_t a;
  pthread_create(&a, NULL, sender, NULL);
  assert(sigsuspend(before) == -1 && errno == EINTR);
  assert(handled == 1);
  pthread_join(a, NULL);
}

static void send_to_waiter(sigset_t *set) {
  pthread_t a;
  pthread_create(&a, NULL, waiter, set);
  kill(getpid(), SIGUSR1);
  pthread_join(a, NULL);
  assert(waited_for == SIGUSR1 && handled == 1);
}

int main(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigset_t set, before, pending;
  sigaction(SIGUSR1, &action, NULL);
  assert(signal(SIGUSR2, on_signal) == SIG_DFL);
  assert(!raise(SIGUSR2) && raised == 1);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  suspend_until_sent(&before);
  send_to_waiter(&set);
  raise(SIGUSR1);
  sigpending(&pending);
  assert(sigismember(&pending, SIGUSR1) && handled == 1);
  sigprocmask(SIG_SETMASK, &before, NULL); /* now it comes */
  assert(handled == 2);
  return 0;
}
