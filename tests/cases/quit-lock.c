// must: hold: main leaves while a thread waits for itself
// expect: holds
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int x;
static pthread_spinlock_t k;
static void *t(void *u) {
  x = 1;
  pthread_spin_lock(&k);
  pthread_spin_lock(&k);
  return u;
}
int main(void) {
  pthread_t h;
  pthread_spin_init(&k, 0);
  pthread_create(&h, NULL, t, NULL);
  return x > 1;
}
