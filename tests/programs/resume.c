/* C programs tested in many sittings: every sitting starts the program anew,
 * and together they run what one sitting runs (tests/unit/sittings.h). */
#include <stdio.h>
#include <stdlib.h>

#include "../unit/sittings.h"
#include "exec/parallel.h"
#include "exec/program.h"
#include "sched/strategy.h"
#include "suite.h"

static struct executor *open_programs(void *user, size_t workers) {
  struct text error = {0};
  struct program_options o = {.path = user};
  struct executor *all[4];
  size_t n = 0;
  while (n < workers && (all[n] = program_executor_open(&o, &error)))
    n++;
  text_free(&error);
  return n > 1 ? parallel_executor_open(all, n, false) : n ? all[0] : NULL;
}

void suite_resume(struct suite *s) {
  static const char *const sources[] = {
      "programs/dining1.c", "programs/pairs.c", "tests/programs/rw22.c",
      "programs/bugs/race.c", "programs/bugs/deadlock.c",
      "tests/programs/crash-line.c"};
  struct rng r = rng_seed(11);
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
    char *binary = suite_build(s, sources[i]);
    for (size_t k = 0; binary && sched_strategies[k]; k++) {
      struct sittings t = {open_programs, binary,
                           {.strategy = sched_strategies[k],
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .all = true,
                            .seed = 2,
                            .depth = 3},
                           s->quick ? 60 : 300, s->quick ? 30 : 80};
      suite_check(s, sittings_agree(&t, &r),
                  "%s, %s: many sittings are not one", sources[i],
                  sched_strategies[k]->name);
    }
    free(binary);
  }
}
