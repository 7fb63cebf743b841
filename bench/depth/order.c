/* A bug of known depth: D + 1 of N threads must meet `stage` in the opposite
 * order of their creation, which is D ordering constraints and no fewer. */
#include "family.h"

static atomic_int stage;

static void decide(int i) {
  if (i <= D) { /* the thread made last has rank 0 and must come first */
    int rank = D - i;
    if (stage == rank)
      stage = rank + 1;
  }
}

int main(void) {
  run_all();
  assert(stage != D + 1);
  return 0;
}
