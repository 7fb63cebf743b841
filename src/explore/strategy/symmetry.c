/* symmetry: every step, and of the states that differ only in who of several
 * processes that are alike is who, one (symmetry.h).
 *
 * A leap is a step to the state that stands for where it leads.  Ends and
 * properties are the same in all states of an orbit, so they come out as with
 * full, each end counted as often as there are states like it; of what
 * processes do wrong one of those alike is told.  What must come about
 * concerns single processes over a whole run, and is not preserved. */
#include "explore/symmetry.h"
#include "explore/explore.h"

static void *open_symmetry(const struct model *m, unsigned find,
                           struct text *why) {
  bool lines = strategy_relevant(m, find) >> FINDING_UNEXECUTABLE & 1;
  return symmetry_open(m, lines, why);
}

static void close_symmetry(void *self) {
  symmetry_close(self);
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  struct desk *d = v->desk;
  desk_begin(d, v);
  for (process_id p = 0; p < d->processes; p++)
    desk_view_options(d, v, p);
  for (size_t i = 0; i < d->options.len; i++) {
    desk_push(d);
    desk_take(d, &d->options.at[i]);
    desk_leap(d, out);
    desk_pop(d);
    symmetry_fold(self, d, out->values.at + i * d->parts);
  }
}

static uint64_t fold(void *self, struct desk *d, value_id *values) {
  return symmetry_fold(self, d, values);
}

const struct strategy strategy_symmetry = {
    .name = "symmetry",
    .summary = "one state for all that differ in who of those alike is who",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING |
                 1u << FINDING_PROPERTY | 1u << FINDING_UNEXECUTABLE,
    .finds = 1u << FINDING_UNSPECIFIED | 1u << FINDING_OVERFLOW |
             1u << FINDING_ASSERTION | 1u << FINDING_RANGE,
    .sound = true,
    .open = open_symmetry,
    .leaps = leaps,
    .close = close_symmetry,
    .fold = fold,
};
