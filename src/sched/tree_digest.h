/* tree_digest: the orders of runs, for tree.c: found out by whoever runs several
 * plans at once, before the runs come (strategy.h, digest), or when they come.
 *
 * Of what a run means, its order is a matter of the run alone, and most of the
 * work; so each worker computes that of its own runs, and the tree adds up what
 * is new in each (order_news.h).  A worker digests the runs of a block one after
 * the other, and they come in this order; the first of a block is whole. */
#ifndef SCHED_TREE_DIGEST_H
#define SCHED_TREE_DIGEST_H

#include "sched/tree.h"

enum { DIGESTED = 2 * UNLEARNED_MAX };

/* See strategy.h: true if the events are not needed any more. */
bool tree_digest(struct tree *t, unsigned worker, const struct batch *b,
                 uint32_t i, uint32_t plan);
/* The order of the run of plan i, which has come; false: it gave up. */
bool tree_take_order(struct tree *t, const struct batch *b, uint32_t i,
                     struct kept_run *k);
void tree_digest_close(struct tree *t);

#endif
