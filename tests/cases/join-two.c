// expect: violated misuse
// A joins C if it reads x before it is written, B if it reads y afterwards: the
// two conditions have nothing to do with each other, so both may come to it.
// Rows that do not run every combination of independent steps have to say so.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static pthread_t c;
static void *C(void *u) { return u; }
static void *X(void *u) { x = 1; return u; }
static void *Y(void *u) { y = 1; return u; }
static void *A(void *u) {
  if (x == 0)
    pthread_join(c, NULL);
  return u;
}
static void *B(void *u) {
  if (y == 1)
    pthread_join(c, NULL);
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
