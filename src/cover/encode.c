#include "cover/encode.h"

#include <math.h>
#include <string.h>

#include "base/bitset.h"
#include "base/map.h"
#include "base/sound.h"
#include "base/vec.h"

enum { COMBINATIONS_MOST = 1 << 20, PARTIAL_SUMS_MOST = 1 << 16 };

typedef VEC(lit) lits;

struct job {
  struct encoder *c;
  cell *test; /* scratch: a partial assignment of all parameters */
  struct diag_at *wide;
};

static bool holds(struct job *j, const struct rule_expr *atom, bool wanted) {
  enum rule_truth t = expr_eval(j->c->m, atom, j->test);
  if (t == UNKNOWN3)
    return !j->c->strict;
  return (t == TRUE3) == wanted;
}

static lit value_lit(const struct job *j, uint32_t p, uint32_t v) {
  EXPECTS(p < j->c->m->params.len && v < j->c->m->params.at[p].count);
  return SAT_POS(j->c->first[p] + v);
}

static uint32_t values(const struct job *j, uint32_t p) {
  return j->c->m->params.at[p].count;
}

/* --- atoms over several parameters, value by value ------------------------ */

static void spread(struct job *j, const struct rule_expr *atom, bool wanted,
                   const uint32_t *ps, size_t n, lits *clause) {
  uint32_t p = *ps;
  size_t mark = clause->len;
  if (n == 1) {
    bool all = true;
    for (uint32_t v = 0; v < values(j, p); v++) {
      j->test[p] = (cell)v;
      if (holds(j, atom, wanted))
        vec_push(clause, value_lit(j, p, v));
      else
        all = false;
    }
    if (!all)
      sat_clause(j->c->sat, clause->at, clause->len);
  } else {
    for (uint32_t v = 0; v < values(j, p); v++) {
      j->test[p] = (cell)v;
      vec_push(clause, value_lit(j, p, v) ^ 1);
      spread(j, atom, wanted, ps + 1, n - 1, clause);
      clause->len = mark;
    }
  }
  clause->len = mark;
  j->test[p] = CELL_NONE;
}

/* --- sums ----------------------------------------------------------------- */

struct sum {
  const struct rule_expr *atom;
  bool wanted;
  const uint32_t *ps;
  size_t n;
  double **part;     /* by place in ps, by value; NAN: absent */
  double constant;
  double quantum;    /* sums that differ by less are the same */
  struct map nodes;  /* (place, sum in quanta) -> variable */
  bool too_many;
};

static size_t count_params(const struct job *j, const struct rule_expr *e,
                           uint32_t *only) {
  size_t words = BITSET_WORDS(j->c->m->params.len);
  uint64_t *set = alloc_zero(words, sizeof *set);
  expr_params(e, set);
  size_t n = bitset_count(set, words);
  if (n)
    *only = (uint32_t)bitset_next(set, words, 0);
  free(set);
  return n;
}

/* The term for the values now in j->test: with the help of a comparison, so
 * that there is one evaluator.  NAN when unknown. */
static double term_value(struct job *j, const struct rule_expr *e) {
  double a, b;
  switch (e->op) {
  case RULE_NUMBER:
    return e->number;
  case RULE_PARAM: {
    const struct value *v = &j->c->m->params.at[e->param]
                                 .values[j->test[e->param]];
    return v->absent ? NAN : v->number;
  }
  default:
    a = term_value(j, e->a);
    b = term_value(j, e->b);
  }
  switch (e->op) {
  case RULE_ADD:
    return a + b;
  case RULE_SUB:
    return a - b;
  case RULE_MUL:
    return a * b;
  case RULE_DIV:
    return b == 0 ? NAN : a / b;
  default:
    return b == 0 ? NAN : expr_remainder(a, b);
  }
}

/* Adds factor * e to the parts; false when e is not a sum of parts. */
static bool separate(struct job *j, struct sum *s, const struct rule_expr *e,
                     double factor) {
  uint32_t p = 0;
  size_t n = count_params(j, e, &p);
  if (n == 0) {
    s->constant += factor * term_value(j, e);
    return true;
  }
  if (n == 1) {
    size_t place = 0;
    while (s->ps[place] != p)
      place++;
    for (uint32_t v = 0; v < values(j, p); v++) {
      j->test[p] = (cell)v;
      s->part[place][v] += factor * term_value(j, e);
    }
    j->test[p] = CELL_NONE;
    return true;
  }
  if (e->op == RULE_ADD || e->op == RULE_SUB)
    return separate(j, s, e->a, factor) &&
           separate(j, s, e->b, e->op == RULE_ADD ? factor : -factor);
  if (e->op == RULE_MUL && count_params(j, e->a, &p) == 0)
    return separate(j, s, e->b, factor * term_value(j, e->a));
  if ((e->op == RULE_MUL || e->op == RULE_DIV) &&
      count_params(j, e->b, &p) == 0) {
    double by = term_value(j, e->b);
    return by != 0 &&
           separate(j, s, e->a, e->op == RULE_MUL ? factor * by : factor / by);
  }
  return false;
}

static bool sum_holds(const struct sum *s, double total) {
  int order = fabs(total) <= s->quantum / 2 ? 0 : total < 0 ? -1 : 1;
  bool t;
  switch (s->atom->op) {
  case RULE_EQ:
    t = order == 0;
    break;
  case RULE_NE:
    t = order != 0;
    break;
  case RULE_LT:
    t = order < 0;
    break;
  case RULE_LE:
    t = order <= 0;
    break;
  case RULE_GT:
    t = order > 0;
    break;
  default:
    t = order >= 0;
  }
  return t == s->wanted;
}

/* The variable that says "with this sum so far the rest is all right". */
static uint32_t node(struct job *j, struct sum *s, size_t place, double total) {
  int64_t rounded = (int64_t)round(total / s->quantum); /* below 2^47 */
  uint64_t key = (uint64_t)place << 48 ^ ((uint64_t)rounded & 0xffffffffffff);
  bool added;
  uint64_t *slot = map_at(&s->nodes, key, &added);
  if (!added)
    return (uint32_t)*slot;
  uint32_t y = sat_var(j->c->sat);
  *slot = y;
  if (s->nodes.len > PARTIAL_SUMS_MOST)
    s->too_many = true;
  if (s->too_many)
    return y;
  uint32_t p = s->ps[place];
  for (uint32_t v = 0; v < values(j, p); v++) {
    double part = s->part[place][v];
    if (isnan(part) && !j->c->strict)
      continue;
    lit clause[3] = {SAT_NEG(y), value_lit(j, p, v) ^ 1};
    size_t len = 2;
    if (place + 1 < s->n && !isnan(part))
      clause[len++] = SAT_POS(node(j, s, place + 1, total + part));
    else if (!isnan(part) && sum_holds(s, total + part))
      continue;
    sat_clause(j->c->sat, clause, len);
  }
  return y;
}

static double common_divisor(double a, double b) {
  while (b > 0) {
    double rest = fmod(a, b);
    a = b;
    b = rest;
  }
  return a;
}

/* Integers are exact, and fractions as good as those that expr_eval compares;
 * false where integers are too large to be told apart. */
static bool find_quantum(struct job *j, struct sum *s) {
  double scale = fabs(s->constant), divisor = scale;
  bool whole = s->constant == floor(s->constant);
  for (size_t i = 0; i < s->n; i++) {
    double most = 0;
    for (uint32_t v = 0; v < values(j, s->ps[i]); v++) {
      double part = s->part[i][v];
      whole = whole && (isnan(part) || part == floor(part));
      most = fmax(most, fabs(part));
      if (whole && !isnan(part))
        divisor = common_divisor(divisor, fabs(part));
    }
    scale += most;
  }
  s->quantum = !whole        ? 1e-12 * fmax(scale, 1)
               : divisor > 0 ? divisor
                             : 1;
  return scale / s->quantum < 0x1p46;
}

static bool encode_sum(struct job *j, const struct rule_expr *atom, bool wanted,
                       const uint32_t *ps, size_t n, lits *clause) {
  if (atom->op < RULE_EQ || atom->op > RULE_GE)
    return false;
  struct sum s = {.atom = atom, .wanted = wanted, .ps = ps, .n = n};
  s.part = alloc_zero(n, sizeof *s.part);
  for (size_t i = 0; i < n; i++)
    s.part[i] = alloc_zero(values(j, ps[i]), sizeof **s.part);
  bool ok = separate(j, &s, atom->a, 1) && separate(j, &s, atom->b, -1) &&
            find_quantum(j, &s);
  if (ok) {
    uint32_t y = node(j, &s, 0, s.constant);
    ok = !s.too_many;
    size_t mark = clause->len;
    vec_push(clause, SAT_POS(y));
    sat_clause(j->c->sat, clause->at, clause->len);
    clause->len = mark;
  }
  for (size_t i = 0; i < n; i++)
    free(s.part[i]);
  free(s.part);
  map_free(&s.nodes);
  return ok;
}

/* --- formulas ------------------------------------------------------------- */

static bool assert_formula(struct job *j, const struct rule_expr *e, bool wanted,
                           lits *guard);

static bool assert_atom(struct job *j, const struct rule_expr *e, bool wanted,
                        lits *guard) {
  size_t words = BITSET_WORDS(j->c->m->params.len);
  uint64_t *set = alloc_zero(words, sizeof *set);
  expr_params(e, set);
  VEC(uint32_t) ps = {0};
  double combinations = 1;
  bitset_each(set, words, p) {
    vec_push(&ps, (uint32_t)p);
    combinations *= values(j, (uint32_t)p);
  }
  free(set);
  bool ok = true;
  if (!ps.len) { /* 1 = 2: a formula without parameters */
    if (!holds(j, e, wanted))
      sat_clause(j->c->sat, guard->at, guard->len);
  } else if (combinations <= COMBINATIONS_MOST) {
    spread(j, e, wanted, ps.at, ps.len, guard);
  } else if (!encode_sum(j, e, wanted, ps.at, ps.len, guard)) {
    *j->wide = e->at;
    ok = false;
  }
  vec_free(&ps);
  return ok;
}

/* Adds the literals of a disjunction to the clause. */
static bool collect(struct job *j, const struct rule_expr *e, bool wanted,
                    lits *clause) {
  if (e->op == RULE_NOT)
    return collect(j, e->a, !wanted, clause);
  if (e->op == (wanted ? RULE_OR : RULE_AND))
    return collect(j, e->a, wanted, clause) &&
           collect(j, e->b, wanted, clause);
  uint32_t p = 0;
  if (expr_is_atom(e) && count_params(j, e, &p) == 1) {
    for (uint32_t v = 0; v < values(j, p); v++) {
      j->test[p] = (cell)v;
      if (holds(j, e, wanted))
        vec_push(clause, value_lit(j, p, v));
    }
    j->test[p] = CELL_NONE;
    return true;
  }
  uint32_t y = sat_var(j->c->sat);
  lits guard = {0};
  vec_push(&guard, SAT_NEG(y));
  bool ok = assert_formula(j, e, wanted, &guard);
  vec_free(&guard);
  vec_push(clause, SAT_POS(y));
  return ok;
}

static bool assert_formula(struct job *j, const struct rule_expr *e, bool wanted,
                           lits *guard) {
  if (e->op == RULE_NOT)
    return assert_formula(j, e->a, !wanted, guard);
  if (e->op == (wanted ? RULE_AND : RULE_OR))
    return assert_formula(j, e->a, wanted, guard) &&
           assert_formula(j, e->b, wanted, guard);
  if (expr_is_atom(e))
    return assert_atom(j, e, wanted, guard);
  size_t mark = guard->len;
  bool ok = collect(j, e, wanted, guard);
  sat_clause(j->c->sat, guard->at, guard->len);
  guard->len = mark;
  return ok;
}

bool encode_rule(struct encoder *c, const struct rule_expr *e, bool wanted,
                 const lit *guard, size_t guards, struct diag_at *wide) {
  EXPECTS(e && (guard || !guards));
  struct job j = {.c = c, .wide = wide};
  size_t n = c->m->params.len;
  j.test = alloc_zero(n, sizeof *j.test);
  memset(j.test, 0xff, n * sizeof *j.test);
  lits prefix = {0};
  for (size_t i = 0; i < guards; i++)
    vec_push(&prefix, guard[i]);
  bool ok = assert_formula(&j, e, wanted, &prefix);
  vec_free(&prefix);
  free(j.test);
  return ok;
}
