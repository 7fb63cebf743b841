// expect: violated deadlock
// As signal-stuck.c, but that two threads wait, and each is told.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t never;

static void handler(int number) { (void)number; }

static void *thread(void *unused) {
  while (sem_wait(&never)) {
  }
  return unused;
}

int main(void) {
  pthread_t t, u;
  struct sigaction restarts = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &restarts, NULL);
  sem_init(&never, 0, 0);
  pthread_create(&t, NULL, thread, NULL);
  pthread_create(&u, NULL, thread, NULL);
  pthread_kill(t, SIGUSR1);
  pthread_kill(u, SIGUSR1);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
