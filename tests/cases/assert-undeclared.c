// must: the assertion fails, although its header was forgotten
// build: --heddle-forgiving
// expect: violated assertion
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *add(void *unused) {
  n++;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  assert(n == 0);
  pthread_join(t, NULL);
  return 0;
}
