#include "job/settle.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/sound.h"
#include "job/host.h"

enum {
  FACTOR = 8,            /* between one bound and the next */
  LONGEST = 500 * 1000,  /* there is room for a run of so many steps always */
  ROOM = 4,              /* the bound, in runs of the length that was seen */
};

static void plan_twice(struct batch *b, uint64_t seed) {
  for (int i = 0; i < 2; i++) {
    struct plan *p = batch_plan(b, 0);
    p->after = AFTER_RANDOM;
    p->seed = seed;
  }
}

/* What can be seen of a run. */
static uint64_t run_hash(const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  const struct run *r = &b->runs[i];
  uint64_t h = hash_pair(r->state, r->end);
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    h = hash_pair(h, (uint64_t)e->thread << 8 | e->kind);
    h = hash_pair(h, e->object);
    h = hash_pair(h ^ e->value, e->enabled);
  }
  return h;
}

enum again { SAME, DIFFERENT, NO_TIME };

/* The same schedule twice; there may be room for the events of one only. */
static enum again run_twice(struct executor *x, uint64_t seed) {
  struct batch *b = x->batch;
  uint64_t seen[2] = {0};
  batch_clear(b);
  plan_twice(b, seed);
  for (uint32_t n = 0; n < 2;) {
    b->events_len = b->text_len = 0;
    x->stopped = false;
    bool ok = x->run(x);
    if (x->stopped)
      return NO_TIME;
    if (!ok || b->done <= n)
      return DIFFERENT;
    for (; n < b->done; n++) {
      seen[n] = run_hash(b, n);
      if (b->runs[n].end == RUN_STUCK)
        return NO_TIME;
    }
  }
  return seen[0] == seen[1] ? SAME : DIFFERENT;
}

/* A first run, which the runtime does twice by itself (rt/loop.c): where it
 * takes long that has to be enough. */
static bool is_slow(struct executor *x, double patience) {
  struct batch *b = x->batch;
  double begun = clock_wall();
  batch_clear(b);
  struct plan *p = batch_plan(b, 0);
  p->after = AFTER_RANDOM;
  p->seed = 1;
  x->stopped = false;
  bool ok = x->run(x);
  return ok && (x->stopped || clock_wall() - begun > patience);
}

/* Whether the same schedule gives the same run, twice in a row and for
 * several schedules: if not, something survives the reset. */
static bool repeats(struct executor *x, double patience) {
  enum again a = patience > 0 && is_slow(x, patience) ? NO_TIME : SAME;
  for (uint64_t seed = 1; seed <= 4 && a == SAME; seed++)
    a = run_twice(x, seed);
  return a != DIFFERENT;
}

static bool repeat(struct target *t, double patience) {
  if (t->kind == TAPE_MODEL || t->fork || repeats(t->executor, patience))
    return true;
  host_say(t->host, "%s: something survives from one run to the next; each run "
               "gets a process of its own, which is slower",
               t->files.at[0]);
  return target_reopen_forked(t);
}

/* --- length ------------------------------------------------------------- */

void settle_bound(struct target *t, uint32_t steps) {
  EXPECTS(steps > 0);
  t->steps = t->executor->steps_max = steps;
  if (t->concolic)
    t->concolic->steps_max = steps;
}

static uint32_t next_bound(uint64_t steps) {
  return steps >= LONGEST            ? 0
         : steps * FACTOR >= LONGEST ? LONGEST
                                     : (uint32_t)(steps * FACTOR);
}

/* One run under the bound: whether that cut it off, and its steps. */
static bool cut_off(struct executor *x, uint32_t *steps) {
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, 0);
  p->after = AFTER_RANDOM;
  p->seed = 1;
  x->stopped = false;
  bool ok = x->run(x) && !x->stopped && b->done;
  *steps = ok ? b->runs[0].steps : 0;
  return ok && b->runs[0].end == RUN_STEPS && !b->runs[0].finding;
}

static void lengthen(struct target *t) {
  uint32_t usual = (uint32_t)t->steps, bound = usual, steps;
  while (cut_off(t->executor, &steps)) {
    bound = next_bound(bound);
    settle_bound(t, bound ? bound : usual);
    if (!bound)
      return;
  }
  if (!steps) /* there was no time for it */
    settle_bound(t, usual);
  else if (bound > usual)
    settle_bound(t, steps < LONGEST / ROOM ? steps * ROOM : LONGEST);
}

bool settle(struct target *t, bool steps, double seconds) {
  enum { OF = 20 }; /* a run that takes more than one part of it is long */
  if (!repeat(t, seconds / OF))
    return false;
  if (!steps)
    lengthen(t);
  return true;
}

uint32_t settle_longer(const struct target *t, const struct sched *s) {
  if (!s->finished || s->findings.len || !s->claim.because.at.len)
    return 0;
  vec_each(&s->claim.because.at, b)
    if (b->why != WHY_STEPS)
      return 0;
  return next_bound(t->steps);
}

uint64_t settle_allowance(const struct sched *s) {
  enum { TIMES = 16, LEAST = 4 * 1000 * 1000 };
  return s->stats.steps * TIMES + LEAST;
}
