// expect: holds
// A writer, who waits or tries, is in when nobody reads, and after all who did.
#include "short.h"
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
F(reader) {
  pthread_rwlock_rdlock(&l);
  int seen = x;
  assert(seen == x);
  pthread_rwlock_unlock(&l);
  return 0;
}
F(writer) {
  if (pthread_rwlock_trywrlock(&l))
    pthread_rwlock_wrlock(&l);
  x++;
  pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) {
  GO(a, reader);
  GO(b, writer);
  pthread_rwlock_rdlock(&l);
  int seen = x;
  assert(seen == x);
  pthread_rwlock_unlock(&l);
  J(a);
  J(b);
  assert(x == 1);
  return 0;
}
