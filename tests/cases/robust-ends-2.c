// expect: violated assertion
// As robust-ends.c, but that the owner that was told gives it back as it is, or
// nobody was told before: the third finds it lost, or is the first.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *ends(void *unused) {
  pthread_mutex_lock(&lock);
  return unused;
}

static void *gives(void *unused) {
  if (pthread_mutex_lock(&lock) != ENOTRECOVERABLE)
    pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &robust);
  pthread_create(&a, NULL, ends, NULL);
  pthread_create(&b, NULL, gives, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_mutex_lock(&lock) == EOWNERDEAD);
  return 0;
}
