// expect: holds
// The twin of rwlock-try-between.c: everybody gives the lock back, and main
// waits for them.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *t1(void *u) {
  pthread_rwlock_wrlock(&l);
  x++;
  pthread_rwlock_unlock(&l);
  return u;
}
static void *t2(void *u) {
  pthread_rwlock_rdlock(&l);
  if (pthread_rwlock_trywrlock(&l) == 0)
    x = 0;
  pthread_rwlock_unlock(&l);
  return u;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, t1, NULL);
  pthread_create(&b, NULL, t2, NULL);
  pthread_create(&c, NULL, t2, NULL);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return x != 1;
}
