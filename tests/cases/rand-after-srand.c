// must: with -s optimal: the assertion, after more than one execution (rand is safe, and one sequence for all threads)
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int got[2];
static void *rd(void *u) { got[(long)u] = rand(); return 0; }
int main(void) {
  pthread_t a, b; srand(1); int first = rand(); srand(1);
  pthread_create(&a, 0, rd, (void *)0);
  pthread_create(&b, 0, rd, (void *)1);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(got[0] == first);
  return 0;
}
