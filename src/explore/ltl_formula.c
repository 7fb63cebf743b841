#include "explore/ltl_formula.h"

#include "base/sound.h"

static uint32_t intern(struct ltl_formulas *l, enum ltl_op op, uint32_t a,
                       uint32_t b) {
  if (!l->at.len) {
    vec_push(&l->at, ((struct ltl_node){.op = LTL_FALSE}));
    vec_push(&l->at, ((struct ltl_node){.op = LTL_TRUE}));
  }
  for (uint32_t i = 0; i < l->at.len; i++)
    if (l->at.at[i].op == op && l->at.at[i].a == a && l->at.at[i].b == b)
      return i;
  vec_push(&l->at, ((struct ltl_node){op, a, b}));
  return (uint32_t)(l->at.len - 1);
}

static bool is(const struct ltl_formulas *l, uint32_t f, enum ltl_op op) {
  EXPECTS(f < l->at.len);
  return f < l->at.len && l->at.at[f].op == op;
}

static bool is_eventually(const struct ltl_formulas *l, uint32_t f) {
  EXPECTS(f < l->at.len);
  return is(l, f, LTL_UNTIL) && l->at.at[f].a == LTL_TRUE;
}

static bool is_always(const struct ltl_formulas *l, uint32_t f) {
  EXPECTS(f < l->at.len);
  return is(l, f, LTL_RELEASE) && l->at.at[f].a == LTL_FALSE;
}

/* Whether it holds of a run if and only if it holds of the run without its
 * beginning: again and again, or from some state on. */
static bool is_eternal(const struct ltl_formulas *l, uint32_t f) {
  if (is_eventually(l, f))
    return is_always(l, l->at.at[f].b) || is_eternal(l, l->at.at[f].b);
  if (is_always(l, f))
    return is_eventually(l, l->at.at[f].b) || is_eternal(l, l->at.at[f].b);
  return (is(l, f, LTL_AND) || is(l, f, LTL_OR)) &&
         is_eternal(l, l->at.at[f].a) && is_eternal(l, l->at.at[f].b);
}

static uint32_t until(struct ltl_formulas *l, uint32_t a, uint32_t b);
static uint32_t release(struct ltl_formulas *l, uint32_t a, uint32_t b);
static uint32_t next(struct ltl_formulas *l, uint32_t a);

static bool opposite(const struct ltl_formulas *l, uint32_t a, uint32_t b) {
  EXPECTS(a < l->at.len && b < l->at.len);
  return ((is(l, a, LTL_ATOM) && is(l, b, LTL_NO)) ||
          (is(l, a, LTL_NO) && is(l, b, LTL_ATOM))) &&
         l->at.at[a].a == l->at.at[b].a;
}

/* Whether f is of the kind `op` and one of its parts is g. */
static bool has_part(const struct ltl_formulas *l, uint32_t f, enum ltl_op op,
                     uint32_t g) {
  EXPECTS(f < l->at.len && g < l->at.len);
  return f == g || (is(l, f, op) && (has_part(l, l->at.at[f].a, op, g) ||
                                     has_part(l, l->at.at[f].b, op, g)));
}

static uint32_t both(struct ltl_formulas *l, uint32_t a, uint32_t b) {
  EXPECTS(a < l->at.len && b < l->at.len);
  intern(l, LTL_TRUE, 0, 0);
  if (a == LTL_TRUE || has_part(l, b, LTL_AND, a) || has_part(l, a, LTL_OR, b))
    return b;
  if (b == LTL_TRUE || has_part(l, a, LTL_AND, b) || has_part(l, b, LTL_OR, a))
    return a;
  if (a == LTL_FALSE || b == LTL_FALSE || opposite(l, a, b))
    return LTL_FALSE;
  struct ltl_node x = l->at.at[a], y = l->at.at[b];
  if (x.op == LTL_NEXT && y.op == LTL_NEXT)
    return next(l, both(l, x.a, y.a));
  if (x.op == LTL_RELEASE && y.op == LTL_RELEASE && x.a == y.a)
    return release(l, x.a, both(l, x.b, y.b));
  if (x.op == LTL_UNTIL && y.op == LTL_UNTIL && x.b == y.b)
    return until(l, both(l, x.a, y.a), x.b);
  return a < b ? intern(l, LTL_AND, a, b) : intern(l, LTL_AND, b, a);
}

static uint32_t either(struct ltl_formulas *l, uint32_t a, uint32_t b) {
  EXPECTS(a < l->at.len && b < l->at.len);
  intern(l, LTL_TRUE, 0, 0);
  if (a == LTL_FALSE || has_part(l, b, LTL_OR, a) || has_part(l, a, LTL_AND, b))
    return b;
  if (b == LTL_FALSE || has_part(l, a, LTL_OR, b) || has_part(l, b, LTL_AND, a))
    return a;
  if (a == LTL_TRUE || b == LTL_TRUE || opposite(l, a, b))
    return LTL_TRUE;
  struct ltl_node x = l->at.at[a], y = l->at.at[b];
  if (x.op == LTL_NEXT && y.op == LTL_NEXT)
    return next(l, either(l, x.a, y.a));
  if (x.op == LTL_UNTIL && y.op == LTL_UNTIL && x.a == y.a)
    return until(l, x.a, either(l, x.b, y.b));
  if (x.op == LTL_RELEASE && y.op == LTL_RELEASE && x.b == y.b)
    return release(l, either(l, x.a, y.a), x.b);
  if (is_always(l, a) && is_always(l, b) && is_eventually(l, x.b) &&
      is_eventually(l, y.b)) /* again and again one of the two */
    return release(l, LTL_FALSE, either(l, x.b, y.b));
  return a < b ? intern(l, LTL_OR, a, b) : intern(l, LTL_OR, b, a);
}

static uint32_t next(struct ltl_formulas *l, uint32_t a) {
  EXPECTS(a < l->at.len);
  intern(l, LTL_TRUE, 0, 0);
  if (a <= LTL_TRUE || is_eternal(l, a))
    return a;
  return intern(l, LTL_NEXT, a, 0);
}

static uint32_t until(struct ltl_formulas *l, uint32_t a, uint32_t b) {
  EXPECTS(a < l->at.len && b < l->at.len);
  intern(l, LTL_TRUE, 0, 0);
  struct ltl_node x = l->at.at[a], y = l->at.at[b];
  if (b <= LTL_TRUE || a == LTL_FALSE || a == b || is_eternal(l, b) ||
      is_eventually(l, b))
    return b;
  if (y.op == LTL_UNTIL && (a == y.a || a == LTL_TRUE))
    return a == LTL_TRUE ? until(l, a, y.b) : b;
  if (x.op == LTL_NEXT && y.op == LTL_NEXT)
    return next(l, until(l, x.a, y.a));
  if (a == LTL_TRUE && y.op == LTL_NEXT)
    return next(l, until(l, a, y.a));
  return intern(l, LTL_UNTIL, a, b);
}

static uint32_t release(struct ltl_formulas *l, uint32_t a, uint32_t b) {
  EXPECTS(a < l->at.len && b < l->at.len);
  intern(l, LTL_TRUE, 0, 0);
  struct ltl_node x = l->at.at[a], y = l->at.at[b];
  if (b <= LTL_TRUE || a == LTL_TRUE || a == b || is_eternal(l, b) ||
      is_always(l, b))
    return b;
  if (y.op == LTL_RELEASE && (a == y.a || a == LTL_FALSE))
    return a == LTL_FALSE ? release(l, a, y.b) : b;
  if (x.op == LTL_NEXT && y.op == LTL_NEXT)
    return next(l, release(l, x.a, y.a));
  if (a == LTL_FALSE && y.op == LTL_NEXT)
    return next(l, release(l, a, y.a));
  return intern(l, LTL_RELEASE, a, b);
}

static bool same_expr(const struct model *m, expr_id a, expr_id b) {
  const struct expr *x = &m->exprs[a], *y = &m->exprs[b];
  if (a == b)
    return true;
  if (x->op != y->op || x->value != y->value)
    return false;
  if (x->op < EXPR_NEG) /* numbers; where an index is an expression: that one */
    return x->op == EXPR_CONST ||
           (x->a == y->a && x->b == y->b && x->c == y->c);
  bool two = x->op >= EXPR_ADD;
  return same_expr(m, x->a, y->a) && (!two || same_expr(m, x->b, y->b)) &&
         (x->op != EXPR_COND || same_expr(m, x->c, y->c));
}

static uint32_t atom(struct ltl_formulas *l, const struct model *m, expr_id e,
                     bool negate) {
  EXPECTS(e < m->expr_count);
  uint32_t n = 0;
  const struct expr *x = &m->exprs[e];
  intern(l, LTL_TRUE, 0, 0);
  if (x->op == EXPR_CONST)
    return (x->value != 0) != negate ? LTL_TRUE : LTL_FALSE;
  while (n < l->atoms.len && !same_expr(m, l->atoms.at[n], e))
    n++;
  if (n == l->atoms.len)
    vec_push(&l->atoms, e);
  return intern(l, negate ? LTL_NO : LTL_ATOM, n, 0);
}

uint32_t ltl_formula(struct ltl_formulas *l, const struct model *m,
                     formula_id id, bool negate) {
  EXPECTS(id < m->formula_count);
  const struct formula *f = &m->formulas[id];
  uint32_t a = 0, b = 0;
  if (f->op == FORMULA_STATE)
    return atom(l, m, f->expr, negate);
  if (f->op == FORMULA_NOT)
    return ltl_formula(l, m, f->a, !negate);
  a = ltl_formula(l, m, f->a, negate);
  if (f->op == FORMULA_AND || f->op == FORMULA_OR || f->op == FORMULA_UNTIL)
    b = ltl_formula(l, m, f->b, negate);
  switch (f->op) {
  case FORMULA_AND:
    return negate ? either(l, a, b) : both(l, a, b);
  case FORMULA_OR:
    return negate ? both(l, a, b) : either(l, a, b);
  case FORMULA_NEXT:
    return next(l, a);
  case FORMULA_EVENTUALLY:
    return negate ? release(l, LTL_FALSE, a) : until(l, LTL_TRUE, a);
  case FORMULA_ALWAYS:
    return negate ? until(l, LTL_TRUE, a) : release(l, LTL_FALSE, a);
  default:
    return negate ? release(l, a, b) : until(l, a, b);
  }
}

void ltl_formulas_free(struct ltl_formulas *l) {
  vec_free(&l->at);
}
