// must: as try-missed.c, with a token that the thread takes for a moment
// expect: violated livelock
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *other(void *u) { sem_wait(&s); sem_post(&s); return u; }
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, other, 0);
  while (sem_trywait(&s) == 0) sem_post(&s);
  pthread_join(t, 0);
  return 0;
}
