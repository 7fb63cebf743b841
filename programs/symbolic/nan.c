/* Three cases that look like all there are: what is no number is in none.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>
#include <math.h>

static int sign(double x) {
#ifdef FIXED
  if (isnan(x))
    return 0;
#endif
  if (x < 0)
    return -1;
  if (x == 0)
    return 0;
  if (x > 0)
    return 1;
  assert(!"there is no such number");
  return 2;
}

int main(void) {
  double x = heddle_double("x");
  return sign(x) > 1;
}
