/* outcomes: what programs come to when they really run, against what Heddle
 * says they can come to.
 *
 * A pack is built by another compiler too (native.h), once as it is and once
 * with ThreadSanitizer, and each of its programs run many times by real
 * threads.  Whatever came of a run (an exit code, an assertion, an abort, a
 * deadlock, a race) must be among the findings of a search that covered
 * everything.  Of several failures of one run a search tells one only, and of
 * races it leaves out those behind another access; so where it tells some
 * other one, what the brute force has will do.
 *
 * Not compared: runs that go round, since nobody can say whether they end;
 * programs with a reason in `outcomes_why_not`. */
#ifndef TESTS_ORACLE_OUTCOMES_H
#define TESTS_ORACLE_OUTCOMES_H

#include "ask.h"
#include "base/text.h"
#include "brute.h"

struct outcomes {
  const struct code *code;
  const struct brute *brute;
  const struct answer *answer; /* of a search that covered everything */
  unsigned runs, races;        /* what was seen is added to these */
  struct text *why;            /* what no search has told */
};

/* Why real runs of it say nothing, or NULL. */
const char *outcomes_why_not(const struct program *p, const struct code *c,
                             const struct brute *b, bool races);
/* Program `number` of a binary, `runs` times; false when it cannot be run. */
bool outcomes_run(struct outcomes *o, const char *binary, unsigned number,
                  unsigned runs, uint64_t seed);
/* The same of a binary with ThreadSanitizer: its reports. */
bool outcomes_race(struct outcomes *o, const char *binary, unsigned number,
                   unsigned runs, uint64_t seed);

#endif
