// expect: violated livelock exit
// As turn-after-turn.c, but that the second loop tries for a semaphore that
// nobody posts, and may wait for ever.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int ready, taken;
static sem_t tokens;

static void *takes(void *unused) {
  taken = 1;
  return unused;
}

static void *waits(void *unused) {
  while (ready != 1)
    ready = 1;
  do {
    sem_trywait(&tokens);
  } while (taken);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&tokens, 0, 0);
  pthread_create(&a, NULL, takes, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_join(b, NULL);
  return 1;
}
