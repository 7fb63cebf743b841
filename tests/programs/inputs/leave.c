/* The exit code depends on an input. */
#include <heddle/rt.h>
int main(void) {
  unsigned x = (unsigned)heddle_input("x", 0, 1000000);
#ifdef FIXED
  return x * 2 == 99999;
#else
  return x * 2 == 99998;
#endif
}
