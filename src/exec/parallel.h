/* parallel: several executors of the same thing behind one.
 *
 * The plans of a batch are dealt out in blocks, workers run them, and the runs
 * come back in the order of the plans: whatever the number of workers, the
 * answer is the same.  The first worker is the thread that asks: where it would
 * have to wait for a block it runs the next one itself, so there are as many
 * threads as workers and none of them waits while there is something to run.
 * Whoever asks for runs `early` (executor.h) looks at the first blocks while
 * others are run, and adds to the batch before all of it was run
 * (sched/batches.h); and what can be said of a run by itself its worker finds
 * out (`digest`).  Of the workers as many take part as are waited for: where
 * more is to be learned of runs than to be run, one beside the asker is enough.
 * Few plans are all run by the asker, because to wake somebody takes longer.
 *
 * Threads of what is tested have numbers that an executor gives when it first
 * sees them.  Each block tells the numbers that it was run with.  If they are
 * not those of the runs before it, it is run again, and what comes after it. */
#ifndef EXEC_PARALLEL_H
#define EXEC_PARALLEL_H

#include "exec/executor.h"

/* How more of them are to be had: so many in all, the next after so many seconds.
 * open: one more executor of the same thing; NULL: there is none to be had, or
 * not yet. */
struct parallel_more {
  size_t most;
  double patience;
  struct executor *(*open)(void *user);
  void *user;
};

/* Begins with one of them, which runs everything as it would by itself.  A search
 * that lasts gets more, twice as many each time, as long as they are waited for:
 * when that is is a matter of the clock, and what comes of it is not. */
struct executor *parallel_executor_begin(struct executor *first,
                                         const struct parallel_more *more);

/* Takes the workers over; count is at least 1.  `thrifty`: runs that take a few
 * microseconds only are not dealt out, as that takes up to half as much CPU time
 * again and may gain nothing. */
struct executor *parallel_executor_open(struct executor *const *workers,
                                        size_t count, bool thrifty);

#endif
