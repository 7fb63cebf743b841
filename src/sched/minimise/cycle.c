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

/* Way and round with the steps of each thread together, from `first` on, of
 * the threads below `count`. */
static bool gather(struct trial *t, struct reduced *best, unsigned first,
                   unsigned count) {
  struct schedule s = {0};
  size_t parts[] = {0, best->round, best->schedule.at.len};
  for (int part = 0; part < 2; part++)
    for (unsigned k = 0; k < count; k++)
      for (size_t i = parts[part]; i < parts[part + 1]; i++)
        if (CHOICE_THREAD(best->schedule.at.at[i]) == (first + k) % count)
          vec_push(&s.at, best->schedule.at.at[i]);
  bool better = trial_run(t, s.at.at, s.at.len, PLAN_SKIP | PLAN_CIRCLE) &&
                is_better(t, best);
  if (better)
    take_last(t, best);
  schedule_free(&s);
  return better;
}

static void gather_all(struct trial *t, struct reduced *best) {
  struct threads who = threads_none();
  unsigned top = 0;
  for (size_t i = 0; i < best->schedule.at.len; i++) {
    unsigned thread = CHOICE_THREAD(best->schedule.at.at[i]) % THREADS_MAX;
    threads_add(THREADS_ALL, &who, thread);
    top = thread > top ? thread : top;
  }
  threads_each(THREADS_ALL, &who, thread)
    if (!trial_over(t))
      gather(t, best, (unsigned)thread, top + 1);
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

/* Who was where, for each step of the best run. */
typedef VEC(uint64_t) looks;
static void look_at(struct trial *t, const struct reduced *best, looks *out) {
  trial_run(t, best->schedule.at.at, best->schedule.at.len, PLAN_CIRCLE);
  for (uint32_t i = 0; i < t->events_len; i++) {
    const struct event *e = &t->events[i];
    if (!(e->flags & (EVENT_SILENT | EVENT_PENDING)))
      vec_push(out, (uint64_t)e->site << 24 | e->kind << 16 | e->thread);
  }
}

/* How many steps from i on are as those p steps before them were. */
static uint32_t alike(const looks *at, uint32_t i, uint32_t p) {
  uint32_t n = 0;
  while (i + p + n < at->len && at->at[i + n] == at->at[i + p + n])
    n++;
  return n / p * p;
}

/* Turns that are taken again and again, all but one. */
static bool drop_turns(struct trial *t, struct reduced *best) {
  enum { LONGEST = 64 };
  looks at = {0};
  bool better = false;
  look_at(t, best, &at);
  for (uint32_t p = 1; p <= LONGEST && !better; p++)
    for (uint32_t i = 0; i < at.len && !better && !trial_over(t); i++) {
      uint32_t more = alike(&at, i, p);
      better = more && (leave_out(t, best, i, more) ||
                        (more > p && leave_out(t, best, i, p)));
      i += more;
    }
  vec_free(&at);
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
  do
    gather_all(t, best);
  while (!trial_over(t) && (drop_turns(t, best) || drop_pieces(t, best)));
}
