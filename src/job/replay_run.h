/* replay_run: a recorded schedule, run again, and what it shows. */
#ifndef JOB_REPLAY_RUN_H
#define JOB_REPLAY_RUN_H

#include "exec/executor.h"
#include "exec/tape.h"
#include "job/target.h"
#include "sched/sched.h"

/* Before the first run: numbers of threads as they were. */
void replay_set_threads(struct executor *x, const struct tape *r);
/* Runs it once; the run is runs[0] of the batch.  False with a message when
 * the executor died or the recording is too long for it. */
bool replay_once(const struct target *t, const struct tape *r);
/* What a run of the batch shows, as a finding that borrows from the batch. */
void replay_shown(struct executor *x, uint32_t i, struct sched_finding *f);
/* Adds what runs[0] called before it that was not looked into; to be freed. */
void replay_after(struct executor *x, struct sched_finding *f);
/* Whether findings of this kind have a line of their own; those that do are
 * the recorded one only there. */
bool replay_has_line(unsigned kind);
/* The same for the recorded finding; false when the run shows another or
 * none.  `f` is then what it shows. */
bool replay_again(const struct tape *r, struct executor *x,
                  struct sched_finding *f);
/* Which recording's choice cannot be made, or does something else than the
 * recording says, or where else it shows that the recording does not fit
 * together: told with its line. */
void replay_explain(const struct tape *r, const struct target *t,
                    const struct sched_finding *f, const char *name);

#endif
