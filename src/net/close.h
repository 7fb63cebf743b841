/* close: the unstable transitive closure, UTC (Jin et al., section 3): the
 * steps of a network and everything that follows them while an internal
 * symbol is in transit, over all combinations of local states. */
#ifndef NET_CLOSE_H
#define NET_CLOSE_H

#include "net/encode.h"

/* The closure of `edges`, the steps of the mutant (or of the specification:
 * NULL), or DD_FULL.  `bfs` composes with the internal steps until nothing
 * new comes (UtcBfs, the new pairs only); otherwise saturation (UtcSat). */
dd_node close_steps(struct coding *c, const struct mutant *m, dd_node edges,
                    bool bfs);
/* What an observer sees: from an external input to an observable output. */
dd_node close_observable(struct coding *c, dd_node closure);

#endif
