// must: real-time signals that wait come each, in their order and with their
// values; of others the first
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
static pthread_t waiter;
static sigset_t set;
static union sigval value(int n) { return (union sigval){.sival_int = n}; }
static void expect(int number, int n) {
  siginfo_t info;
  assert(sigwaitinfo(&set, &info) == number && info.si_value.sival_int == n);
}
static void *wait_for_all(void *unused) {
  struct signalfd_siginfo more;
  int file = signalfd(-1, &set, 0);
  expect(SIGRTMIN, 1);
  expect(SIGRTMIN, 2);
  expect(SIGRTMIN, 3);
  pthread_sigqueue(pthread_self(), SIGUSR1, value(4));
  pthread_sigqueue(pthread_self(), SIGUSR1, value(5));
  expect(SIGUSR1, 4);
  pthread_sigqueue(pthread_self(), SIGRTMIN + 1, value(6));
  pthread_sigqueue(pthread_self(), SIGRTMIN + 1, value(7));
  assert(read(file, &more, sizeof more) == sizeof more && more.ssi_int == 6);
  assert(read(file, &more, sizeof more) == sizeof more && more.ssi_int == 7);
  return unused;
}
int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGRTMIN);
  sigaddset(&set, SIGRTMIN + 1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  for (int i = 1; i < 3; i++)
    sigqueue(getpid(), SIGRTMIN, value(i));
  sigqueue(getpid(), SIGRTMIN, value(3));
  pthread_create(&waiter, NULL, wait_for_all, NULL);
  pthread_join(waiter, NULL);
  return 0;
}
