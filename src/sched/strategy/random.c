/* random: at every step one of the enabled threads, each equally likely. */
#include "sched/strategy.h"

#include "base/hash.h"
#include "base/pack.h"

struct random {
  const struct sched_options *options;
  uint64_t next;
};

static void *random_open(const struct sched_options *o) {
  struct random *r = alloc_zero(1, sizeof *r);
  r->options = o;
  return r;
}

static uint16_t budget(uint32_t bound) {
  return bound < PLAN_UNBOUNDED ? (uint16_t)bound : PLAN_UNBOUNDED;
}

static bool random_propose(void *self, struct batch *b) {
  struct random *r = self;
  struct plan *p;
  while ((p = batch_plan(b, 0))) {
    p->after = AFTER_RANDOM;
    p->seed = hash_pair(r->options->seed, r->next++);
    p->preemptions = budget(r->options->preemptions);
    p->delays = budget(r->options->delays);
  }
  return b->plans_len > 0;
}

static bool random_learn(void *self, const struct batch *b, uint32_t i,
                         bool left_out, const char **error) {
  (void)self, (void)b, (void)i, (void)left_out, (void)error;
  return true;
}

static void random_save(const void *self, struct text *out) {
  const struct random *r = self;
  pack_uint(out, r->next);
}

static bool random_load(void *self, struct unpack *in) {
  struct random *r = self;
  r->next = unpack_uint(in, UINT64_MAX);
  return !in->bad;
}

static uint64_t random_bytes(const void *self) {
  (void)self;
  return sizeof(struct random);
}

const struct sched_strategy sched_random = {
    .name = "random",
    .summary = "any enabled thread at every step, by seed",
    .open = random_open,
    .propose = random_propose,
    .learn = random_learn,
    .save = random_save,
    .load = random_load,
    .bytes = random_bytes,
    .close = free,
};
