#include "sched/batches.h"

#include <string.h>

#include "base/sound.h"
#include "base/stress.h"
#include "exec/policy.h"
#include "sched/contacts.h"
#include "sched/divide.h"
#include "sched/strategy.h"

enum {
  /* plans in one batch, as long as it is not extended */
  BATCH_MAX = UNLEARNED_MAX / 2,
  BATCH_STEPS = 1 << 16, /* about this many steps in one batch */
  /* Executions before a batch is extended: a short search gains nothing by it,
   * and knows less of what remains when it has run further ahead. */
  EXTENDED_FROM = STRESSED(16, 4096),
};

static struct sched_part *acting(struct sched *s) {
  EXPECTS(s->acting < s->parts_len);
  return &s->parts[s->acting];
}

/* --- cut off and taken up ------------------------------------------------ */

void batches_put_by(struct sched *s, uint32_t done) {
  batch_foreseen(s->x->batch);
  EXPECTS(done <= s->x->batch->plans_len);
  const struct batch *b = s->x->batch;
  struct sched_batch *l = &s->left;
  vec_resize(&l->plans, b->plans_len);
  memcpy(l->plans.at, b->plans, b->plans_len * sizeof *b->plans);
  vec_resize(&l->choices, b->choices_len);
  if (b->choices_len)
    memcpy(l->choices.at, b->choices, b->choices_len * sizeof *b->choices);
  if (s->contacts) {
    vec_resize(&l->cold, COLD_SITES / 64);
    memcpy(l->cold.at, b->cold, COLD_SITES / 8);
  }
  l->done = done;
}

void sched_give_inputs(struct sched *s) {
  struct batch *b = s->x->batch;
  uint32_t n = s->options.inputs_len;
  if (!n || n > b->inputs_cap)
    return;
  memcpy(b->inputs, s->options.inputs, n * sizeof *b->inputs);
  b->inputs_len = n;
  for (uint32_t i = 0; i < b->plans_len; i++) {
    b->plans[i].inputs = 0;
    b->plans[i].inputs_len = n;
  }
}

/* The batch that was put by; false when this executor has no room for it. */
static bool take_up(struct sched *s) {
  struct batch *b = s->x->batch;
  struct sched_batch *l = &s->left;
  batch_clear(b);
  vec_each(&l->plans, p)
    if (!batch_copy(b, p, l->choices.at))
      return sched_broken(s, "a batch that was put by does not fit");
  sched_give_inputs(s);
  if (l->cold.len == COLD_SITES / 64)
    memcpy(b->cold, l->cold.at, COLD_SITES / 8);
  b->done = l->done;
  l->done = 0;
  vec_clear(&l->cold);
  vec_clear(&l->plans);
  vec_clear(&l->choices);
  return true;
}

/* --- proposed ------------------------------------------------------------- */

/* Few plans at first, so that a finding comes at once; but the first few not one
 * by one, since a search of ten executions would be mostly handing over (only
 * where each is needed anyway: others learn of one what need not be run).
 * Never so many that a limit on time is overrun by far.  A matter of what was
 * run, and of no limit, so that the same search is the same everywhere, however
 * often it was cut off. */
static uint32_t batch_size(const struct sched *s, uint32_t cap) {
  enum { FIRST_FEW = 32 };
  uint64_t done = s->stats.executions, n = done / 4 + 1;
  uint64_t most = BATCH_STEPS / (s->stats.longest + 1) + 1;
  if (done && done <= FIRST_FEW && s->options.strategy->exact)
    n += FIRST_FEW;
  if (n > most)
    n = most;
  if (n > BATCH_MAX)
    n = BATCH_MAX;
  return n < cap ? (uint32_t)n : cap;
}

/* Whoever covers everything needs to see a wait look once only (executor.h).
 * But within a bound on preemptions a look in vain is what makes a switch
 * free, so a strategy that covers what is within it must let it be. */
static bool looks_once(const struct sched_part *p) {
  bool bounded = p->options.preemptions != SCHED_UNBOUNDED ||
                 p->options.delays != SCHED_UNBOUNDED;
  return p->strategy->preserves && !(bounded && p->strategy->bounded);
}

/* And nobody is starved (exec/policy.h). */
static void look_once(struct sched *s, uint32_t from) {
  EXPECTS(from <= s->x->batch->plans_len);
  uint16_t flags = PLAN_ONCE;
  if (acting(s)->strategy->awaits)
    flags |= PLAN_AWAIT;
  struct batch *b = s->x->batch;
  uint32_t turn = policy_turn(s->x->steps_max);
  for (uint32_t i = from; i < b->plans_len; i++) {
    b->plans[i].flags |= flags;
    if (b->plans[i].after == AFTER_FIRST)
      b->plans[i].steps = turn;
  }
}

/* What every plan of the search has; those before `from` have it. */
static void make_ready(struct sched *s, uint32_t from) {
  EXPECTS(from <= s->x->batch->plans_len);
  struct batch *b = s->x->batch;
  sched_give_inputs(s);
  if (looks_once(acting(s)))
    look_once(s, from);
  for (uint32_t i = from; i < b->plans_len; i++)
    b->plans[i].flags |= s->options.constraints ? PLAN_SHOWS : PLAN_SEEN;
}

/* The next plans of whoever's turn it is, or none where a turn takes none
 * (divide.h); false when one that covers everything has none left. */
static bool propose(struct sched *s, struct batch *b) {
  EXPECTS(b == s->x->batch);
  const struct sched_strategy *row = s->options.strategy;
  uint32_t cap = b->plans_cap;
  for (;;) {
    s->acting = row->turn ? row->turn(s) : 0;
    if (s->acting >= s->parts_len)
      return false;
    struct sched_part *p = acting(s);
    p->news /= 2;
    if (divide_turn(s))
      return true;
    b->plans_cap = batch_size(s, cap);
    bool more = p->strategy->propose(p->self, b);
    b->plans_cap = cap;
    if (more)
      return true;
    p->over = true;
    p->complete = p->strategy->preserves && !p->partial;
    if (p->complete || !row->turn)
      return false;
  }
}

/* The first batch of a search that has one plan for it.  A row that others have
 * turns beside does not gain by it. */
static bool may_foresee(const struct sched *s) {
  const struct sched_options *o = &s->options;
  const struct batch *b = s->x->batch;
  return s->x->foresees && o->strategy->foreseen && !s->stats.executions &&
         o->preemptions == SCHED_UNBOUNDED && o->delays == SCHED_UNBOUNDED &&
         !o->feasible && b->plans_len == 1 && !b->choices_len;
}

bool batches_next(struct sched *s) {
  struct batch *b = s->x->batch;
  if (s->left.plans.len)
    return take_up(s);
  batch_clear(b);
  s->finished = !propose(s, b);
  if (s->finished || s->verdict == VERDICT_BROKEN)
    return false;
  make_ready(s, 0);
  if (may_foresee(s))
    batch_foresee(b);
  if (s->contacts)
    contacts_cold(s->contacts, b->cold);
  s->stats.batches += b->plans_len > 0;
  return true;
}

/* --- extended ------------------------------------------------------------- */

/* When so many are left to be taken in: often enough that whoever runs them is
 * never without, and not after every run, which takes a walk each time. */
static bool is_due(uint32_t left) {
  enum { EVERY = 64, LEAST = 16, MOST = 2 * BATCH_MAX - EVERY };
  return left == LEAST || (left && left <= MOST && left % EVERY == 0);
}

bool batches_extend(struct sched *s, uint32_t taken) {
  EXPECTS(taken <= s->x->batch->plans_len);
  const struct sched_strategy *row = s->options.strategy;
  struct batch *b = s->x->batch;
  uint32_t from = b->plans_len, cap = b->plans_cap;
  if (!is_due(from - taken) || !acting(s)->strategy->extend ||
      s->stats.executions < EXTENDED_FROM ||
      (row->turn && row->turn(s) != s->acting))
    return true;
  uint32_t most = taken + 2 * batch_size(s, cap);
  uint32_t room = cap < EXTENDED_MAX ? cap : EXTENDED_MAX;
  b->plans_cap = most < room ? most : room;
  bool ok = b->plans_cap <= from ||
            acting(s)->strategy->extend(acting(s)->self, b);
  b->plans_cap = cap;
  make_ready(s, from);
  return ok;
}
