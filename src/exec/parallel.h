/* parallel: several executors of the same thing behind one.
 *
 * The plans of a batch are dealt out in blocks, each worker runs its block
 * in a kernel thread of its own, and the runs come back in the order of the
 * plans: whatever the number of workers, the answer is the same.
 *
 * Threads of what is tested have numbers that an executor gives when it
 * first sees them; the workers' tables are compared after every batch and
 * made equal, and a block that was run with numbers of its own is run
 * again. */
#ifndef EXEC_PARALLEL_H
#define EXEC_PARALLEL_H

#include "exec/executor.h"

/* Takes the workers over; count is at least 1. */
struct executor *parallel_executor_open(struct executor *const *workers,
                                        size_t count);

#endif
