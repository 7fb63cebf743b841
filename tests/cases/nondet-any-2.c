// must: an input of any name has every value of its type, and no other
// options: --symbolic
// build: --heddle-symbolic
// only: optimal unfold
// expect: holds
// never: is not defined
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_packets(void);
unsigned char __VERIFIER_nondet_level(void);

static void *reader(void *unused) {
  unsigned char level = __VERIFIER_nondet_level();
  assert(level + 1u <= 256u);
  assert(__VERIFIER_nondet_packets() / 2 <= 2147483647u);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  pthread_join(t, NULL);
  return 0;
}
