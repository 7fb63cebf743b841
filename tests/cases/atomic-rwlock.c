// must: hold: a reader that came before two steps of a block keeps a writer out
// expect: holds
#include <heddle/rt.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *writer(void *u) {
  heddle_atomic_begin();
  (void)heddle_choose(2);
  heddle_atomic_end();
  pthread_rwlock_wrlock(&l);
  return u;
}
static void *reader(void *u) {
  pthread_rwlock_rdlock(&l);
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  return 0;
}
