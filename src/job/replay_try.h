/* replay_try: a recording whose program has changed: does it still fail near
 * the old schedule (sched/near.h)? */
#ifndef JOB_REPLAY_TRY_H
#define JOB_REPLAY_TRY_H

#include "exec/tape.h"
#include "job/target.h"
#include "sched/near.h"
#include "sched/sched.h"

struct datarace;
struct retry_file;

struct retry_options {
  uint64_t runs;
  double seconds;
  bool moved; /* this schedule alone: it is another order of the old one */
};

struct retry {
  const struct tape *tape;
  const struct target *target;
  const char *name; /* of the recording */
  struct near near;
  struct sched_finding finding; /* where near.found: borrows from the batch */
  bool moved;                   /* as in the options */
  bool broken; /* what was found does not come again: a bug in heddle */
  /* of its own */
  struct executor *x;
  struct datarace *races;
  VEC(struct retry_file *) files;
  struct text line;
};

/* False after a message.  In any case retry_free follows. */
bool retry_run(struct retry *w, struct target *t, const struct tape *r,
               const char *name, const struct retry_options *o);
/* What was found, as a new recording. */
void retry_record(const struct retry *w, struct text *out);
void retry_free(struct retry *w);

#endif
