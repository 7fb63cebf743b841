/* sample: what the rows that draw schedules by seed share.  Each is a plan
 * without a prefix; they end when a limit says so. */
#ifndef SCHED_STRATEGY_SAMPLE_H
#define SCHED_STRATEGY_SAMPLE_H

#include "sched/strategy.h"

struct sample {
  const struct sched_options *options;
  uint64_t next; /* number of the next plan */
};

void *sample_open(const struct sched_options *o);
/* The next plan, with its seed and bounds; NULL when there is no room. */
struct plan *sample_plan(struct sample *s, struct batch *b, uint8_t after);
bool sample_learn(void *self, const struct batch *b, uint32_t i, bool left_out,
                  const char **error);
void sample_save(const void *self, struct text *out);
bool sample_load(void *self, struct unpack *in);
uint64_t sample_bytes(const void *self);

/* The members of a row that are the same in all of them. */
#define SAMPLE_ROW                                                             \
  .samples = true, .open = sample_open, .learn = sample_learn,                 \
  .save = sample_save, .load = sample_load, .bytes = sample_bytes,             \
  .close = free

#endif
