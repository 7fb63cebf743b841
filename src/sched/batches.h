/* batches: the plans of a search, from their proposal until they are run.
 *
 * A batch is proposed by whoever's turn it is (strategy.h), made ready and
 * run.  While its runs are taken in, one after the other, it is *extended* if
 * thousands of runs have been: every now and then more plans are put behind
 * those that are there.  So an executor that runs several at once has something
 * to run while the last ones are learned from.
 *
 * When that is, and by how much, is a matter of what was taken in and of no
 * clock, so the same plans come in the same order however many are run at once
 * and wherever the search was cut off. */
#ifndef SCHED_BATCHES_H
#define SCHED_BATCHES_H

#include "sched/sched.h"

/* The next batch, ready to be run; false when there is none. */
bool batches_next(struct sched *s);
/* After so many runs of the batch were taken in; false when the strategy was
 * asked to give up and did. */
bool batches_extend(struct sched *s, uint32_t taken);
/* What is left of the batch, for another time. */
void batches_put_by(struct sched *s, uint32_t done);
/* sched.c: the search ends, and this is why; false. */
bool sched_broken(struct sched *s, const char *why);

#endif
