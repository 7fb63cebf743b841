/* pairs: two systems run in lockstep (PairRP of Jin et al., figure 3).
 *
 * Both are relations of one forest over variables 1 .. L.  Variable L is the
 * label: its value before is what is put in, its value after what comes out,
 * and a step always changes it.  A forest of pairs (DD_SETS) has two
 * variables for every other one, that of the first system above that of the
 * second: 2 (L - 1) levels.  A forest of labels (DD_SETS) has L + 1 levels:
 * the input, the output, then variables L - 1 .. 1 before the step.
 *
 * Why the label is on top: under one input and output only the variables
 * that the step really changes are left in the relation, and a walk over
 * pairs meets nothing else. */
#ifndef DD_PAIRS_H
#define DD_PAIRS_H

#include "dd/dd.h"

/* Forests that fit the relations'. */
struct dd *dd_pairs_open(const struct dd *relations, uint64_t limit);
struct dd *dd_labels_open(const struct dd *relations, uint64_t limit);

/* The pairs (s, s) of the states s that `set` has under one value of the
 * label; its forest has the variables of the relations. */
dd_node dd_pairs_same(struct dd *pairs, const struct dd *sets, dd_node set,
                      uint32_t label);
/* The pairs that both systems reach from pairs in p in one step with equal
 * labels, or the pairs from which they reach p. */
dd_node dd_pairs_step(struct dd *pairs, dd_node p, struct dd *relations,
                      dd_node first, dd_node second, bool back);
/* {(in, out, state)} : what answers which input where. */
dd_node dd_labels(struct dd *labels, struct dd *relations, dd_node relation);
/* Whether some pair of p is told apart by one input: where the first answers
 * `out` and the second does not; with `both`, only where the second answers
 * too.  The least such input, and the first pair for it: 1; none: 0;
 * DD_FULL: -1.  Systems must be deterministic. */
int dd_pairs_differ(struct dd *pairs, dd_node p, struct dd *labels,
                    dd_node first, dd_node second, bool both, uint32_t *pair,
                    uint32_t *input);

#endif
