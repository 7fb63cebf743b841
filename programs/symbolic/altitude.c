/* Two aircraft are told to climb or to descend (a small relative of tcas, of the
 * Siemens programs): a comparison the wrong way round tells both the same.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>

enum advice { NOTHING, CLIMB, DESCEND };

/* Of the lower one `above` is false. */
static enum advice advise(int own, int other, int up, int down) {
  int near = own - other < 600 && other - own < 600;
  if (!near)
    return NOTHING;
  if (own > other)
    return up >= 100 ? CLIMB : down >= 100 ? NOTHING : CLIMB;
#ifdef FIXED
  return down >= 100 ? DESCEND : up >= 100 ? NOTHING : DESCEND;
#else
  return down > up ? DESCEND : CLIMB;
#endif
}

int main(void) {
  int a = (int)heddle_input("a", 0, 50000),
      b = (int)heddle_input("b", 0, 50000);
  int up = (int)heddle_input("up", 0, 10000);
  int down = (int)heddle_input("down", 0, 10000);
  heddle_assume(a != b);
  enum advice first = advise(a, b, up, down), second = advise(b, a, up, down);
  assert(first == NOTHING || first != second);
  return 0;
}
