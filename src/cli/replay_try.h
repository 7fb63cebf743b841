/* replay_try: a recording whose program has changed: does it still fail near
 * the old schedule (sched/near.h)? */
#ifndef CLI_REPLAY_TRY_H
#define CLI_REPLAY_TRY_H

#include "cli/replay_tape.h"
#include "exec/tape.h"
#include "job/budget.h"
#include "job/target.h"

/* Says what came of it, and records it when asked; 1 when it fails, in the
 * same way or another, 3 when it does not within the bounds. */
int replay_try(const struct replay_tape_options *o, struct target *t,
               const struct tape *r, const char *name,
               const struct budget *b);

#endif
