/* compare: one way of exploring against brute force.
 *
 * A row is a strategy and a manner of search.  What a row must give is said
 * by the strategy itself: findings of the kinds it preserves are exactly
 * those of brute force, all others are real (every run is replayed, step by
 * step, on the plain interpreter and ends in its finding).  `full` must also
 * agree on every count; breadth first on every run.  `sleep` must agree on
 * all that but the number of transitions.  A strategy that keeps sleep sets, or
 * one state for several, must come to the same with one worker and two; the
 * states of the latter must stand for exactly as many as there are. */
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
  /* States that are not kept (explore/hashed.h).  By hashes of forty bits
   * nothing must be missing; by bits what is found must be real. */
  enum explore_keep keep;
  unsigned hashes;
  uint64_t seed, table;
};

/* How a comparison went, for tallies. */
struct compared {
  bool applies;
  bool missed; /* a finding of a kind it says it preserves */
  uint64_t states, transitions;
  double omission; /* as it is stated */
};

/* False when they differ; *why then says how.  A strategy that does not
 * apply to the model agrees with it. */
bool compare(const struct model *m, const struct brute *b,
             const struct compare_row *row, struct text *why);
bool compare_row(const struct model *m, const struct brute *b,
                 const struct compare_row *row, struct compared *c,
                 struct text *why);
/* The set of states (sets/sets.h), of a model that it does not refuse: all
 * counts but that of transitions, every finding, and how long its run is. */
bool compare_sets(const struct model *m, const struct brute *b, unsigned find,
                  struct text *why);
/* The options that leave something out: --first, --find, limits, edges. */
bool compare_options(const struct model *m, const struct brute *b,
                     uint64_t seed, struct text *why);

#endif
