// expect: holds
// The twin of detach-two.c: whoever takes x first detaches C, and nobody else.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static pthread_t c;
static void *C(void *u) { return u; }
static void *A(void *u) {
  if (!atomic_exchange(&x, 1))
    pthread_detach(c);
  return u;
}
static void *B(void *u) {
  if (!atomic_exchange(&x, 1))
    pthread_detach(c);
  return u;
}
int main(void) {
  static void *(*const starts[])(void *) = {A, B};
  pthread_t t[2];
  pthread_create(&c, NULL, C, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, starts[i], NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
}
