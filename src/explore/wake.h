/* wake: states that must be expanded again, because steps that slept there
 * have been woken (asleep.h).
 *
 * While a batch is sifted each worker merges the sleep sets of the states of
 * its own division; which states are woken, and by what, does not depend on
 * the order of records.  Breadth first they wait for the next level and come
 * before its new states, in the order of their numbers; depth first they are
 * pushed like new ones.  A batch is therefore the same for any number of
 * workers, as long as its size is. */
#ifndef EXPLORE_WAKE_H
#define EXPLORE_WAKE_H

#include "explore/search.h"

/* A known state is met with this set of sleeping steps. */
void wake_merge(struct search *s, unsigned division, state_id id,
                sleep_set asleep);

/* After a batch: what was woken is to be expanded again. */
void wake_collect(struct search *s);

/* Breadth first, when a level begins: what is to be expanded again in it. */
void wake_level(struct search *s);
/* Is there none left, in this level or the next? */
bool wake_none(const struct search *s);

/* Puts a state into the batch. */
void wake_push(struct search *s, state_id id, sleep_set woken);
/* Depth first: a state from the stack. */
void wake_pop(struct search *s, state_id id);
/* It was not expanded, after all. */
void wake_put_back(struct search *s, state_id id, sleep_set woken);

void wake_close(struct search *s);

#endif
