// must: as unset-local.c: only one order of the two threads reads it unset
// expect: incomplete a local that was never set, 0 here
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static void *set(void *unused) {
  ready = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  int result;
  if (ready)
    result = 0;
  pthread_join(t, NULL);
  return result;
}
