/* search: makes a test set smaller, one test at a time.
 *
 * Tabu search in the manner of TCA (Lin, Luo, Cai, Su, Hao, Zhang, ASE
 * 2015): take a test away, then repair: pick an uncovered tuple, and among
 * the tests that differ from it in one cell change the cell that loses
 * least; a cell just changed is left alone for a while; now and then a whole
 * tuple is forced into a test at random.  Tuples that stay uncovered get
 * heavier, which leads out of dead ends.  A change that breaks a rule is made
 * with a second one that mends it.  Where pairs are wanted and there is no
 * gain for a while, the parameters with many values are covered first, by
 * themselves.
 *
 * What makes it quick: every tuple has a count and the exclusive-or of the
 * tests that cover it, so that a count of one names the test; every cell
 * knows what the tuples weigh that only it keeps covered (its loss).  Judging a move is
 * then one look-up plus the few uncovered tuples that share the new value;
 * only a move that is made costs as much as there are subsets with its
 * parameter.  Everything is in flat arrays, the subsets of a parameter
 * packed one after the other.
 *
 * Deterministic: the same space, tests, seed and number of steps give the
 * same result on every machine. */
#ifndef COVER_SEARCH_H
#define COVER_SEARCH_H

#include "base/progress.h"
#include "cover/space.h"
#include "cover/tests.h"

struct search_limits {
  uint64_t steps;    /* 0: no limit */
  uint64_t patience; /* ends after so many steps in vain; 0: never */
  struct halt *halt; /* may be NULL */
  uint64_t seed;
  uint32_t fixed;            /* the first tests are kept as they are */
  uint64_t turn;             /* work before the core is tried; 0: the usual */
  struct progress *progress; /* may be NULL */
};

struct search_result {
  uint64_t steps;      /* made in all */
  uint64_t last_gain;  /* step at which the last test went */
  double last_gain_at; /* the same as a moment of clock_cpu */
  uint32_t cores;      /* times that a core was covered (see search.c) */
  bool optimal;        /* the bound was reached */
};

/* `tests` covers all that is needed; it is replaced by the smallest set
 * found, in which every test is valid. */
struct search_result search_run(const struct space *s, struct tests *tests,
                                const struct search_limits *limits);

#endif
