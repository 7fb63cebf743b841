#include "cover/expr.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/bitset.h"

/* * and ? as PICT's LIKE has them; linear, since only the last star can
 * profit from a second try. */
static bool like(const struct cover_model *m, const char *s,
                 const char *pattern) {
  const char *star = NULL, *again = NULL;
  while (*s) {
    char a = *s, b = *pattern;
    if (!m->case_sensitive) {
      a = (char)tolower((unsigned char)a);
      b = (char)tolower((unsigned char)b);
    }
    if (*pattern == '*') {
      star = ++pattern;
      again = s;
    } else if (*pattern == '?' || (*pattern && a == b)) {
      pattern++;
      s++;
    } else if (star) {
      pattern = star;
      s = ++again;
    } else {
      return false;
    }
  }
  while (*pattern == '*')
    pattern++;
  return !*pattern;
}

static const struct value *value_of(const struct cover_model *m,
                                    const struct rule_expr *e,
                                    const cell *test) {
  cell c = test[e->param];
  if (c == CELL_NONE)
    return NULL;
  const struct value *v = &m->params.at[e->param].values[c];
  return v->absent ? NULL : v;
}

double expr_remainder(double a, double b) {
  double rest = fmod(a, b);
  bool whole = a == floor(a) && b == floor(b);
  double lacks = fabs(b) - fabs(rest);
  return !whole && lacks <= 1e-12 * fmax(fabs(a), fabs(b)) ? 0 : rest;
}

/* False when the term has no value: a part is unknown, division by zero. */
static bool number_of(const struct cover_model *m, const struct rule_expr *e,
                      const cell *test, double *out) {
  double a, b;
  const struct value *v;
  switch (e->op) {
  case RULE_NUMBER:
    *out = e->number;
    return true;
  case RULE_PARAM:
    if (!(v = value_of(m, e, test)))
      return false;
    *out = v->number;
    return true;
  default:
    if (!number_of(m, e->a, test, &a) || !number_of(m, e->b, test, &b))
      return false;
  }
  switch (e->op) {
  case RULE_ADD:
    *out = a + b;
    return true;
  case RULE_SUB:
    *out = a - b;
    return true;
  case RULE_MUL:
    *out = a * b;
    return true;
  case RULE_DIV:
    *out = a / b;
    return b != 0;
  default:
    *out = expr_remainder(a, b);
    return b != 0;
  }
}

/* Numbers compare as they are written.  Decimal fractions are not exact in
 * binary, so computed ones may be off a little: 0.1 + 0.2 equals 0.3 here. */
static int order_numbers(double a, double b, bool computed) {
  bool whole = a == floor(a) && b == floor(b);
  double scale = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
  if (computed && !whole && fabs(a - b) <= 1e-12 * (scale > 1 ? scale : 1))
    return 0;
  return a < b ? -1 : a > b;
}

static bool is_computed(const struct rule_expr *e) {
  return e->op != RULE_NUMBER && e->op != RULE_PARAM;
}

static const char *string_of(const struct cover_model *m,
                             const struct rule_expr *e, const cell *test) {
  if (e->op == RULE_STRING)
    return e->text;
  const struct value *v = value_of(m, e, test);
  return v ? v->name : NULL;
}

static bool is_string(const struct cover_model *m, const struct rule_expr *e) {
  return e->op == RULE_STRING ||
         (e->op == RULE_PARAM && !m->params.at[e->param].numeric);
}

static enum rule_truth compare(const struct cover_model *m,
                               const struct rule_expr *e, const cell *test) {
  int order;
  if (is_string(m, e->a)) {
    const char *a = string_of(m, e->a, test), *b = string_of(m, e->b, test);
    if (!a || !b)
      return UNKNOWN3;
    order = model_compare(m, a, b);
  } else {
    double a, b;
    if (!number_of(m, e->a, test, &a) || !number_of(m, e->b, test, &b))
      return UNKNOWN3;
    order = order_numbers(a, b, is_computed(e->a) || is_computed(e->b));
  }
  switch (e->op) {
  case RULE_EQ:
    return order == 0;
  case RULE_NE:
    return order != 0;
  case RULE_LT:
    return order < 0;
  case RULE_LE:
    return order <= 0;
  case RULE_GT:
    return order > 0;
  default:
    return order >= 0;
  }
}

enum rule_truth expr_eval(const struct cover_model *m,
                          const struct rule_expr *e, const cell *test) {
  enum rule_truth a, b;
  const struct value *v;
  switch (e->op) {
  case RULE_AND:
    a = expr_eval(m, e->a, test);
    if (a == FALSE3)
      return FALSE3;
    b = expr_eval(m, e->b, test);
    return b == FALSE3 ? FALSE3 : a == TRUE3 ? b : UNKNOWN3;
  case RULE_OR:
    a = expr_eval(m, e->a, test);
    if (a == TRUE3)
      return TRUE3;
    b = expr_eval(m, e->b, test);
    return b == TRUE3 ? TRUE3 : a == FALSE3 ? b : UNKNOWN3;
  case RULE_NOT:
    a = expr_eval(m, e->a, test);
    return a == UNKNOWN3 ? UNKNOWN3 : a == TRUE3 ? FALSE3 : TRUE3;
  case RULE_LIKE:
    v = value_of(m, e->a, test);
    return v ? (enum rule_truth)like(m, v->name, e->text) : UNKNOWN3;
  case RULE_IN:
    if (!value_of(m, e->a, test))
      return UNKNOWN3;
    return bitset_has(e->values, test[e->a->param]);
  case RULE_NEGATIVE:
    v = value_of(m, e->a, test);
    return v ? (enum rule_truth)v->negative : UNKNOWN3;
  case RULE_ABSENT:
    if (test[e->a->param] == CELL_NONE)
      return UNKNOWN3;
    return m->params.at[e->a->param].values[test[e->a->param]].absent;
  default:
    return compare(m, e, test);
  }
}

void expr_params(const struct rule_expr *e, uint64_t *set) {
  if (e->op == RULE_PARAM)
    bitset_add(set, e->param);
  if (e->a)
    expr_params(e->a, set);
  if (e->b)
    expr_params(e->b, set);
}
