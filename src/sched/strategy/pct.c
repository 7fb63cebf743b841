/* pct: random priorities with few change points (Burckhardt, Kothari,
 * Musuvathi, Nagarakatte 2010).  A bug of depth d in a program of n threads
 * and k steps is found with probability at least 1 / (n k^(d-1)) a run. */
#include "sched/strategy.h"

#include "base/hash.h"
#include "base/pack.h"

struct pct {
  const struct sched_options *options;
  uint64_t next;
  uint32_t longest; /* steps of the longest run so far */
};

static void *pct_open(const struct sched_options *o) {
  struct pct *p = alloc_zero(1, sizeof *p);
  p->options = o;
  return p;
}

static uint16_t budget(uint32_t bound) {
  return bound < PLAN_UNBOUNDED ? (uint16_t)bound : PLAN_UNBOUNDED;
}

/* Change points need the length of a run: the first tells. */
static bool pct_propose(void *self, struct batch *b) {
  struct pct *s = self;
  struct plan *p;
  while ((p = batch_plan(b, 0))) {
    p->after = AFTER_PCT;
    p->seed = hash_pair(s->options->seed, s->next++);
    p->depth = (uint16_t)s->options->depth;
    p->steps = s->longest ? s->longest : 16;
    p->preemptions = budget(s->options->preemptions);
    p->delays = budget(s->options->delays);
  }
  return b->plans_len > 0;
}

static bool pct_learn(void *self, const struct batch *b, uint32_t i,
                      bool left_out, const char **error) {
  (void)left_out, (void)error;
  struct pct *s = self;
  if (b->runs[i].steps > s->longest)
    s->longest = b->runs[i].steps;
  return true;
}

static void pct_save(const void *self, struct text *out) {
  const struct pct *s = self;
  pack_uint(out, s->next);
  pack_uint(out, s->longest);
}

static bool pct_load(void *self, struct unpack *in) {
  struct pct *s = self;
  s->next = unpack_uint(in, UINT64_MAX);
  s->longest = (uint32_t)unpack_uint(in, UINT32_MAX);
  return !in->bad;
}

static uint64_t pct_bytes(const void *self) {
  (void)self;
  return sizeof(struct pct);
}

const struct sched_strategy sched_pct = {
    .name = "pct",
    .summary = "random priorities with few changes, by seed (--depth)",
    .open = pct_open,
    .propose = pct_propose,
    .learn = pct_learn,
    .save = pct_save,
    .load = pct_load,
    .bytes = pct_bytes,
    .close = free,
};
