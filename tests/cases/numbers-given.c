// expect: holds
// Locks that were given back, tried in vain, or taken by who waited, hold no
// number: three hundred threads in a row need but a few.
// options: --threads 12
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *uses(void *other) {
  pthread_mutex_lock(&m);
  if (!pthread_mutex_trylock(other ? other : &m))
    pthread_mutex_unlock(other);
  pthread_mutex_unlock(&m);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  return NULL;
}

int main(void) {
  static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
  for (int i = 0; i < 300; i++) {
    pthread_t t;
    pthread_create(&t, NULL, uses, i % 2 ? &n : NULL);
    pthread_join(t, NULL);
  }
  return 0;
}
