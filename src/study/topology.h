/* topology: who can send to whom in a synthesized protocol. */
#ifndef STUDY_TOPOLOGY_H
#define STUDY_TOPOLOGY_H

#include "base/rng.h"
#include "study/draft.h"
#include "study/synth.h"

/* Fills in d->linked; everybody can send to somebody, except in a topology
 * that leaves no choice.  partners: average number for a process (arbitrary
 * only); 0: as in Table 4.1. */
void topology_draw(struct draft *d, enum topology topology, double partners,
                   struct rng *rng);

#endif
