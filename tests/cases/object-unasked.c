// expect: incomplete memory
// options: --no-races -n 300
// A mutex is written while another thread holds it, and so two are in at once.
// Who does not look for races is told that it was not looked at.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int in;
static void *A(void *u) {
  pthread_mutex_lock(&m);
  in++;
  assert(in == 1);
  in--;
  if (!u)
    m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  else
    pthread_mutex_unlock(&m);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, A, NULL);
  A(&a);
  pthread_join(a, NULL);
}
