/* coverage: what given tests cover, and what can be done with that: order
 * them, drop the ones that add nothing. */
#ifndef COVER_COVERAGE_H
#define COVER_COVERAGE_H

#include "cover/space.h"
#include "cover/tests.h"

struct tuple_coverage {
  struct oracle *oracle[2]; /* positive, negative or NULL */
  struct space *space[2];
  uint32_t *count[2]; /* by tuple: tests that have it */
};

/* plain: relations and strengths of single parameters are not looked at.
 * NULL tests: nothing counted.  False after an error; a
 * halt that is over leaves it counted in part. */
bool coverage_open(struct tuple_coverage *c, const struct cover_model *m,
                   uint32_t strength, bool plain, const struct tests *tests,
                   struct halt *halt, struct diag *diag);
void coverage_close(struct tuple_coverage *c);
uint64_t coverage_possible(const struct tuple_coverage *c);
uint64_t coverage_covered(const struct tuple_coverage *c);

/* The best order (greedy); with `drop`, without tests that add nothing. */
void coverage_order(struct tuple_coverage *c, struct tests *tests, bool drop);
/* Opens cells in which any value that is not negative will do: whatever is
 * put into all of them, every test is valid and what was covered stays so.
 * `tests` is what was counted. */
void coverage_loosen(struct tuple_coverage *c, struct tests *tests);

#endif
