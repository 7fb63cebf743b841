// must: a block that becomes a reader, and leaves behind its end, cannot go on while somebody writes
// expect: violated deadlock
#include <heddle/rt.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *block(void *a) {
  heddle_atomic_begin();
  pthread_rwlock_rdlock(&l);
  heddle_atomic_end();
  pthread_rwlock_unlock(&l);
  return a;
}
static void *plain(void *a) {
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, block, 0);
  pthread_create(&u, 0, plain, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
