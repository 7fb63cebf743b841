/* encode: rules as clauses.
 *
 * Every parameter is a group of variables, one for each value; a formula in
 * negation normal form becomes clauses with auxiliary variables where "and"
 * stands below "or" (Tseitin, one direction only: Plaisted and Greenbaum
 * 1986).  An atom over one parameter is a set of its values and needs no
 * variable at all.  An atom over several is spread over the values of all
 * but the last; when that is too much and it is a comparison of a sum in
 * which every part depends on one parameter, over the partial sums, of which
 * there are few.  Nothing is ever expanded across atoms. */
#ifndef COVER_ENCODE_H
#define COVER_ENCODE_H

#include "cover/expr.h"
#include "cover/sat.h"

struct encoder {
  const struct cover_model *m;
  struct sat *sat;
  const uint32_t *first; /* by parameter: its first variable, or UINT32_MAX */
  bool strict;           /* an atom over an absent parameter does not hold */
};

/* Adds clauses that say: when all literals of `guard` are false, e has the
 * truth `wanted`.  False when an atom is too wide; *wide is then its place. */
bool encode_rule(struct encoder *c, const struct rule_expr *e, bool wanted,
                 const lit *guard, size_t guards, struct diag_at *wide);

#endif
