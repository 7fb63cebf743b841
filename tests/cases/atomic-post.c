// must: a semaphore that an atomic block posts has what it has after the block, and before it what it had
// expect: holds
#include <heddle/rt.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static _Atomic int x;
static void *post(void *a) {
  heddle_atomic_begin();
  sem_post(&s);
  heddle_atomic_end();
  return a;
}
static void *take(void *a) { x = 0; sem_wait(&s); return a; }
int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, take, 0);
  pthread_create(&u, 0, post, 0);
  return 0;
}
