/* A sum in single precision: beyond 2^24 adding one changes nothing, and who
 * counts so never arrives.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>

int main(void) {
  float x = heddle_float("x");
#ifdef FIXED
  heddle_assume(x >= 0 && x < 16777216.0f);
#else
  heddle_assume(x >= 0 && x <= 16777216.0f);
#endif
  assert(x + 1 > x);
  return 0;
}
