// What ends the process by default does so when it is let through.
// expect: violated crash
#include <pthread.h>
#include <signal.h>

static void *thread(void *unused) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR2);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
  return 0;
}
