/* oracle: which partial tests some valid test contains.
 *
 * The rules split the parameters into components that do not influence each
 * other; each has a solver of its own, so a question costs what its
 * component costs, and parameters without rules cost nothing.  Solutions
 * seen are kept as witnesses: most questions about tuples are answered by
 * one of them.  Pairs are decided in bulk (pairs.h), and a growing test asks
 * the solver only where changing one cell of its witness breaks a rule.
 *
 * Two kinds of tests: positive ones have no negative value, negative ones
 * exactly one.  An oracle is for one kind. */
#ifndef COVER_ORACLE_H
#define COVER_ORACLE_H

#include "cover/halt.h"
#include "cover/model.h"

enum oracle_kind { ORACLE_POSITIVE, ORACLE_NEGATIVE };

struct oracle;
struct guard;

/* NULL with a diagnostic when a rule is too wide to be decided.  Once the
 * halt (which may be NULL) is over, answers come at once and mean nothing. */
struct oracle *oracle_open(const struct cover_model *m, enum oracle_kind kind,
                           struct halt *halt, struct diag *diag);
void oracle_close(struct oracle *o);
struct halt *oracle_halt(const struct oracle *o);
/* Judges changes of single cells of valid tests of this kind. */
const struct guard *oracle_guard(const struct oracle *o);

/* Is there any valid test of this kind? */
bool oracle_possible(const struct oracle *o);
/* Does some valid test have these values at these parameters?  count >= 1,
 * parameters distinct. */
bool oracle_tuple(struct oracle *o, const uint32_t *params, const cell *values,
                  uint32_t count);
bool oracle_value(const struct oracle *o, uint32_t param, cell value);
/* The component of a parameter, or UINT32_MAX when no rule mentions it. */
uint32_t oracle_component(const struct oracle *o, uint32_t param);

/* A growing test is `test` (CELL_NONE where open) with a complete valid test
 * `witness` that agrees with it, and what is known of it: values it cannot
 * take, which stay so while it grows.  `excluded` is a bitset of oracle_words
 * words or NULL, `stale` says that the test has grown since propagation was
 * asked. */
struct growing {
  cell *test, *witness;
  uint64_t *excluded;
  bool *stale;
};
size_t oracle_words(const struct oracle *o);
/* Sets one more cell when some valid test allows it; the witness may change
 * in open cells. */
bool oracle_set(struct oracle *o, struct growing *g, uint32_t param,
                cell value);
/* Makes a witness for the cells of test that are set; open cells take the
 * values of `wish` where that is possible (wish may be NULL). */
bool oracle_witness(struct oracle *o, const cell *test, const cell *wish,
                    cell *witness);

/* --- why ------------------------------------------------------------------ */

/* A smallest set of rules (no proper subset does) that no test with these
 * values and at most one negative value meets; count may be 0.  The numbers
 * of the rules are pushed in order; false when there is such a test. */
typedef VEC(uint32_t) rule_set;
bool oracle_conflict(const struct cover_model *m, struct halt *halt,
                     const uint32_t *params, const cell *values, uint32_t count,
                     rule_set *out);
/* Rules that follow from the others: those before it are kept first, so
 * dropping all that are listed changes nothing. */
void oracle_redundant(const struct cover_model *m, struct halt *halt,
                      rule_set *out);

#endif
