/* cover: the whole job: kinds of tests, first answer, search.
 *
 * The room of covering arrays (heddle cover).  Reading order: model, parse,
 * sat, encode, oracle (what is possible), space (what is needed), ipo and
 * the other strategies (a first test set), counts and search (a smaller
 * one), coverage (measuring); api.c puts include/heddle.h over all of it.
 *
 * A model with negative values is two jobs: tuples that tests without a
 * negative value can have are covered by such tests, all others by tests with
 * exactly one (space.h).
 *
 * The claim is "these tests are valid and cover every possible tuple".  It
 * holds as soon as there is a first answer, however small the search makes
 * it; a job that has to end before that is incomplete (base/verdict.h) and
 * hands over the valid tests it has. */
#ifndef COVER_COVER_H
#define COVER_COVER_H

#include "base/progress.h"
#include "base/verdict.h"
#include "cover/strategy.h"

struct cover_options {
  uint32_t strength;
  const struct cover_strategy *strategy;
  uint64_t seed, steps, memory;
  double seconds;          /* of the clock on the wall; 0: no limit */
  const struct halt *halt; /* of the whole command; may be NULL */
  struct progress *progress;
};

struct cover_result {
  struct tests tests;
  uint32_t kept, bound, first;
  uint64_t tuples, covered, infeasible, steps;
  bool decided; /* tuples and infeasible are all; false: those known */
  enum verdict verdict;
  struct claim claim;
  double first_seconds, best_seconds, seconds;
  const char *strategy;
};

/* Reports impossible requests and contradictory rules.  `keep` holds tests
 * that break no rule; they may have open cells. */
bool cover_generate(const struct cover_model *m, const struct cover_options *o,
                    const struct tests *keep, struct diag *diag,
                    struct cover_result *result);
void cover_result_free(struct cover_result *r);
/* The strength fits the model and the tables fit the memory. */
bool cover_fits(const struct cover_model *m, uint32_t strength, uint64_t memory,
                struct diag *diag);

#endif
