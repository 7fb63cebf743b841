/* swarm: many searches without kept states, none of which need be complete.
 *
 * Each has its own seed, so its own hash and its own order of successors: what
 * one leaves out, because its table is full or its time is over, another one
 * may meet (Holzmann, Joshi and Groce, 2008).  They share nothing, so each is
 * the same whatever the number of workers, and so is what is made of them as
 * long as no limit of time cuts one off.
 *
 * The result has the figures of the search that saw most states, and the
 * findings of all, those alike once: of findings that are of a kind and a
 * place, the first; of deadlocks and blocking states those of the search that
 * met most of them. */
#ifndef EXPLORE_SWARM_H
#define EXPLORE_SWARM_H

#include "explore/explore.h"

/* o->keep is not KEEP_STATES; o->memory is for all that run at a time. */
struct explore_result *explore_swarm(const struct model *m,
                                     const struct explore_options *o,
                                     unsigned count);

#endif
