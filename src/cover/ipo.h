/* ipo: the in-parameter-order strategy (L chapter 4), for any strength and
 * with constraints decided.
 *
 * Parameters are added in order of rank.  For each new one, horizontal
 * growth gives every test a value of it, vertical growth adds tests for the
 * tuples still missing.  An open cell ("-" in L) stays open until it can
 * cover something; at the end it takes a value of the witness, weights
 * deciding where there is a choice.
 *
 * Differs from the text: a value is chosen only if some valid test extends
 * the row (L 4.5 checks the row alone and so may lose pairs, as it says);
 * every needed tuple is therefore covered when ipo_grow returns.  In Fig 4.5
 * the pointer theta moves also past pairs that are covered otherwise: we ask
 * for the first open pair anew.  Among values that cover equally many, the
 * one used least so far wins. */
#ifndef COVER_IPO_H
#define COVER_IPO_H

#include "base/rng.h"
#include "cover/space.h"
#include "cover/tests.h"

struct ipo {
  const struct space *s;
  struct tests *tests;  /* grows; partial rows are extended */
  struct tests witness; /* a complete valid test for each */
  uint64_t *excluded;   /* [test][words]: values it cannot take */
  uint64_t *before;     /* scratch: one row of it */
  bool *stale;          /* by test, see oracle.h */
  size_t words, cap;    /* tests there is room for */
  uint8_t *open;        /* by tuple: 1 when needed and not yet covered */
  struct rng rng;
  uint32_t variant;
};

/* How the values of a new parameter are chosen for the existing tests: the
 * one place where the algorithms of L 4.4 differ. */
typedef void ipo_horizontal(struct ipo *x, uint32_t rank);
void ipo_h_iv(struct ipo *x, uint32_t rank); /* individual values, L 4.4.2 */
void ipo_h_ec(struct ipo *x, uint32_t rank); /* equivalence classes, 4.4.1 */

/* Extends `tests` (which may hold tests to be kept, with open cells) to a
 * test set that covers all that is needed and has no open cells.  Variants
 * other than 0 choose at random among values that cover equally many.  False when
 * one of the given tests is part of no valid test.  When the halt of the
 * space is over the tests are complete and valid, but do not cover all. */
bool ipo_grow(const struct space *s, struct tests *tests,
              ipo_horizontal *horizontal, uint64_t seed, uint32_t variant);

/* --- for the two algorithms ---------------------------------------------- */

/* Gives the cell the value if a valid test allows it. */
bool ipo_set(struct ipo *x, uint32_t test, uint32_t param, cell value);
/* Marks what the test covers among the tuples that end at this rank. */
void ipo_mark(struct ipo *x, uint32_t test, uint32_t rank);

/* Number of classes of assignments of d values to m tests that differ only
 * by renaming values (L Theorem 4.4.3), and their enumeration: `visit` gets
 * one member of each and returns false to stop. */
double ipo_classes(uint32_t m, uint32_t d);
void ipo_each_class(uint32_t m, uint32_t d,
                    bool (*visit)(void *user, const cell *member), void *user);

#endif
