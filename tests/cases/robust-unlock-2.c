// expect: violated race
// As robust-unlock.c, but that the unlock that fails is taken to keep the other
// thread out: it orders nothing.
#include <pthread.h>

static pthread_mutex_t lock;
static int count;

static void *other(void *unused) {
  count++;
  pthread_mutex_unlock(&lock);
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
  return 0;
}
