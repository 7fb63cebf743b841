// must: inputs by the names that kernels have for types are inputs of these types
// expect: violated assertion
// only: optimal
// build: --heddle-symbolic
#include <assert.h>
extern unsigned char __VERIFIER_nondet_u8(void);
extern long __VERIFIER_nondet_int64_t(void);
int main(void) {
  unsigned char small = __VERIFIER_nondet_u8();
  long large = __VERIFIER_nondet_int64_t();
  assert(small != 200 || large != -5000000000L);
  return 0;
}
