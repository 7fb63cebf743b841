/* An input chooses where a value goes. */
#include <assert.h>
#include <heddle/rt.h>
static int left, right, middle;
int main(void) {
  int i = (int)heddle_input("i", -1000000, 1000000);
  int *to = i == 4711 ? &left : i > 0 ? &right : &middle;
  *to = 1;
#ifdef FIXED
  assert(left + right + middle == 1);
#else
  assert(!left);
#endif
  return 0;
}
