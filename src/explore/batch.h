/* batch: the three phases of search.h that a batch of states goes through,
 * each done by all workers together. */
#ifndef EXPLORE_BATCH_H
#define EXPLORE_BATCH_H

#include "explore/search.h"

void batch_open(struct search *s);
void batch_close(struct search *s);
/* What batches take beside the states: records above all. */
uint64_t batch_bytes(const struct search *s);
/* After a batch: the next ones are smaller, if that is much against the limit of
 * memory. */
void batch_trim(struct search *s);
/* How many states a batch may have. */
unsigned batch_limit(const struct search *s);
/* The states of s->batch into records; widens the store when a value does
 * not fit.  False: memory is refused. */
bool batch_expand(struct search *s);
/* The same, once: no value that does not fit is waited for (s->stale), and
 * nothing is widened. */
void batch_try(struct search *s);
/* Makes room for all values there are.  False: memory is refused. */
bool batch_widen(struct search *s);
/* Looks the records up; the new ones are numbered and stored.  False: memory
 * is refused. */
bool batch_commit(struct search *s);
/* Does the store forget from here on? */
bool batch_is_time_to_forget(struct search *s);
/* When the batch is accounted for: the store forgets from now on, if it is time
 * and nobody minds.  False: memory is refused. */
bool batch_tend(struct search *s);

#endif
