/* full: every step of every process, one at a time; conventional
 * reachability analysis (N 2.3).  Preserves everything. */
#include "explore/explore.h"
#include "explore/strategy.h"

static void *open_full(const struct model *m, unsigned find, struct text *why) {
  (void)find;
  (void)why;
  return (void *)m; /* nothing to remember, but not NULL */
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  (void)self;
  (void)v;
  out->every_step = true;
}

static void close_full(void *self) {
  (void)self;
}

const struct strategy strategy_full = {
    .name = "full",
    .summary = "every step of every process, one at a time",
    .preserves = EXPLORE_FIND_ALL | 1u << FINDING_CIRCLE,
    .sound = true,
    .open = open_full,
    .leaps = leaps,
    .close = close_full,
};
