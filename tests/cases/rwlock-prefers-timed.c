// must: violated: a writer that waits for a time keeps readers out meanwhile
// expect: violated assertion
#include "short.h"
static pthread_rwlock_t l =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
F(writer) {
  struct timespec soon = {.tv_sec = 4000000000};
  if (!pthread_rwlock_timedwrlock(&l, &soon))
    pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) {
  pthread_rwlock_rdlock(&l);
  GO(a, writer);
  assert(!pthread_rwlock_tryrdlock(&l));
  return 0;
}
