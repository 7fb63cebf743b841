/* ltl_formula: formulas in negation normal form, each kept once.
 *
 * Equal formulas have equal numbers, so that comparing is cheap; what is made
 * is simplified by what is known of its parts (Somenzi and Bloem, CAV 2000).
 * eventually a is true until a, always a is false release a. */
#ifndef EXPLORE_LTL_FORMULA_H
#define EXPLORE_LTL_FORMULA_H

#include "base/vec.h"
#include "model/model.h"

enum ltl_op {
  LTL_FALSE,
  LTL_TRUE,
  LTL_ATOM, /* a: its number */
  LTL_NO,   /* the same, negated */
  LTL_AND,
  LTL_OR,
  LTL_NEXT,
  LTL_UNTIL,
  LTL_RELEASE,
};

struct ltl_node {
  enum ltl_op op;
  uint32_t a, b;
};

/* All-zero is empty; the numbers 0 and 1 are false and true. */
struct ltl_formulas {
  VEC(struct ltl_node) at;
  VEC(expr_id) atoms;
};

/* The formula of the model, or its negation. */
uint32_t ltl_formula(struct ltl_formulas *l, const struct model *m,
                     formula_id f, bool negate);
void ltl_formulas_free(struct ltl_formulas *l); /* not the atoms */

#endif
