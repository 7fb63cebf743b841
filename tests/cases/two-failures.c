// must: find both: they often come in one run, of which one is told
// expect: violated assertion abort race
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *b(void *u) { *(unsigned char *)&x = 2; return u; }
static void *a(void *u) {
  pthread_mutex_trylock(&m);
  assert(x != 2);
  return u;
}
int main(void) {
  pthread_t ta, tb;
  pthread_create(&ta, NULL, a, NULL);
  pthread_create(&tb, NULL, b, NULL);
  if (x == 2)
    abort();
  return 0;
}
