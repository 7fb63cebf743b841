#include "model/operator.h"

#include <assert.h>

#include "base/sound.h"

static bool compare(enum expr_op op, int64_t a, int64_t b) {
  switch (op) {
  case EXPR_EQ:
    return a == b;
  case EXPR_NE:
    return a != b;
  case EXPR_LT:
    return a < b;
  case EXPR_LE:
    return a <= b;
  case EXPR_GT:
    return a > b;
  default:
    assert(op == EXPR_GE);
    return a >= b;
  }
}

static bool divide(enum expr_op op, int64_t a, int64_t b, int64_t *out,
                   enum fail_reason *why) {
  EXPECTS(op == EXPR_DIV || op == EXPR_MOD);
  *out = 0;
  *why = b ? FAIL_OVERFLOW : FAIL_DIVISION;
  if (!b)
    return false;
  if (b == -1) /* the one quotient that may not fit */
    return op == EXPR_MOD || !__builtin_sub_overflow((int64_t)0, a, out);
  *out = op == EXPR_DIV ? a / b : a % b;
  return true;
}

bool operator_apply(enum expr_op op, int64_t a, int64_t b, int64_t *out,
                    enum fail_reason *why) {
  EXPECTS(op >= EXPR_NEG && op <= EXPR_COND);
  *why = FAIL_OVERFLOW;
  switch (op) {
  case EXPR_ADD:
    return !__builtin_add_overflow(a, b, out);
  case EXPR_SUB:
    return !__builtin_sub_overflow(a, b, out);
  case EXPR_MUL:
    return !__builtin_mul_overflow(a, b, out);
  case EXPR_DIV:
  case EXPR_MOD:
    return divide(op, a, b, out, why);
  default:
    *out = compare(op, a, b);
    return true;
  }
}
