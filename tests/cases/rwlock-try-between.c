// expect: violated deadlock
// Two read, and one of them tries to write: t1, which waits to write, comes
// before the first reader only if the second has not come either, and what was
// tried in between hides that (optimal once planned what cannot be done).
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *t1(void *u) {
  pthread_rwlock_wrlock(&l);
  return u;
}
static void *t2(void *u) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_trywrlock(&l);
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, t1, NULL);
  pthread_create(&b, NULL, t2, NULL);
  pthread_rwlock_rdlock(&l);
}
