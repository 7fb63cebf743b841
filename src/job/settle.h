/* settle: what is found out about a target by a few runs, before it is
 * searched, and about the bound on steps after it was.
 *
 * - Whether its runs repeat: the same schedule twice gives the same run.  If
 *   not, each run gets a process of its own.
 * - How long its runs are.  A search under a bound that every run exceeds
 *   looks at beginnings only.  So where the user gave no bound and the first
 *   runs do not come to their end, longer bounds are tried, and if one lets a
 *   run end it is the search's, with room for runs that are longer.  A
 *   program that ends in none of them keeps the usual one: in a loop that
 *   never ends much is seen early.
 * - Whether a longer bound is worth another search.  When nothing but the
 *   bound stood between a search and its end, one with a longer bound may
 *   come to it; it is given some times the steps that the first one took, and
 *   what it says counts if it ends.  All of this is counted in steps and not
 *   by the clock, so that it is the same everywhere. */
#ifndef JOB_SETTLE_H
#define JOB_SETTLE_H

#include "job/target.h"
#include "sched/sched.h"

/* False, with a message, when it cannot be started.  `steps`: the bound is
 * the user's and stays.  `seconds` (0: no limit) are for the search: where a
 * run takes more than a little of them, one is enough to see whether runs
 * repeat. */
bool settle(struct target *t, bool steps, double seconds);

/* The next bound to be tried after a search without findings that was not
 * complete for no other reason; 0 when there is none. */
uint32_t settle_longer(const struct target *t, const struct sched *s);
/* The steps that a search with that bound may take. */
uint64_t settle_allowance(const struct sched *s);
/* From now on runs are bounded so. */
void settle_bound(struct target *t, uint32_t steps);

#endif
