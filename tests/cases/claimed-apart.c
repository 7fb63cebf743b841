// expect: violated misuse
// Two threads detach a third, each only if it has seen something of its own:
// both do in few of the runs.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static pthread_t c;
static void *nothing(void *u) { return u; }
static void *A(void *u) {
  if (atomic_load(&x))
    pthread_detach(c);
  return u;
}
static void *B(void *u) {
  if (atomic_load(&y))
    pthread_detach(c);
  return u;
}
static void *C(void *u) {
  atomic_store(&x, 1);
  return u;
}
static void *D(void *u) {
  atomic_store(&y, 1);
  return u;
}
int main(void) {
  pthread_t a[4];
  void *(*what[])(void *) = {A, B, C, D};
  pthread_create(&c, NULL, nothing, NULL);
  for (int i = 0; i < 4; i++)
    pthread_create(&a[i], NULL, what[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(a[i], NULL);
}
