/* twins: random texts against the models they were written to mean.
 *
 *     twins [TEXTS [FIRST_SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "twin.h"

#if defined(__SANITIZE_ADDRESS__) || defined(STRESS)
enum { TEXTS = 500 };
#else
enum { TEXTS = 1500 };
#endif
enum { FAILURES_SHOWN = 3 };

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : TEXTS;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  uint64_t passed = 0, failed = 0, large = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    struct twin t = twin_make(seed);
    struct text why = {0};
    bool skipped;
    if (twin_compare(&t, &why, &skipped)) {
      *(skipped ? &large : &passed) += 1;
    } else if (failed++ < FAILURES_SHOWN) {
      printf("seed %" PRIu64 " failed:\n%s\n%s\n", seed, text_str(&t.text),
             text_str(&why));
    }
    text_free(&why);
    twin_free(&t);
  }
  printf("seed %" PRIu64 " to %" PRIu64 ": %" PRIu64 " texts too large\n",
         first, first + count - 1, large);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", passed, failed);
  return failed ? 1 : 0;
}
