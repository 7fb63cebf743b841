/* cover: the whole job: kinds of tests, first answer, search.
 *
 * The room of covering arrays (heddle cover).  Reading order: model, parse,
 * sat, encode, oracle (what is possible), space (what is needed), ipo and
 * the other strategies (a first test set), counts and search (a smaller
 * one), coverage (measuring); api.c puts include/heddle.h over all of it.
 *
 * A model with negative values is two jobs: tuples of valid values are
 * covered by tests without a negative value, tuples with one negative value
 * by tests with exactly that one (doc/cover.md). */
#ifndef COVER_COVER_H
#define COVER_COVER_H

#include "base/progress.h"
#include "cover/strategy.h"

struct cover_options {
  uint32_t strength;
  const struct strategy *strategy;
  uint64_t seed, steps, memory;
  double seconds;
  struct progress *progress;
};

struct cover_result {
  struct tests tests;
  uint32_t kept, bound, first;
  uint64_t tuples, infeasible, steps;
  double first_seconds, best_seconds, seconds;
  const char *strategy;
};

/* Reports impossible requests and contradictory rules.  `keep` holds tests
 * that break no rule; they may have open cells. */
bool cover_generate(const struct model *m, const struct cover_options *o,
                    const struct tests *keep, struct diag *diag,
                    struct cover_result *result);
/* The strength fits the model and the tables fit the memory. */
bool cover_fits(const struct model *m, uint32_t strength, uint64_t memory,
                struct diag *diag);

#endif
