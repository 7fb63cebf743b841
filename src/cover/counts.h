/* counts: which tuples the tests of a search cover, kept up to date under
 * changes of single cells (see search.h). */
#ifndef COVER_COUNTS_H
#define COVER_COUNTS_H

#include "base/sound.h"
#include "cover/space.h"
#include "cover/tests.h"

/* count 0: uncovered, `test` is then its place in the list of uncovered
 * ones.  Otherwise `test` is the exclusive-or of the covering tests.  A
 * tuple that is not needed starts at COUNTS_IGNORED and never gets near. */
struct tuple_tally {
  uint32_t count : 14, test : 18;
};
enum { COUNTS_IGNORED = 1 << 13, COUNTS_TESTS_MOST = (1 << 13) - 2,
       COUNTS_OPEN_MOST = (1 << 18) - 1 };

/* The subsets that contain one parameter, for one size: `count` records of
 * base, stride of the parameter, then (other parameter, its stride)...; the
 * number of a tuple is base + the sum of value * stride. */
struct incidence {
  uint32_t size, count;
  uint32_t *records; /* count * 2 * size words */
};

struct counts {
  const struct space *s;
  uint32_t k;               /* parameters */
  struct tests tests;
  struct tuple_tally *tally; /* by tuple */
  uint16_t *weight;         /* by tuple: what it counts in a loss */
  struct incidence *of;     /* [parameter][block] */
  uint32_t blocks;
  uint32_t *loss;           /* [test][parameter]: weight of the tuples that
                               the cell alone keeps covered */
  cell *columns;            /* [parameter][column_cap]: the tests again */
  uint32_t column_cap;
  uint32_t width;           /* cells of an entry of `open`: largest size */
  uint32_t narrow;          /* smallest size of a subset */
  VEC(uint32_t) open;       /* numbers of the uncovered tuples */
  VEC(uint16_t) open_cells; /* for each: width parameters, width values;
                               unused places repeat the first */
};

/* False when a halt came in between: it counts a part only and can but be
 * closed.  At most COUNTS_OPEN_MOST tuples may be uncovered. */
bool counts_open(struct counts *c, const struct space *s,
                 const struct tests *tests);
void counts_close(struct counts *c);
/* Begins anew with other tests, no more than there were at first. */
bool counts_load(struct counts *c, const struct tests *tests);
void counts_change(struct counts *c, uint32_t test, uint32_t param,
                   cell value);
/* Takes a test away; the last one gets its number. */
void counts_remove(struct counts *c, uint32_t test);
/* The weight of what would become uncovered (where subsets differ in size, at
 * most that). */
uint64_t counts_weight(const struct counts *c, uint32_t test);
/* How many tuples would become uncovered. */
uint64_t counts_alone(const struct counts *c, uint32_t test);
/* An uncovered tuple counts for more from now on. */
static inline void counts_heavier(struct counts *c, uint32_t tuple) {
  EXPECTS(tuple < c->s->tuples);
  c->weight[tuple] += c->weight[tuple] < UINT16_MAX;
}
/* How many tuples a change of one cell can uncover at most. */
uint32_t counts_degree(const struct counts *c, uint32_t param);

static inline const uint16_t *counts_params(const struct counts *c,
                                            size_t i) {
  EXPECTS(i < c->open.len);
  return &c->open_cells.at[i * 2 * c->width];
}
static inline const uint16_t *counts_values(const struct counts *c,
                                            size_t i) {
  EXPECTS(i < c->open.len);
  return counts_params(c, i) + c->width;
}
static inline uint32_t *counts_loss(const struct counts *c, uint32_t test) {
  EXPECTS(test < c->tests.cap);
  return c->loss + (size_t)test * c->k;
}
static inline const cell *counts_column(const struct counts *c,
                                        uint32_t param) {
  EXPECTS(param < c->k);
  return c->columns + (size_t)param * c->column_cap;
}

#endif
