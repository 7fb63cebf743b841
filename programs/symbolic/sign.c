/* The sign of a number (the first program of KLEE's tutorials): zero counts as
 * positive.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>

static int sign(int x) {
#ifdef FIXED
  if (x == 0)
    return 0;
#endif
  return x < 0 ? -1 : 1;
}

int main(void) {
  int x = (int)heddle_input("x", -2147483647 - 1, 2147483647);
  int s = sign(x);
  assert((s == 0) == (x == 0));
  assert((s < 0) == (x < 0));
  return 0;
}
