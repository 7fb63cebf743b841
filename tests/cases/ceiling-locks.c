// must: who sets the ceiling of a mutex takes it for that, and waits for who has it
// expect: violated deadlock
#include <pthread.h>
static pthread_mutex_t m, n = PTHREAD_MUTEX_INITIALIZER;
static void *set(void *unused) {
  int old;
  pthread_mutex_lock(&n);
  pthread_mutex_setprioceiling(&m, 20, &old);
  pthread_mutex_unlock(&n);
  return unused;
}
int main(void) {
  pthread_mutexattr_t a;
  pthread_t t;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT);
  pthread_mutex_init(&m, &a);
  pthread_create(&t, NULL, set, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
