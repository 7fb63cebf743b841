// expect: violated race
// A mutex is written as plain memory while another thread takes it: the write
// gives back what nobody gave back, and nothing orders it.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *A(void *u) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, A, NULL);
  m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_join(a, NULL);
}
