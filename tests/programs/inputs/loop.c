/* A loop as long as an input says. */
#include <assert.h>
#include <heddle/rt.h>
int main(void) {
  unsigned n = (unsigned)heddle_input("n", 0, 40), sum = 0;
  for (unsigned i = 1; i <= n; i++)
    sum += i;
#ifdef FIXED
  assert(sum != 152);
#else
  assert(sum != 153);
#endif
  return 0;
}
