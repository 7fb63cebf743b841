/* The introductory example of DART (Godefroid, Klarlund, Sen 2005): random
 * inputs hardly ever meet it.
 * finds: abort */
#include <heddle/rt.h>
#include <stdlib.h>

static int f(int x) {
  return 2 * x;
}

static int h(int x, int y) {
  if (x != y)
#ifdef FIXED
    if (f(x) == x + 10 && x == y)
#else
    if (f(x) == x + 10)
#endif
      abort();
  return 0;
}

int main(void) {
  int x = (int)heddle_input("x", -1000000000, 1000000000);
  int y = (int)heddle_input("y", -1000000000, 1000000000);
  return h(x, y);
}
