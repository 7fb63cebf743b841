/* A bug of known depth: D - 1 of N threads must come into the window that
 * thread 0 opens for two of its steps, one after the other, which is D ordering
 * constraints and no fewer. */
#include "family.h"

static atomic_int x;

static void decide(int i) {
  if (i == 0) {
    x = 1;
    int seen = x;
    assert(seen != D);
    x = 0;
  } else if (i < D) {
    if (x == i)
      x = i + 1;
  }
}

int main(void) {
  run_all();
  return 0;
}
