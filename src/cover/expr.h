/* expr: the formulas of rules.
 *
 * A formula is a tree of and, or, not over atoms; an atom compares terms
 * (values, parameters, arithmetic).  Three-valued: a parameter without a
 * value, or with its "absent" value, makes an atom unknown (Kleene's strong
 * logic), so the same function judges complete and partial tests. */
#ifndef COVER_EXPR_H
#define COVER_EXPR_H

#include "cover/model.h"

enum rule_op {
  /* formulas */
  RULE_AND, RULE_OR, RULE_NOT,
  /* atoms */
  RULE_EQ, RULE_NE, RULE_LT, RULE_LE, RULE_GT, RULE_GE,
  RULE_LIKE,     /* a: parameter, text: pattern */
  RULE_IN,       /* a: parameter, values: a set of its values */
  RULE_NEGATIVE, /* a: parameter whose value is negative */
  RULE_ABSENT,   /* a: parameter whose value is its absent one; never
                    unknown on a complete test */
  /* terms */
  RULE_PARAM, RULE_NUMBER, RULE_STRING,
  RULE_ADD, RULE_SUB, RULE_MUL, RULE_DIV, RULE_MOD,
};

struct rule_expr {
  enum rule_op op;
  struct rule_expr *a, *b;
  uint32_t param;      /* of RULE_PARAM */
  double number;       /* of RULE_NUMBER */
  const char *text;    /* of RULE_STRING, RULE_LIKE */
  uint64_t *values;    /* of RULE_IN, a bitset */
  struct diag_at at;
};

enum rule_truth { FALSE3 = 0, TRUE3 = 1, UNKNOWN3 = 2 };

enum rule_truth expr_eval(const struct cover_model *m, const struct rule_expr *e,
                     const cell *test);
static inline bool expr_is_atom(const struct rule_expr *e) {
  return e->op >= RULE_EQ && e->op <= RULE_ABSENT;
}
/* Adds the parameters of the formula to a bitset of all parameters. */
void expr_params(const struct rule_expr *e, uint64_t *set);

/* What a % b is, b not 0; of decimal fractions as they are written: 0.3 % 0.1
 * is 0. */
double expr_remainder(double a, double b);

#endif
