/* guard: is a complete test still valid when one cell changes?
 *
 * The search asks this millions of times.  A rule over few combinations
 * becomes a table of bits; a wide one is evaluated, and so are those for
 * which the work of making tables, which has a limit, is used up.  Only rules that mention
 * the changed parameter are looked at. */
#ifndef COVER_GUARD_H
#define COVER_GUARD_H

#include "cover/oracle.h"

struct guard;

struct guard *guard_open(const struct model *m, const struct oracle *o,
                         enum oracle_kind kind);
void guard_close(struct guard *g);
/* `test` is complete; its cell at `param` is read as `value`. */
bool guard_allows(const struct guard *g, const cell *test, uint32_t param,
                  cell value);

#endif
