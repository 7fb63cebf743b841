// sigqueue hands over a value.
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *thread(void *unused) {
  sigqueue(getpid(), SIGUSR2, (union sigval){.sival_int = 42});
  return unused;
}

int main(void) {
  sigset_t set;
  siginfo_t info;
  pthread_t t;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&t, NULL, thread, NULL);
  assert(sigwaitinfo(&set, &info) == SIGUSR2);
  assert(info.si_value.sival_int == 42 && info.si_code == SI_QUEUE);
  pthread_join(t, NULL);
  return 0;
}
