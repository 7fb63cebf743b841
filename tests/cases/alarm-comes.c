// An alarm comes while threads run, and nobody waits in vain for it.
// expect: holds
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t rung;

static void handler(int number) {
  (void)number;
  sem_post(&rung);
}

static void *thread(void *unused) {
  sem_wait(&rung);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&rung, 0, 0);
  signal(SIGALRM, handler);
  alarm(1);
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
  return 0;
}
