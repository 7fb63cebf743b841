/* digests: what workers find out of runs before these are taken in, for sched.c.
 *
 * Whoever runs several plans at once looks for the data races of its own runs,
 * and asks the strategy whose turn it is what they teach (executor.h, digest).
 * Of most runs nobody wants to see the events after that, and they are left
 * where they are: to copy them to another processor takes as long as much else
 * that is done with a run. */
#ifndef SCHED_DIGESTS_H
#define SCHED_DIGESTS_H

#include "sched/sched.h"

void digests_open(struct sched *s);
void digests_close(struct sched *s);
/* For executor.h; `user` is the search. */
bool digests_digest(void *user, unsigned worker, const struct batch *b,
                    uint32_t i, uint32_t plan);
/* The longest run is another one. */
void digests_longest(struct sched *s);
/* The data races of run i, which are in s->races then; how many. */
size_t digests_find_races(struct sched *s, const struct batch *b, uint32_t i);

#endif
