/* One value of 200,001. */
#include <assert.h>
#include <heddle/rt.h>
int main(void) {
  int x = (int)heddle_input("x", -100000, 100000);
#ifdef FIXED
  assert(x * 3 + 7 != 1235); /* not divisible */
#else
  assert(x * 3 + 7 != 1234);
#endif
  return 0;
}
