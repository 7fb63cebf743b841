// expect: violated assertion
// build: --heddle-symbolic
// options: --symbolic
// only: optimal dpor
// A loop as long as an input says: the one that is wrong is found.
#include <assert.h>
#include <heddle/rt.h>

int main(void) {
  unsigned n = (unsigned)heddle_input("n", 0, 1000000);
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += i;
  assert(sum != 45);
}
