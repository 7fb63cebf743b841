// must: data race: sscanf writes x
// expect: violated race
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int x, y;
static void *f(void *a) { x++; y++; return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  if (sscanf("5", "%d", &x) != 1) abort();
  pthread_join(t, 0);
  return 0;
}
