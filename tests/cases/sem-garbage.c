// A semaphore that nobody has made, in memory that something else was in.
// expect: violated misuse
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t s;

static void *waits(void *unused) {
  sem_wait(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  memset(&s, 0x55, sizeof s);
  pthread_create(&t, NULL, waits, NULL);
  pthread_join(t, NULL);
  return 0;
}
