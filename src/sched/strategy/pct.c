/* pct: random priorities with few change points (Burckhardt, Kothari,
 * Musuvathi, Nagarakatte 2010).  A bug of depth d in a program of n threads
 * and k steps is found with probability at least 1 / (n k^(d-1)) a run.
 *
 * Only hot steps count (executor.h), so k is the number of steps at which
 * threads meet: nobody could tell a change between them.  And a user who does
 * not say which depth gets them in turn, small ones more often: few bugs are
 * deep, and the chance of a run falls by k with each. */
#include <stdlib.h>

#include "sched/contacts.h"
#include "sched/strategy/sample.h"

enum { LENGTH_FIRST = 16 };

static uint16_t depth_of(const struct sample *s) {
  static const uint8_t turns[] = {2, 3, 2, 1, 3, 2, 4, 3, 2, 5, 3, 4};
  return s->options->depth ? (uint16_t)s->options->depth
                           : turns[s->next % sizeof turns];
}

/* Change points need the length of a run: earlier ones tell. */
static bool pct_propose(void *self, struct batch *b) {
  struct sample *s = self;
  struct plan *p;
  uint32_t length = contacts_length(s->options->contacts);
  for (;;) {
    uint16_t depth = depth_of(s);
    if (!(p = sample_plan(s, b, AFTER_PCT)))
      return b->plans_len > 0;
    p->depth = depth;
    p->steps = length ? length : LENGTH_FIRST;
  }
}

const struct sched_strategy sched_pct = {
    .name = "pct",
    .summary = "random priorities with few changes, by seed (--depth)",
    .propose = pct_propose,
    SAMPLE_ROW,
};
