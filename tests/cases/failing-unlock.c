// must: data race and assertion: an unlock that fails with EPERM releases nothing
// expect: violated race assertion
#include <assert.h>
#include <pthread.h>
static int n;
static pthread_mutex_t m;
static void *f(void *a) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attr);
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  n++;
  int e = pthread_mutex_unlock(&m); /* EPERM, harmless */
  (void)e;
  pthread_join(t, 0);
  assert(n == 2);
  return 0;
}
