/* sra: simultaneous reachability analysis (N 3.2.3.2, after Özdemir and Ural
 * 1995; read as doc/papers.md says).
 *
 * A leap has one executable step of each process that has any; a process
 * that also has a step waiting for others may stay out, and every subset of
 * such processes may.  (As printed one might leave out one at a time only;
 * that loses deadlocks.)
 *
 * Sound: the first steps of a run, one for each process, as far as they are
 * executable now, are independent and commute to the front; a process whose
 * first step is not among them has a step that waits.  A process that nobody
 * can disturb may move although the run does not need it to: its step
 * commutes with the run.  So the same argument holds for runs to any step,
 * and executable transitions and failing steps are preserved too. */
#include "base/sound.h"
#include "explore/cfsm.h"
#include "explore/desk.h"
#include "explore/explore.h"

static void *open_sra(const struct model *m, unsigned find, struct text *why) {
  (void)find;
  return cfsm_is(m, true, why) ? (void *)m : NULL;
}

static void close_sra(void *self) {
  (void)self;
}

/* d->group[k]: where the options of the k-th process begin, twice; one more
 * when it may stay out. */
static void multiply(struct desk *d, uint32_t k, uint32_t groups,
                     struct leaps *out) {
  EXPECTS(k <= groups);
  if (k == groups) {
    if (d->steps.len)
      desk_leap(d, out);
    return;
  }
  for (uint32_t i = d->group[k] / 2; i < d->group[k + 1] / 2; i++) {
    desk_push(d);
    desk_take(d, &d->options.at[i]);
    multiply(d, k + 1, groups, out);
    desk_pop(d);
  }
  if (d->group[k] & 1)
    multiply(d, k + 1, groups, out);
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  (void)self;
  struct desk *d = v->desk;
  uint32_t groups = 0;
  desk_begin(d, v);
  for (process_id p = 0; p < d->processes; p++) {
    size_t from = d->options.len;
    desk_view_options(d, v, p);
    if (d->options.len > from)
      d->group[groups++] = (uint32_t)from * 2 + v->waits[p];
  }
  d->group[groups] = (uint32_t)d->options.len * 2;
  multiply(d, 0, groups, out);
}

const struct strategy strategy_sra = {
    .name = "sra",
    .summary = "simultaneous: as many processes move together as can",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING |
                 1u << FINDING_UNEXECUTABLE | 1u << FINDING_ASSERTION |
                 1u << FINDING_RANGE,
    .sound = true,
    .open = open_sra,
    .leaps = leaps,
    .close = close_sra,
};
