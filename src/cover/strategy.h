/* strategy: how a first test set is made.
 *
 * One row and one file each.  A strategy builds a test set that covers all
 * the space needs, or says that it does not apply.  Whether the search then
 * makes it smaller is the row's `improve`. */
#ifndef COVER_STRATEGY_H
#define COVER_STRATEGY_H

#include "cover/space.h"
#include "cover/tests.h"

struct cover_strategy {
  const char *name;
  const char *summary;
  /* Extends `tests`, which holds those to be kept.  False: does not apply,
   * `tests` unchanged.  NULL: the smallest of the other rows. */
  bool (*build)(const struct space *s, struct tests *tests, uint64_t seed);
  bool improve;
};
extern const struct cover_strategy
    cover_strategies[]; /* ends with a NULL name */

bool strategy_ipo(const struct space *s, struct tests *tests, uint64_t seed);
bool strategy_ipo_ec(const struct space *s, struct tests *tests, uint64_t seed);
/* IPO for pairs, exactly as it is printed (ipo_print.c); for spaces without
 * rules, relations, negative values or tests to be kept. */
bool strategy_ipo_print(const struct space *s, struct tests *tests,
                        uint64_t seed);
/* The tests that leave the base values in one tuple (base_choice.c). */
bool strategy_base(const struct space *s, struct tests *tests, uint64_t seed);
/* Orthogonal arrays, cover starters, products, Katona's binary arrays; for
 * spaces without rules, relations or tests to be kept. */
bool strategy_algebra(const struct space *s, struct tests *tests,
                      uint64_t seed);
/* The same, only if it has fewer than `most` tests. */
bool strategy_algebra_below(const struct space *s, struct tests *tests,
                            uint64_t seed, double most);

#endif
