// must: main tries to write until there is a reader
// expect: holds
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t go = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *u) { pthread_rwlock_rdlock(&l); pthread_mutex_lock(&go); pthread_mutex_unlock(&go); pthread_rwlock_unlock(&l); return u; }
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&go);
  pthread_create(&t, 0, reader, 0);
  while (pthread_rwlock_trywrlock(&l) == 0) pthread_rwlock_unlock(&l);
  pthread_mutex_unlock(&go);
  pthread_join(t, 0);
  return 0;
}
