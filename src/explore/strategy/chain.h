/* chain: runs on while there is nothing to choose.
 *
 * A process is bound when it has one step, and others, whatever they do,
 * leave that step alone (future.h, undisturbed).  Then this step is a
 * persistent set by itself: every run to a blocking state has it, and it can
 * come first.  So the states on the way need not be stored.
 *
 * A way that comes back to one of its own states, or to the state it left,
 * never blocks and is dropped.  Very long ways are cut, and the state where
 * they are cut is stored. */
#ifndef EXPLORE_STRATEGY_CHAIN_H
#define EXPLORE_STRATEGY_CHAIN_H

#include "explore/desk.h"
#include "explore/future.h"

/* A leap for each step of these processes (NULL: of all), which runs on
 * until there is something to choose. */
void chain_leaps(const struct future *f, const struct view *v, const bool *only,
                 struct leaps *out);

#endif
