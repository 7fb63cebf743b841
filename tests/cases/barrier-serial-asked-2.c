// must: holds: of two who ask and one who does not at most one is the serial one
// expect: holds
#include "short.h"
static pthread_barrier_t b;
static _Atomic int serial;
F(waits) {
  pthread_barrier_wait(&b);
  return 0;
}
F(asks) {
  serial += pthread_barrier_wait(&b) != 0;
  return 0;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 3);
  GO(x, waits);
  GO(y, asks);
  GO(z, asks);
  J(x);
  J(y);
  J(z);
  assert(serial <= 1);
  return 0;
}
