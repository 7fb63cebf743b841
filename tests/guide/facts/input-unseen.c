/* expect: 3 a value that cannot be followed */
/* options: --symbolic */
#include <assert.h>
#include <heddle/rt.h>
#include <stdlib.h>
static char digits[4];
int main(void) {
  digits[0] = (char)heddle_input("d", 48, 57);
  assert(atof(digits) != 7);
  return 0;
}
