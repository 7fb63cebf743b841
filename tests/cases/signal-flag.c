// A thread that waits for its handler comes to an end.
// expect: holds
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t got;

static void handler(int number) {
  (void)number;
  got = 1;
}

static void *thread(void *unused) {
  while (!got)
    ;
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  pthread_create(&t, NULL, thread, NULL);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, NULL);
  return !got;
}
