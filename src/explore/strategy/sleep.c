/* sleep: every step of every process, but those that commute only in one
 * order (asleep.h).
 *
 * Every state is stored, so everything that shows in a state is found, and
 * breadth first by the same run as with full; transitions are fewer. */
#include "explore/explore.h"
#include "explore/strategy.h"

static void *open_sleep(const struct model *m, unsigned find,
                        struct text *why) {
  (void)find;
  (void)why;
  return (void *)m; /* nothing to remember, but not NULL */
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  (void)self;
  (void)v;
  out->every_step = true;
}

static void close_sleep(void *self) {
  (void)self;
}

const struct strategy strategy_sleep = {
    .name = "sleep",
    .summary = "sleep sets: all states, fewer transitions",
    .preserves = EXPLORE_FIND_ALL & ~(1u << FINDING_LIVENESS),
    .sound = true,
    .open = open_sleep,
    .leaps = leaps,
    .close = close_sleep,
    .sleeps = SLEEPS_ALL,
};
