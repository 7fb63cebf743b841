/* expr: the formulas of rules.
 *
 * A formula is a tree of and, or, not over atoms; an atom compares terms
 * (values, parameters, arithmetic).  Three-valued: a parameter without a
 * value, or with its "absent" value, makes an atom unknown (Kleene's strong
 * logic), so the same function judges complete and partial tests. */
#ifndef COVER_EXPR_H
#define COVER_EXPR_H

#include "cover/model.h"

enum expr_op {
  /* formulas */
  EXPR_AND, EXPR_OR, EXPR_NOT,
  /* atoms */
  EXPR_EQ, EXPR_NE, EXPR_LT, EXPR_LE, EXPR_GT, EXPR_GE,
  EXPR_LIKE,     /* a: parameter, text: pattern */
  EXPR_IN,       /* a: parameter, values: a set of its values */
  EXPR_NEGATIVE, /* a: parameter whose value is negative */
  EXPR_ABSENT,   /* a: parameter whose value is its absent one; never
                    unknown on a complete test */
  /* terms */
  EXPR_PARAM, EXPR_NUMBER, EXPR_STRING,
  EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DIV, EXPR_MOD,
};

struct expr {
  enum expr_op op;
  struct expr *a, *b;
  uint32_t param;      /* of EXPR_PARAM */
  double number;       /* of EXPR_NUMBER */
  const char *text;    /* of EXPR_STRING, EXPR_LIKE */
  uint64_t *values;    /* of EXPR_IN, a bitset */
  struct diag_at at;
};

enum truth { FALSE3 = 0, TRUE3 = 1, UNKNOWN3 = 2 };

enum truth expr_eval(const struct cover_model *m, const struct expr *e,
                     const cell *test);
static inline bool expr_is_atom(const struct expr *e) {
  return e->op >= EXPR_EQ && e->op <= EXPR_ABSENT;
}
/* Adds the parameters of the formula to a bitset of all parameters. */
void expr_params(const struct expr *e, uint64_t *set);

#endif
