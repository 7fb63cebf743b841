// must: any __VERIFIER_nondet_ function is an input of the type that it returns
// options: --symbolic
// build: --heddle-symbolic
// only: optimal unfold
// expect: violated assertion
// never: is not defined
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_packets(void);
unsigned char __VERIFIER_nondet_level(void);

static void *reader(void *unused) {
  unsigned char level = __VERIFIER_nondet_level();
  assert(level < 256);
  assert(__VERIFIER_nondet_packets() != 70777u || level != 200);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  pthread_join(t, NULL);
  return 0;
}
