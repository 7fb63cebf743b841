/* starts: recordings that a search begins with (--from).
 *
 * K 3.9: runs that somebody has made are put into an unfolding first, and it is
 * completed from them; what it is in the end is a matter of the program alone.
 * A recording is followed as far as it goes: choices that cannot be made are
 * left out, so one of an older build is as welcome, with a word.  Which choices
 * those are is found by running it once, before the search. */
#ifndef JOB_STARTS_H
#define JOB_STARTS_H

#include "job/target.h"
#include "sched/sched.h"

struct starts {
  VEC(struct sched_start) at;
  VEC(choice *) choices;
  VEC(struct plan_input *) inputs;
};

/* After target_open.  False after a message: one cannot be read, is of another
 * program, or the strategy has no use for it. */
bool starts_read(struct starts *s, struct target *t,
                 const struct sched_strategy *strategy,
                 const char *const *files, size_t count);
void starts_free(struct starts *s);

#endif
