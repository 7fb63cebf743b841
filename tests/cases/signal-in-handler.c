// A signal that comes while its handler runs is handled when that is over.
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t began, sent;
static int count;

static void handler(int number) {
  (void)number;
  if (!count++) {
    sem_post(&began);
    sem_wait(&sent);
    assert(count == 1);
  }
}

static void *thread(void *unused) {
  raise(SIGUSR1);
  assert(count == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  sem_init(&began, 0, 0);
  sem_init(&sent, 0, 0);
  pthread_create(&t, NULL, thread, NULL);
  sem_wait(&began);
  pthread_kill(t, SIGUSR1);
  sem_post(&sent);
  pthread_join(t, NULL);
  return 0;
}
