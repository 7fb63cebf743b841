// A handler that another thread installs is not looked for, and that is said.
// expect: incomplete a handler that another thread has installed
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static void handler(int number) {
  (void)number;
}

static sem_t s;

static void *thread(void *unused) {
  sem_wait(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, thread, NULL);
  signal(SIGUSR1, handler);
  pthread_kill(t, SIGUSR1);
  sem_post(&s);
  pthread_join(t, NULL);
  return 0;
}
