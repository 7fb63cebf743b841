// Two threads open one semaphore by its name: the first who comes makes it.
// expect: violated assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static void *thread(void *unused) {
  sem_t *s = sem_open("/shared", O_CREAT, 0600, 0);
  sem_post(s);
  sem_close(s);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  sem_t *s = sem_open("/shared", O_CREAT, 0600, 1);
  sem_wait(s);
  int left = sem_trywait(s); /* unless main made it, nothing is left */
  pthread_join(t, NULL);
  assert(!left);
  return 0;
}
