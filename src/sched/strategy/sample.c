#include "sched/strategy/sample.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/pack.h"
#include "base/sound.h"

void *sample_open(const struct sched_options *o) {
  struct sample *s = alloc_zero(1, sizeof *s);
  s->options = o;
  return s;
}

static uint16_t budget(uint32_t bound) {
  return bound < PLAN_UNBOUNDED ? (uint16_t)bound : PLAN_UNBOUNDED;
}

struct plan *sample_plan(struct sample *s, struct batch *b, uint8_t after) {
  EXPECTS(b->plans_len <= b->plans_cap);
  struct plan *p = batch_plan(b, 0);
  if (!p)
    return NULL;
  p->after = after;
  p->seed = hash_pair(s->options->seed, s->next++);
  p->preemptions = budget(s->options->preemptions);
  p->delays = budget(s->options->delays);
  return p;
}

/* What is to be learnt is in options->contacts, for all of them. */
bool sample_learn(void *self, const struct batch *b, uint32_t i, bool left_out,
                  const char **error) {
  EXPECTS(i < b->done);
  (void)self, (void)b, (void)i, (void)left_out, (void)error;
  return true;
}

void sample_save(const void *self, struct text *out) {
  const struct sample *s = self;
  pack_uint(out, s->next);
}

bool sample_load(void *self, struct unpack *in) {
  struct sample *s = self;
  s->next = unpack_uint(in, UINT64_MAX);
  return !in->bad;
}

uint64_t sample_bytes(const void *self) {
  (void)self;
  return sizeof(struct sample);
}
