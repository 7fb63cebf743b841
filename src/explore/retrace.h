/* retrace: the run to a state that the store has forgotten (store.h).
 *
 * What is kept of a state is from which one it was reached first, and which of
 * the successors of that one it is (descent.h).  So the states of the run are
 * made once more, from the initial one on, and put into the store. */
#ifndef EXPLORE_RETRACE_H
#define EXPLORE_RETRACE_H

#include "explore/expand.h"

struct search;

/* Puts the run to this finding into the store, in place of what was there, and
 * its state's number into the candidate; false: memory is refused. */
bool retrace_stage(struct search *s, struct candidate *c);

#endif
