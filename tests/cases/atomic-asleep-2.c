// expect: violated assertion
// As atomic-asleep.c, with a lock that gives up waiting.
#include "short.h"
#include <heddle/rt.h>
static atomic_int x;
M(m);
F(c) {
  heddle_atomic_begin();
  x = 1;
  heddle_atomic_end();
  int first = pthread_mutex_timedlock(&m, &(struct timespec){.tv_sec = 4000000000});
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
