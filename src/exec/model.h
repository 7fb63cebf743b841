/* model executor: runs thread models under a scheduler.
 *
 * A model of threads over shared variables, locks, semaphores and ports
 * behaves as the C program of the same shape does: the same steps, the same
 * dependence, so every strategy gives the same numbers (doc/semantics.md).
 * It walks the plain interpreter, keeping the states along the last run, so
 * a plan costs only what differs from the one before.
 *
 * A failed step stops its thread and leaves the state as it was; the others
 * go on.  Properties are looked at in every state that a run passes, and steps
 * that one of them sees depend on each other (watched.h), so that a search that
 * leaves out reorderings leaves out no violation. */
#ifndef EXEC_MODEL_H
#define EXEC_MODEL_H

#include "exec/executor.h"

struct diag;
struct model;

/* NULL, with an error in the diag, when the model is not made of threads.
 * The model must outlive the executor. */
struct executor *model_executor_open(const struct model *m, struct diag *diag);
/* An input with more values than this is chosen in several steps, ALTS_MAX
 * unless said otherwise before the first run; tests say so. */
void model_executor_split(struct executor *x, unsigned most);

#endif
