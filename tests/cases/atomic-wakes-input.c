// expect: holds
// never: different steps
// Whoever is woken in an atomic block goes on after the block, and so after the
// input in it.
#include "short.h"
#include <heddle/rt.h>
M(m);
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
F(a) { L(m); pthread_cond_wait(&c, &m); return 0; }
int main(void) {
  GO(p, a);
  heddle_atomic_begin();
  pthread_cond_broadcast(&c);
  heddle_input("n", 0, 1);
  heddle_atomic_end();
  return 0;
}
