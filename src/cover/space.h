/* space: the tuples that a test set has to cover.
 *
 * A subset is a set of parameters whose value tuples count; all subsets of
 * one size form a block.  Tuples have numbers 0..tuples-1: those of a subset
 * are consecutive, the last parameter (by rank) varying fastest, so that the
 * tuples that differ in a new parameter only lie side by side (which is what
 * IPO looks at).  Rank is the order in which IPO adds parameters: most
 * values first.
 *
 * A tuple is needed when it is asked for and some valid test has it.  A model
 * with negative values has two spaces with the same numbers: what valid tests
 * without a negative value can have, they must have; what is left, the tuples
 * with one negative value and those that the rules allow beside one only, is
 * asked of the tests with one negative value. */
#ifndef COVER_SPACE_H
#define COVER_SPACE_H

#include "base/sound.h"
#include "cover/oracle.h"

struct block {
  uint32_t size;    /* parameters in each subset */
  uint32_t count;   /* subsets, by rank of their last parameter */
  uint32_t *start;  /* by rank: its first subset; one more at the end */
  uint16_t *params; /* count * size, by rank within a subset */
  uint32_t *base;   /* number of the first tuple */
};

enum need {
  NEED_NONE,       /* not asked of this kind of tests */
  NEED_COVERED,    /* needed: some valid test has it */
  NEED_IMPOSSIBLE, /* asked for, but no valid test of any kind has it */
};

struct space {
  const struct cover_model *m;
  struct oracle *oracle;
  struct halt *halt; /* the oracle's; once over, need is not decided */
  enum oracle_kind kind;
  uint32_t params;   /* how many */
  uint32_t strength; /* asked for; relations may have another */
  bool plain;        /* every subset has this strength */
  uint16_t *by_rank; /* parameter of each rank */
  uint32_t *level;   /* by parameter: how many values */
  VEC(struct block) blocks;
  uint32_t tuples;
  uint8_t *need; /* by tuple: enum need */
  uint64_t needed, infeasible;
  uint32_t bound; /* no test set is smaller */
};

/* Memory a space of this strength takes, for all tables of a search; in
 * bytes, and infinity when tuples cannot be numbered. */
double space_bytes(const struct cover_model *m, uint32_t strength);
/* The oracle stays the caller's and must outlive the space.  plain: relations
 * and strengths of single parameters are not looked at.  `positive` is the
 * space of the other kind when this one is negative, and NULL otherwise; it
 * is only read now. */
struct space *space_open(const struct cover_model *m, struct oracle *o,
                         enum oracle_kind kind, uint32_t strength, bool plain,
                         const struct space *positive);
void space_close(struct space *s);

/* The values of tuple `number` of the subset. */
void space_values(const struct space *s, const struct block *b, uint32_t subset,
                  uint32_t number, cell *values);

static inline uint32_t space_tuple(const struct space *s, const struct block *b,
                                   uint32_t subset, const cell *test) {
  EXPECTS(subset < b->count && test);
  const uint16_t *ps = &b->params[(size_t)subset * b->size];
  uint32_t n = test[ps[0]];
  for (uint32_t i = 1; i < b->size; i++)
    n = n * s->level[ps[i]] + test[ps[i]];
  return b->base[subset] + n;
}

#endif
