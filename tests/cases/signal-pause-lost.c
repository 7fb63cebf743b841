// The signal may come between the look at the flag and pause.
// expect: violated deadlock
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void handler(int number) {
  (void)number;
  got = 1;
}

static void *thread(void *unused) {
  while (!got)
    pause();
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
