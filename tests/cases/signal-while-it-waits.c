// A thread that waits for a lock is broken into: no deadlock.
// expect: holds
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t handled;

static void handler(int number) {
  (void)number;
  sem_post(&handled);
}

static void *thread(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  sem_init(&handled, 0, 0);
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, thread, NULL);
  pthread_kill(t, SIGUSR1);
  sem_wait(&handled);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
