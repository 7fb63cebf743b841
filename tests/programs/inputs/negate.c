/* The one number whose opposite is negative. */
#include <assert.h>
#include <heddle/rt.h>
#include <limits.h>
static int opposite(int x) { return (int)(0u - (unsigned)x); }
int main(void) {
  int x = (int)heddle_input("x", INT_MIN, INT_MAX);
  int size = x < 0 ? opposite(x) : x;
#ifdef FIXED
  assert(size >= 0 || x == INT_MIN);
#else
  assert(size >= 0);
#endif
  return 0;
}
