/* A price in dollars becomes cents: 0.29 * 100 is a little less than 29, and
 * what is behind the point is cut off.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>
#include <math.h>

int main(void) {
  int cents = (int)heddle_input("cents", 0, 9999);
  double price = cents / 100.0;
#ifdef FIXED
  int back = (int)lround(price * 100);
#else
  int back = (int)(price * 100);
#endif
  assert(back == cents);
  return 0;
}
