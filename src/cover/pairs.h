/* pairs: which pairs of values some valid test has, decided in bulk.
 *
 * A table with one entry for every two values of parameters that share rules.
 * Every valid test that comes by settles all its pairs at once, and so do the
 * tests that differ from it in one cell and are valid too (guard.h); what
 * propagation excludes is settled without a search.  The few pairs that are
 * left are questions for the solver, whose answers are again valid tests: the
 * caller steers it towards values that are still open (pairs_wish). */
#ifndef COVER_PAIRS_H
#define COVER_PAIRS_H

#include "base/sound.h"
#include "cover/guard.h"

enum pair_state { PAIR_OPEN, PAIR_POSSIBLE, PAIR_IMPOSSIBLE };

struct pair_table {
  const struct cover_model *m;
  const uint32_t *params; /* that share rules */
  const uint32_t *offset; /* by place in params: its first value's number */
  uint32_t count;         /* of params */
  uint32_t values;        /* of all of them together */
  uint8_t *state;         /* [value][value]: enum pair_state */
  uint32_t barren;        /* how often changing single cells was in vain */
};

/* False, and nothing to close, when there are too many values. */
bool pairs_open(struct pair_table *t, const struct cover_model *m,
                const uint32_t *params, const uint32_t *offset, uint32_t count,
                uint32_t values);
void pairs_close(struct pair_table *t);

static inline uint8_t *pairs_at(const struct pair_table *t, uint32_t a,
                                uint32_t b) {
  EXPECTS(a < t->values && b < t->values);
  return &t->state[(size_t)a * t->values + b];
}
void pairs_set(struct pair_table *t, uint32_t a, uint32_t b,
               enum pair_state state);
/* Learns from a valid test. */
void pairs_learn(struct pair_table *t, const struct guard *g, const cell *test);
/* Learns from one that differs little from another that it has learnt from:
 * only what is new in it is looked at. */
void pairs_learn_change(struct pair_table *t, const cell *before,
                        const cell *test);
/* Of a parameter (by place), a value whose pairs with a and b are both open,
 * or the pair with one of them, or UINT32_MAX. */
uint32_t pairs_wish(const struct pair_table *t, uint32_t place, uint32_t a,
                    uint32_t b);

#endif
