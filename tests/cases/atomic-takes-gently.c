// must: a block that only tries for the locks never has to wait, and who waits for them goes on
// expect: holds
#include <heddle/rt.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int w;
static void *block(void *a) {
  heddle_atomic_begin();
  int got = !pthread_mutex_trylock(&m), reads = !pthread_rwlock_tryrdlock(&l);
  heddle_atomic_end();
  if (got) { w++; pthread_mutex_unlock(&m); }
  if (reads) pthread_rwlock_unlock(&l);
  return a;
}
static void *plain(void *a) {
  pthread_rwlock_wrlock(&l);
  pthread_mutex_lock(&m);
  w++;
  pthread_mutex_unlock(&m);
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
