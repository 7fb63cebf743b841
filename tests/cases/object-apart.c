// expect: violated race
// The write and the use are on ways that only some values of two variables
// take, which nothing orders: each is in many runs, both together in few.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static void *A(void *u) {
  atomic_store(&x, 1);
  return u;
}
static void *B(void *u) {
  atomic_store(&y, 1);
  return u;
}
static void *C(void *u) {
  if (atomic_load(&y)) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return u;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, A, NULL);
  pthread_create(&b, NULL, B, NULL);
  pthread_create(&c, NULL, C, NULL);
  if (!atomic_load(&x))
    m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
}
