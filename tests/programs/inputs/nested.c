/* Conditions inside conditions; inside the last a sum that must be exact. */
#include <assert.h>
#include <heddle/rt.h>
int main(void) {
  int a = (int)heddle_input("a", -1000000, 1000000);
  int b = (int)heddle_input("b", -1000000, 1000000);
  int c = (int)heddle_input("c", 0, 1000000);
  if (a > 500 && b < a - 400)
    if (a + b == 777)
      if (c == a * 2) {
#ifdef FIXED
        assert(c > 1000);
#else
        assert(c > 1200);
#endif
      }
  return 0;
}
