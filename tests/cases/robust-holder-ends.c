// must: a thread that ends with a robust mutex gives it back, and who has it next is told
// only: optimal dpor unfold contextual reach auto random
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static int half;
static void *dies(void *unused) {
  pthread_mutex_lock(&m);
  half = 1;
  return unused;
}
static void *lives(void *unused) {
  int error = pthread_mutex_lock(&m);
  assert(!error || error == EOWNERDEAD);
  assert(half == (error == EOWNERDEAD));
  if (error) {
    half = 0;
    pthread_mutex_consistent(&m);
  }
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&t, NULL, dies, NULL);
  pthread_create(&u, NULL, lives, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
