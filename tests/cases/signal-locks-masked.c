// Who blocks the signal while it holds the lock is not broken into there.
// expect: holds
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void handler(int number) {
  (void)number;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

static void *thread(void *unused) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, &old);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
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
