// expect: violated assertion
// A thread tries for a robust mutex and ends with it, or finds that it is held:
// the next owner is told in the one case, and not in the other.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *tries(void *unused) {
  pthread_mutex_trylock(&lock);
  return unused;
}

static void *locks(void *unused) {
  assert(pthread_mutex_lock(&lock) == 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &robust);
  pthread_create(&a, NULL, locks, NULL);
  pthread_create(&b, NULL, tries, NULL);
  pthread_join(a, NULL);
  return 0;
}
