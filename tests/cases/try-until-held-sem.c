// must: main takes the token, and gives it back, until the thread has it
// expect: holds
#include <assert.h>
#include <semaphore.h>
#include <pthread.h>
static sem_t token, go;
static void *server(void *u) { sem_wait(&token); sem_wait(&go); sem_post(&token); return u; }
int main(void) {
  pthread_t t;
  sem_init(&token, 0, 1); sem_init(&go, 0, 0);
  pthread_create(&t, 0, server, 0);
  while (sem_trywait(&token) == 0) sem_post(&token);
  sem_post(&go);
  pthread_join(t, 0);
  return 0;
}
