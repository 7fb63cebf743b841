/* A run that goes round: the way to the loop, and the round.
 *
 * What is looked for is a short way P and a short round C so that the state
 * after P C is that after P, and everybody who could move in C does (exec/
 * circle.h).  Pieces of both are left out as long as it is so; the executor
 * compares the states. */
#include <string.h>

#include "sched/minimise/stages.h"

/* The last run, which showed the round, is the best. */
static void take_last(struct trial *t, struct reduced *best) {
  trial_taken(t, &best->schedule);
  best->round = trial_steps(t, t->failure.round);
  best->preemptions = trial_preemptions(t);
  t->round = best->round;
}

/* Is way and round of the last run shorter, or as short with fewer
 * preemptions? */
static bool is_better(const struct trial *t, const struct reduced *best) {
  uint32_t steps = trial_steps(t, t->events_len);
  return steps != best->schedule.at.len
             ? steps < best->schedule.at.len
             : trial_preemptions(t) < best->preemptions;
}

/* Goes the first steps of a run, and then looks where it comes round. */
static bool go_round_after(struct trial *t, const choice *c, size_t len) {
  t->round = ROUND_ANYWHERE;
  return trial_run(t, c, len, PLAN_CIRCLE);
}

bool cycle_find(struct trial *t, const choice *c, size_t len,
                struct reduced *best) {
  if (!go_round_after(t, c, len))
    return false;
  take_last(t, best);
  for (size_t n = 0; n < best->round && n < len && !trial_over(t);
       n += n / 4 + 1)
    if (go_round_after(t, c, n) && is_better(t, best))
      take_last(t, best);
  t->round = best->round;
  return true;
}

static bool leave_out(struct trial *t, struct reduced *best, uint32_t from,
                      uint32_t size) {
  struct schedule s = {0};
  t->round = 0;
  for (uint32_t i = 0; i < best->schedule.at.len; i++) {
    if (i == best->round)
      t->round = (uint32_t)s.at.len;
    if (i < from || i >= from + size)
      vec_push(&s.at, best->schedule.at.at[i]);
  }
  bool better = t->round < s.at.len &&
                trial_run(t, s.at.at, s.at.len, PLAN_SKIP | PLAN_CIRCLE) &&
                is_better(t, best);
  if (better)
    take_last(t, best);
  t->round = best->round;
  schedule_free(&s);
  return better;
}

static bool drop_pieces(struct trial *t, struct reduced *best) {
  bool better = false;
  for (uint32_t size = (uint32_t)(best->schedule.at.len + 1) / 2; size;
       size /= 2)
    for (uint32_t i = 0; i < best->schedule.at.len && !trial_over(t);)
      if (leave_out(t, best, i, size))
        better = true;
      else
        i += size;
  return better;
}

void stage_cycle(struct trial *t, struct reduced *best) {
  while (!trial_over(t) && drop_pieces(t, best))
    ;
}
