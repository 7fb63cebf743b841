/* guard: is a complete test still valid when one cell changes?
 *
 * The search asks this millions of times.  A rule over few combinations
 * becomes a table of bits; a wide one is evaluated, and so are those for which
 * the work of making tables, which has a limit, is used up.  Only rules that
 * mention the changed parameter are looked at. */
#ifndef COVER_GUARD_H
#define COVER_GUARD_H

#include "cover/model.h"

struct guard;

/* `negatives` is how many negative values a test has, 0 or 1. */
struct guard *guard_open(const struct cover_model *m, uint32_t negatives);
void guard_close(struct guard *g);
/* `test` is complete and valid, but for its cell at `param`, which is read as
 * `value`: is that test valid? */
bool guard_allows(const struct guard *g, const cell *test, uint32_t param,
                  cell value);
/* A change of one cell that makes up for another. */
struct guard_help {
  uint32_t param;
  cell value;
  uint32_t cost;
};
/* guard_allows said no: of the single cells whose change makes the test valid
 * again, the one that costs least by `costs` (by parameter), and less than
 * h->cost, which is UINT32_MAX when any will do.  `test` is as before. */
bool guard_help(const struct guard *g, cell *test, uint32_t param, cell value,
                const uint32_t *costs, struct guard_help *h);
/* The same with the help of a few more cells, which must be open in `fixed`:
 * `test` is valid and agrees with it, but for `param`.  Where changing one
 * cell after the other makes up for what the change at `param` breaks, it is
 * done; otherwise the test is as before. */
bool guard_repair(const struct guard *g, const cell *fixed, cell *test,
                  uint32_t param, cell value);

#endif
