/* Small types: what is cut off and what is widened with its sign. */
#include <assert.h>
#include <heddle/rt.h>
int main(void) {
  int x = (int)heddle_input("x", -100000, 100000);
  unsigned char u = (unsigned char)(x * 7);
  signed char s = (signed char)u;
  short h = (short)(x + 1);
  if (u == 200 && s < 0 && h == 1329 + s) {
#ifdef FIXED
    assert((u & 7) == 0);
#else
    assert(0);
#endif
  }
  return 0;
}
