// The same, and somebody who believes that they have not.
// expect: violated assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static sem_t rung;

static void handler(int number) {
  (void)number;
  sem_post(&rung);
}

static void *thread(void *unused) { return unused; }

int main(void) {
  pthread_t t;
  struct sigaction a = {.sa_handler = handler};
  sem_init(&rung, 0, 0);
  sigaction(SIGALRM, &a, NULL);
  pthread_create(&t, NULL, thread, NULL);
  time_t before = time(NULL);
  alarm(2);
  while (sem_wait(&rung))
    assert(errno == EINTR);
  assert(time(NULL) - before < 2);
  pthread_join(t, NULL);
  return 0;
}
