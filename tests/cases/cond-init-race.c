// expect: violated race
// A condition variable that is made while another thread may use it: a
// condition is zero at first, so everything works, and yet it is written.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static void *A(void *u) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, A, NULL);
  pthread_cond_init(&c, NULL);
  pthread_join(a, NULL);
  pthread_cond_destroy(&c);
}
