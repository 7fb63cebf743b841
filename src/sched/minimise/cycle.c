/* A run that goes round: the way to the loop, and the round.
 *
 * What is looked for is a way P and a round C so that P C C C ... up to the
 * bound on steps shows the same loop; pieces of both are left out as long as
 * it does.  Where the scheduler goes round by itself when left alone (one
 * thread that loops) no choice of the rounds is needed; where threads take
 * turns, all are. */
#include <string.h>

#include "sched/minimise/stages.h"

struct round {
  uint32_t start, len; /* in steps; len 0: there is none */
};

static uint64_t look_of(const struct event *e) {
  return (uint64_t)e->site << 16 | e->kind << 8 | e->thread;
}

static bool is_step(const struct event *e) {
  return !(e->flags & (EVENT_SILENT | EVENT_PENDING));
}

/* The shortest round that the last run repeats to its end. */
static struct round find_round(const struct trial *t) {
  struct round r = {0};
  VEC(const struct event *) steps = {0};
  if (t->wanted.kind == FOUND_LIVELOCK && t->run && t->run->end == RUN_STEPS)
    for (uint32_t i = 0; i < t->events_len; i++)
      if (is_step(&t->events[i]))
        vec_push(&steps, &t->events[i]);
  uint32_t count = (uint32_t)steps.len;
  for (uint32_t p = 1; p <= count / 4 && !r.len; p++) {
    uint32_t same = 0; /* from the end */
    while (same + p < count && look_of(steps.at[count - 1 - same]) ==
                                   look_of(steps.at[count - 1 - same - p]))
      same++;
    if (same >= count / 2)
      r = (struct round){count - same - p, p};
  }
  vec_free(&steps);
  return r;
}

/* Events before step `step` of the last run. */
static uint32_t events_before(const struct trial *t, uint32_t step) {
  uint32_t i = 0;
  for (; i < t->events_len; i++)
    if (is_step(&t->events[i]) && !step--)
      break;
  return i;
}

/* --- smaller ------------------------------------------------------------ */

struct cycle {
  struct trial *t;
  struct reduced *best;
  struct round round;     /* of the best */
  struct schedule longer; /* a candidate, to the bound */
};

/* The way and the round of the best without `size` steps from `from` on,
 * repeated. */
static bool expand(struct cycle *c, uint32_t from, uint32_t size) {
  const struct schedule *s = &c->best->schedule;
  uint32_t end = c->round.start + c->round.len, start = 0;
  vec_clear(&c->longer.at);
  for (uint32_t i = 0; i < end; i++) {
    if (i == c->round.start)
      start = (uint32_t)c->longer.at.len;
    if (i < from || i >= from + size)
      vec_push(&c->longer.at, s->at.at[i]);
  }
  size_t len = c->longer.at.len - start;
  if (!len)
    return false;
  while (c->longer.at.len < c->t->x->steps_max) {
    choice again = c->longer.at.at[c->longer.at.len - len];
    vec_push(&c->longer.at, again);
  }
  return true;
}

static uint32_t preemptions_of(const struct trial *t, uint32_t steps) {
  struct sched_cost cost = {0};
  unsigned before = SCHED_NOBODY;
  for (uint32_t i = 0; i < t->events_len && steps; i++)
    if (is_step(&t->events[i])) {
      sched_spend(&cost, before, t->events[i].thread, t->events[i].enabled);
      before = t->events[i].thread;
      steps--;
    }
  return cost.preemptions;
}

/* The last run is the best if way and round are shorter than those of the
 * best, or as short with fewer preemptions. */
static bool take_last(struct cycle *c, bool first) {
  struct round r = find_round(c->t);
  uint32_t now = c->round.start + c->round.len, len = r.start + r.len;
  uint32_t paid = preemptions_of(c->t, len);
  if (!r.len || (!first && (len > now ||
                            (len == now && paid >= c->best->preemptions))))
    return false;
  c->round = r;
  trial_taken(c->t, &c->best->schedule);
  c->best->preemptions = paid;
  return true;
}

static bool leave_out(struct cycle *c, uint32_t from, uint32_t size) {
  return expand(c, from, size) &&
         trial_run(c->t, c->longer.at.at, c->longer.at.len, PLAN_SKIP) &&
         take_last(c, false);
}

static bool drop_pieces(struct cycle *c) {
  bool better = false;
  for (uint32_t size = (c->round.start + c->round.len + 1) / 2; size;
       size /= 2)
    for (uint32_t i = 0;
         i < c->round.start + c->round.len && !trial_over(c->t);)
      if (leave_out(c, i, size))
        better = true;
      else
        i += size;
  return better;
}

bool stage_cycle(struct trial *t, struct reduced *best) {
  struct cycle c = {.t = t, .best = best};
  bool found = t->wanted.whole && t->wanted.kind == FOUND_LIVELOCK &&
               trial_run(t, best->schedule.at.at, best->schedule.at.len, 0) &&
               take_last(&c, true);
  while (found && !trial_over(t) && drop_pieces(&c))
    ;
  schedule_free(&c.longer);
  return found;
}

/* --- as it is told ------------------------------------------------------ */

uint32_t cycle_told(const struct trial *t) {
  struct round r = find_round(t);
  return r.len ? r.start + 2 * r.len : UINT32_MAX;
}

uint32_t cycle_fold(struct trial *t, struct schedule *s) {
  uint32_t keep = cycle_told(t);
  if (keep >= s->at.len)
    return t->events_len;
  uint32_t events = events_before(t, keep);
  if (trial_run(t, s->at.at, keep, 0))
    s->at.len = keep;
  else
    trial_run(t, s->at.at, s->at.len, 0);
  return events;
}
