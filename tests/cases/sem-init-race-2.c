// expect: holds
// The twin of sem-init-race.c: objects that are made and destroyed while other
// threads are there, by whoever is the last to have them.  A post is done when
// the wait for it returns; whoever passes a barrier may destroy it; a mutex may
// be destroyed once it was taken after the last other.
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static pthread_barrier_t b;
static pthread_mutex_t m;
static int left = 2;
static void leave(void) {
  pthread_mutex_lock(&m);
  int last = --left == 0;
  pthread_mutex_unlock(&m);
  if (last)
    pthread_mutex_destroy(&m);
}
static void *A(void *u) {
  sem_post(&s);
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
    pthread_barrier_destroy(&b);
  leave();
  return u;
}
static void *idle(void *u) { return u; }
int main(void) {
  pthread_t a, c;
  pthread_create(&c, NULL, idle, NULL);
  sem_init(&s, 0, 0);
  pthread_barrier_init(&b, NULL, 2);
  pthread_mutex_init(&m, NULL);
  pthread_create(&a, NULL, A, NULL);
  sem_wait(&s);
  sem_destroy(&s);
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
    pthread_barrier_destroy(&b);
  leave();
  pthread_join(a, NULL);
  pthread_join(c, NULL);
}
