/* The middle of two numbers: their sum may be infinite.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>

int main(void) {
  float a = heddle_float("a"), b = heddle_float("b");
  heddle_assume(a >= 1 && a <= b && b <= 3e38f);
#ifdef FIXED
  float middle = a / 2 + b / 2;
#else
  float middle = (a + b) / 2;
#endif
  assert(a <= middle && middle <= b);
  return 0;
}
