// Unlocks that fail, and attempts at a lock of one's own, depend on nobody
// else's use of the mutex: they cost no executions.
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int shared;

static void *use(void *unused) {
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_mutex_lock(&m);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  shared++;
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_unlock(&m) == EPERM);
  return unused;
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_t t[3];
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &a);
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, use, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  assert(shared == 3);
  return 0;
}
