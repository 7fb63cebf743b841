// expect: holds
// The twin of name-joined.c: B joins C when main has done with it.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
static pthread_t c;
static sem_t done;
static void *C(void *u) { return u; }
static void *B(void *u) {
  sem_wait(&done);
  pthread_join(c, NULL);
  return u;
}
int main(void) {
  pthread_t b;
  sem_init(&done, 0, 0);
  pthread_create(&c, NULL, C, NULL);
  pthread_create(&b, NULL, B, NULL);
  pthread_setname_np(c, "c");
  sem_post(&done);
  pthread_join(b, NULL);
}
