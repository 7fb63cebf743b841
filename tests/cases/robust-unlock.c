// expect: holds
// A robust mutex is given back by a thread that does not hold it, and nobody
// does: an error that unlock returns, of every type of robust mutex (POSIX).
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int count;

static void *other(void *unused) {
  assert(pthread_mutex_unlock(&lock) == EPERM);
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &robust);
  pthread_create(&a, NULL, other, NULL);
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return count != 2;
}
