// expect: violated misuse
// As join-two.c, but A and B detach C: in either order the second makes the
// mistake, and has to have the first in its past.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static pthread_t c;
static void *C(void *u) { return u; }
static void *X(void *u) { x = 1; return u; }
static void *Y(void *u) { y = 1; return u; }
static void *A(void *u) {
  if (x == 0)
    pthread_detach(c);
  return u;
}
static void *B(void *u) {
  if (y == 1)
    pthread_detach(c);
  return u;
}
int main(void) {
  static void *(*const starts[])(void *) = {A, B, X, Y};
  pthread_t t[4];
  pthread_create(&c, NULL, C, NULL);
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, starts[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
}
