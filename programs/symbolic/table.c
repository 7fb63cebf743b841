/* A table by tenths: from 0 to 1 there are eleven.
 * finds: out-of-bounds */
#include <heddle/rt.h>

int main(void) {
  static const int table[10] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  double x = heddle_double("x");
#ifdef FIXED
  if (!(x >= 0 && x < 1))
    return 0;
#else
  if (!(x >= 0 && x <= 1))
    return 0;
#endif
  return table[(int)(x * 10)] > 100;
}
