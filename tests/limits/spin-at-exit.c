/* What runs after main does not end.
 * names: main spins at line 7 */
#include <stdlib.h>

static void end(void) {
  volatile unsigned n = 0;
  while (n < 2) n &= 1;
}

int main(void) {
  atexit(end);
  return 0;
}
