// expect: violated assertion
// An atomic block of a plan's prefix wakes nobody who sleeps behind it: the run
// in which the read comes after the block, and the lock is given back between
// the two tries, was taken for one that others had begun.
#include "short.h"
#include <heddle/rt.h>
static atomic_int x;
M(m);
F(c) {
  heddle_atomic_begin();
  x = 1;
  heddle_atomic_end();
  int first = pthread_mutex_trylock(&m);
  int second = pthread_mutex_trylock(&m);
  return (void *)(long)(first && !second);
}
F(b) { return (void *)(long)x; }
F(a) { L(m); U(m); return 0; }
int main(void) {
  void *read, *tried;
  GO(p, a); GO(q, b); GO(r, c);
  pthread_join(q, &read);
  pthread_join(r, &tried);
  assert(!read || !tried);
  return 0;
}
