// must: violated: the serial one may be the one that does not ask
// expect: violated assertion
#include "short.h"
static pthread_barrier_t b;
F(waits) {
  pthread_barrier_wait(&b);
  return 0;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  GO(a, waits);
  assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
  J(a);
  return 0;
}
