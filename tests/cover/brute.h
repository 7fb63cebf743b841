/* brute: what a picture means, by enumeration of all its tests.
 *
 * The definitions, as plainly as they can be said: a test is valid when no
 * rule is definitely false for it (Kleene's logic; comparisons with an absent
 * parameter are unknown) and at most one of its values is negative.  Asked
 * for are the tuples of the subsets of parameters that the strength, the
 * relations and the parameters' own strengths name.  A tuple without a
 * negative value that a valid test without one has must be in such a test;
 * any other that a valid test has must be in a test with one. */
#ifndef TESTS_COVER_BRUTE_H
#define TESTS_COVER_BRUTE_H

#include "picture.h"

enum { TESTS_MOST = 1 << 14 };

struct brute {
  const struct picture *g;
  int count; /* valid tests */
  uint8_t (*tests)[PARAMS];
  uint8_t *negatives; /* by valid test: negative values in it */
};

void brute_open(struct brute *b, const struct picture *g);
void brute_close(struct brute *b);

/* Does the test meet these rules (a bit each; the conditions of parameters
 * come after the rules)? */
bool brute_meets(const struct picture *g, const uint8_t *test, unsigned rules);
int brute_negatives(const struct picture *g, const uint8_t *test);
/* Can any test with at most one negative value meet them? */
bool brute_possible(const struct picture *g, unsigned rules,
                    const uint8_t *fixed /* 0xff: open; may be NULL */);

/* Is this subset (a bit for each parameter) asked for?  plain: only the
 * strength counts. */
bool brute_asked(const struct picture *g, unsigned subset, int strength,
                 bool plain);

struct brute_count {
  uint64_t possible, covered, impossible;
};
/* Over all tuples that are asked for, of `count` tests with 0xff for open
 * cells. */
struct brute_count brute_count(const struct brute *b, int strength, bool plain,
                               const uint8_t (*tests)[PARAMS], int count);

#endif
