/* surprise: errors that are no steps, and who has to stay for them.
 *
 * An unspecified reception is a message at the head of a channel for which the
 * receiver's location has no edge; an overflow is a channel or port that is
 * full where somebody would send.  Neither is a step, so a strategy that takes
 * steps together, because they do not disturb each other, may pass the state
 * in which it shows: the receiver leaves the location before the message comes,
 * or takes a message before the port was full (N 3.2.3 speaks of augmenting the
 * protocol, and of keeping processes back).  They show if these may stay out
 * of a leap: whoever is where a message may come that is not expected; and,
 * for overflows, whoever can receive from something that has a bound, and to
 * which somebody may still send.
 *
 * Why these suffice.  Let r be a run from here to a state that shows the error,
 * and let others, who are not in r, move as well.  A message stays at the head
 * of its channel as long as the receiver does not move, and what is full
 * stays full as long as nobody receives from it.  Of both nobody else can do
 * anything about it: a send goes to the end of a channel, and where a port is
 * full there is none. */
#ifndef EXPLORE_SURPRISE_H
#define EXPLORE_SURPRISE_H

#include "explore/future.h"
#include "explore/strategy.h"

/* By location, then object: a message of this channel may come that the
 * location does not expect.  To be freed. */
bool *surprises_find(const struct future *f);

struct kept {
  const struct future *future;
  bool overflow;
  bool *surprised; /* by location, or NULL */
};

/* For the kinds that are asked for, 1u << FINDING_... */
void kept_open(struct kept *k, const struct future *f, unsigned find);
void kept_close(struct kept *k);
/* Has the process to be allowed to stay? */
bool kept_back(const struct kept *k, const struct view *v, process_id p);

#endif
