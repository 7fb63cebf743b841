/* expect: 0 no failure */
/* Recursive and error-checking mutexes do as POSIX says. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  assert(!pthread_mutex_lock(&again) && !pthread_mutex_lock(&again));
  assert(!pthread_mutex_unlock(&again) && !pthread_mutex_unlock(&again));
  assert(!pthread_mutex_lock(&checked));
  assert(pthread_mutex_lock(&checked) == EDEADLK);
  assert(!pthread_mutex_unlock(&checked));
  assert(pthread_mutex_unlock(&checked) == EPERM);
  return 0;
}
