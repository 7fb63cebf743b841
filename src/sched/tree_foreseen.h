/* tree_foreseen: runs of the first batch that were chosen where they were run
 * (exec/executor.h), for tree.c. */
#ifndef SCHED_TREE_FORESEEN_H
#define SCHED_TREE_FORESEEN_H

#include "sched/tree.h"

/* Each gets a branch of its own, as if a race of the run that it comes from had
 * been answered so: the run of the first plan is at the root.  False: they are
 * not what they should be (t->error). */
bool tree_foreseen(struct tree *t, const struct batch *b);

#endif
