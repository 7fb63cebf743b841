/* A switch, an assumption, and a choice among few. */
#include <assert.h>
#include <heddle/rt.h>
static int step(int state, int operation) {
  switch (operation) {
  case 0:
    return state + 3;
  case 1:
    return state * 2;
  case 7:
  case 8:
    return state - 5;
  default:
    return state;
  }
}
int main(void) {
  int state = 1;
  for (int i = 0; i < 3; i++)
    state = step(state, heddle_choose(10));
  int key = (int)heddle_input("key", -1000000, 1000000);
  heddle_assume(key % 2 == 0);
  if (state == 14 && key / 2 == 4321) /* 1 + 3 + 3 = 7, 7 * 2 */
#ifdef FIXED
    assert(key == 8642);
#else
    assert(key != 8642);
#endif
  return 0;
}
