/* Before a search: how many runs are spent to find out whether runs repeat,
 * where they take long and where they do not. */
#include <unistd.h>

#include "job/settle.h"
#include "test.h"

static unsigned ran;

static bool slow_run(struct executor *x) {
  struct batch *b = x->batch;
  for (; b->done < b->plans_len; b->done++) {
    ran++;
    usleep(20000);
    b->runs[b->done] = (struct run){.end = RUN_COMPLETE, .text = UINT32_MAX};
  }
  return true;
}

static unsigned runs_to_settle(double seconds) {
  static struct plan plans[4];
  static struct run runs[4];
  static choice choices[4];
  struct batch b = {.plans = plans,
                    .runs = runs,
                    .choices = choices,
                    .plans_cap = 4,
                    .choices_cap = 4};
  struct executor x = {.batch = &b, .run = slow_run, .steps_max = 100};
  struct target t = {.kind = TAPE_BINARY, .executor = &x, .steps = 100};
  ran = 0;
  CHECK(settle(&t, true, seconds));
  return ran;
}

TEST(settle_leaves_a_search_of_long_runs_its_time) {
  CHECK_EQ(runs_to_settle(0.2), 1);  /* a tenth of the time, each */
  CHECK_EQ(runs_to_settle(0.39), 1); /* a little more than a twentieth */
}

TEST(settle_looks_at_several_schedules_of_short_runs) {
  CHECK_EQ(runs_to_settle(0), 8); /* no limit: four schedules, twice each */
  CHECK_EQ(runs_to_settle(60), 9);
}
