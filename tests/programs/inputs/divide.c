/* A division by zero, for one input. */
#include <heddle/rt.h>
static volatile int out;
int main(void) {
  int x = (int)heddle_input("x", -1000000, 1000000);
#ifdef FIXED
  if (x != 57)
#endif
    out = 1000 / (x - 57);
  return 0;
}
