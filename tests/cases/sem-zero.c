// The twin of sem-garbage.c: made after all; and one of zeros, which glibc takes
// for one of 0.
// expect: holds
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t s, zero;

static void *waits(void *unused) {
  sem_wait(&s);
  sem_wait(&zero);
  return unused;
}

int main(void) {
  pthread_t t;
  memset(&s, 0x55, sizeof s);
  sem_init(&s, 0, 1);
  pthread_create(&t, NULL, waits, NULL);
  sem_post(&zero);
  pthread_join(t, NULL);
  return 0;
}
