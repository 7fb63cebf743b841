// expect: violated exit
// As robust-ends.c, but that nobody fails: the next owner passes on what it is
// told.
#include <pthread.h>

static pthread_mutex_t lock;

static void *tries(void *unused) {
  pthread_mutex_trylock(&lock);
  return unused;
}

static void *locks(void *unused) {
  (void)unused;
  return (void *)(long)pthread_mutex_lock(&lock);
}

int main(void) {
  pthread_t a, b;
  void *result;
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &robust);
  pthread_create(&a, NULL, locks, NULL);
  pthread_create(&b, NULL, tries, NULL);
  pthread_join(a, &result);
  return result != NULL;
}
