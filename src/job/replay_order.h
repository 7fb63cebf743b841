/* replay_order: a recorded run in another order: one of its events comes
 * before another one, and the rest as it was, as far as it can.
 *
 * What the thread of the event did in between comes along, since a thread does
 * its steps in its own order.  An event that was pending at the end of the run,
 * such as a lock that was waited for, can be moved, too. */
#ifndef JOB_REPLAY_ORDER_H
#define JOB_REPLAY_ORDER_H

#include "base/text.h"
#include "base/vec.h"
#include "exec/executor.h"
#include "sched/sched.h"

struct replay_move {
  bool wanted;
  uint32_t event, before; /* numbers in the run, from 0 */
};

struct replay_order {
  VEC(choice) choices;
};

/* "7:5": event 7 before event 5. */
bool replay_move_read(const char *text, struct replay_move *m);

/* The choices of the run with the move made; false: `why` says why there is no
 * such order. */
bool replay_order_make(struct replay_order *o, const struct replay_move *m,
                       const struct sched_finding *f, struct text *why);

#endif
