/* compare: one way of exploring against brute force.
 *
 * A row is a strategy and a manner of search.  What a row must give is said
 * by the strategy itself: findings of the kinds it preserves are exactly
 * those of brute force, all others are real (every run is replayed, step by
 * step, on the plain interpreter and ends in its finding).  `full` must also
 * agree on every count; breadth first on every run.  `sleep` must agree on
 * all that but the number of transitions.  A strategy that keeps sleep sets must
 * come to the same with one worker and two. */
#ifndef TESTS_CROSS_COMPARE_H
#define TESTS_CROSS_COMPARE_H

#include "base/text.h"
#include "brute.h"
#include "explore/explore.h"

struct compare_row {
  const char *name;
  const struct strategy *strategy; /* NULL: full */
  bool depth_first;
  unsigned jobs;
  unsigned find; /* 0: all kinds */
};

/* How a comparison went, for tallies. */
struct compared {
  bool applies;
  bool missed; /* a finding of a kind it says it preserves */
  uint64_t states, transitions;
};

/* False when they differ; *why then says how.  A strategy that does not
 * apply to the model agrees with it. */
bool compare(const struct model *m, const struct brute *b,
             const struct compare_row *row, struct text *why);
bool compare_row(const struct model *m, const struct brute *b,
                 const struct compare_row *row, struct compared *c,
                 struct text *why);
/* The options that leave something out: --first, --find, limits, edges. */
bool compare_options(const struct model *m, const struct brute *b,
                     uint64_t seed, struct text *why);

#endif
