/* full: every interleaving, for tiny programs and for checking the others.
 *
 * Each run branches at every step beyond its prefix to every other enabled
 * thread and alternative, so each schedule is run exactly once.  A run goes
 * on beyond its prefix without preemption or delay, hence with a bound the
 * schedules within it are exactly those reached by prefixes within it. */
#include <string.h>

#include "sched/strategy.h"

struct prefix {
  uint32_t at, len; /* in choices */
};

struct full {
  const struct sched_options *options;
  VEC(struct prefix) pending;
  VEC(choice) choices; /* a stack, as pending is */
  VEC(uint32_t) lens;  /* prefix length of each plan of the batch */
  uint64_t left_out;
};

static void *full_open(const struct sched_options *o) {
  struct full *f = alloc_zero(1, sizeof *f);
  f->options = o;
  struct prefix root = {0, 0};
  vec_push(&f->pending, root);
  return f;
}

static bool full_propose(void *self, struct batch *b) {
  struct full *f = self;
  vec_clear(&f->lens);
  while (f->pending.len) {
    struct prefix *p = vec_last(&f->pending);
    struct plan *plan = batch_plan(b, p->len);
    if (!plan)
      break;
    batch_prefix(b, plan, f->choices.at + p->at);
    vec_push(&f->lens, p->len);
    f->choices.len = p->at;
    f->pending.len--;
  }
  return f->lens.len > 0;
}

static void push(struct full *f, const choice *taken, uint32_t len,
                 choice last) {
  struct prefix p = {(uint32_t)f->choices.len, len + 1};
  vec_resize(&f->choices, f->choices.len + len + 1);
  if (len)
    memcpy(f->choices.at + p.at, taken, len * sizeof *taken);
  f->choices.at[p.at + len] = last;
  vec_push(&f->pending, p);
}

/* Every other way to go on from step i, when the bounds allow it. */
static void branch(struct full *f, const choice *taken, uint32_t i,
                   const struct event *e, unsigned before,
                   struct sched_cost spent) {
  for (uint64_t left = e->enabled; left; left &= left - 1) {
    unsigned thread = (unsigned)__builtin_ctzll(left);
    struct sched_cost cost = spent;
    sched_spend(&cost, before, thread, e->enabled);
    if (!sched_within(&cost, f->options))
      continue;
    if (thread != e->thread)
      push(f, taken, i, CHOICE(thread, 0));
    for (unsigned a = 0; thread == e->thread && a < e->alts; a++)
      if (a != e->alt)
        push(f, taken, i, CHOICE(thread, a));
  }
}

/* A thread other than the one taken is tried with alternative 0 first; its
 * other alternatives are found when that has run. */
static bool full_learn(void *self, const struct batch *b, uint32_t i,
                       bool left_out, const char **error) {
  (void)left_out;
  (void)error;
  struct full *f = self;
  const struct run *run = &b->runs[i];
  VEC(choice) taken = {0};
  struct sched_cost cost = {0};
  unsigned before = SCHED_NOBODY;
  for (uint32_t k = 0; k < run->events_len; k++) {
    const struct event *e = &b->events[run->events + k];
    if (e->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    uint32_t step = (uint32_t)taken.len;
    if (step >= f->lens.at[i])
      branch(f, taken.at, step, e, before, cost);
    else if (step + 1 == f->lens.at[i] && e->alt == 0)
      for (unsigned a = 1; a < e->alts; a++)
        push(f, taken.at, step, CHOICE(e->thread, a));
    sched_spend(&cost, before, e->thread, e->enabled);
    before = e->thread;
    vec_push(&taken, CHOICE(e->thread, e->alt));
  }
  vec_free(&taken);
  return true;
}

static double full_progress(const void *self) {
  (void)self;
  return -1;
}

static uint64_t full_bytes(const void *self) {
  const struct full *f = self;
  return f->choices.cap * sizeof(choice) +
         f->pending.cap * sizeof(struct prefix);
}

static void full_close(void *self) {
  struct full *f = self;
  vec_free(&f->pending);
  vec_free(&f->choices);
  vec_free(&f->lens);
  free(f);
}

const struct sched_strategy sched_full = {
    .name = "full",
    .summary = "every interleaving, for tiny programs",
    .exhaustive = true,
    .bounded = true,
    .open = full_open,
    .propose = full_propose,
    .learn = full_learn,
    .progress = full_progress,
    .bytes = full_bytes,
    .close = full_close,
};
