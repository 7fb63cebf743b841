/* model executor: runs thread models under a scheduler.
 *
 * A model of threads over shared variables, locks, semaphores and ports
 * behaves as the C program of the same shape does: the same steps, the same
 * dependence, so every strategy gives the same numbers (doc/semantics.md).
 * It walks the plain interpreter, keeping the states along the last run, so
 * a plan costs only what differs from the one before.
 *
 * A failed step stops its thread and leaves the state as it was; the others
 * go on.  Properties are looked at in every state that a run passes: a
 * reduction may pass by states that differ only in the order of independent
 * steps, so `full` alone covers all of them. */
#ifndef EXEC_MODEL_H
#define EXEC_MODEL_H

#include "exec/executor.h"

struct diag;
struct model;

/* NULL, with an error in the diag, when the model is not made of threads.
 * The model must outlive the executor. */
struct executor *model_executor_open(const struct model *m, struct diag *diag);

#endif
