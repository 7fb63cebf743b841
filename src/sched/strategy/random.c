/* random: at every step one of the enabled threads, each equally likely. */
#include <stdlib.h>

#include "sched/strategy/sample.h"

static bool random_propose(void *self, struct batch *b) {
  while (sample_plan(self, b, AFTER_RANDOM))
    ;
  return b->plans_len > 0;
}

const struct sched_strategy sched_random = {
    .name = "random",
    .summary = "any enabled thread at every step, by seed",
    .propose = random_propose,
    SAMPLE_ROW,
};
