/* pos: sampling of partial orders (Yuan, Yang, Gu 2018).  Every operation
 * that a thread is parked at has a random priority, and the highest goes; one
 * that depends on the step taken draws again.  So the order of two racing
 * steps is about even, whatever else the threads do before them: `random`
 * must choose the same thread again and again to get it there.
 *
 * Every other plan is aimed at an order of two places that was not seen yet
 * (contacts.h), as long as there is one. */
#include <stdlib.h>

#include "sched/contacts.h"
#include "sched/strategy/sample.h"

static bool pos_propose(void *self, struct batch *b) {
  struct sample *s = self;
  struct plan *p;
  while ((p = sample_plan(s, b, AFTER_POS)))
    if (s->next % 2 == 0)
      contacts_aim(s->options->contacts, &p->hold, &p->until);
  return b->plans_len > 0;
}

const struct sched_strategy sched_pos = {
    .name = "pos",
    .summary = "random orders of steps that race, by seed",
    .propose = pos_propose,
    SAMPLE_ROW,
};
