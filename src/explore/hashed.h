/* hashed: a search that does not keep the states it has seen.
 *
 * Depth first.  States are on a stack, which is the store of the search used as
 * one: a state stays there until everything behind it is done, with the number
 * of its parent below it, so that a run can be told while a finding is at hand.
 * Whether a state was seen before is asked of a table of hashes (seen.h); a
 * state that is taken for another is left out, and with it what only it leads
 * to.  So nothing is ever said to hold: the claim names how likely that was.
 * What is found is real, and its run is a run like any other.
 *
 * The hash of a state is that of the numbers of its values, which do not depend
 * on how they are packed.  A seed chooses another hash, and where it is not 0
 * another order in which the successors of each state are followed.  There is
 * one worker: many searches with different seeds use all cores (swarm.h). */
#ifndef EXPLORE_HASHED_H
#define EXPLORE_HASHED_H

#include "explore/seen.h"

struct search;

/* Kinds that are asked of the whole graph of states, which is not there. */
#define HASHED_LOST                                                            \
  (1u << FINDING_ENDLESS | 1u << FINDING_LIVENESS | 1u << FINDING_CIRCLE |     \
   1u << FINDING_UNEXECUTABLE)

/* The initial state is in the store. */
void hashed_run(struct search *s);
/* What is said of states left out: a reason for the claim. */
void hashed_reason(const struct search *s, struct text *out);

#endif
