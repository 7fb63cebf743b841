/* What kind of triangle (Myers 1979): one of the equal pairs is forgotten.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>

enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

static enum kind kind_of(int a, int b, int c) {
  if (a + b <= c || b + c <= a || a + c <= b)
    return NONE;
  if (a == b && b == c)
    return EQUILATERAL;
#ifdef FIXED
  if (a == b || b == c || a == c)
#else
  if (a == b || b == c)
#endif
    return ISOSCELES;
  return SCALENE;
}

int main(void) {
  int a = (int)heddle_input("a", 1, 1000000);
  int b = (int)heddle_input("b", 1, 1000000);
  int c = (int)heddle_input("c", 1, 1000000);
  enum kind k = kind_of(a, b, c);
  assert(k != SCALENE || (a != b && b != c && a != c));
  assert(k != EQUILATERAL || (a == b && a == c));
  return 0;
}
