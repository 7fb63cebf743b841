/* Where numbers wrap. */
#include <assert.h>
#include <heddle/rt.h>
static unsigned middle(unsigned low, unsigned high) {
#ifdef FIXED
  return low + (high - low) / 2;
#else
  return (low + high) / 2;
#endif
}
int main(void) {
  unsigned low = (unsigned)heddle_input("low", 0, 4294967295LL);
  unsigned high = (unsigned)heddle_input("high", 0, 4294967295LL);
  heddle_assume(low <= high);
  unsigned m = middle(low, high);
  assert(low <= m && m <= high);
  return 0;
}
