/* Expressions as sets of states.
 *
 * One that looks at few values is evaluated for every combination of them.  A
 * larger one is taken apart: each side as classes of states by their value, and
 * the classes of both sides are combined.  So a sum over all processes has as
 * many classes as it has values, not as there are combinations. */
#include <string.h>

#include "base/alloc.h"
#include "base/stress.h"
#include "explore/eval.h"
#include "explore/queue.h"
#include "model/operator.h"
#include "sets/inside.h"

enum {
  COMBINATIONS_MAX = 1 << 8,
  APART_ABOVE = STRESSED(2, COMBINATIONS_MAX), /* where it can be taken so */
  CLASSES_MAX = 1 << 12
};

/* The states in which an expression has this value. */
struct class {
  int64_t value;
  dd_node states;
};
struct classes {
  VEC(struct class) at;
  dd_node fails;
};

static bool failed(struct sets *s, dd_node n) {
  return sets_failed(s, n);
}

/* More states of a value; false: a limit. */
static bool class_add(struct sets *s, struct classes *c, int64_t value,
                      dd_node states) {
  if (failed(s, states))
    return false;
  vec_each(&c->at, k) if (k->value == value) {
    k->states = dd_union(s->forest, k->states, states);
    return !failed(s, k->states);
  }
  if (states)
    vec_push(&c->at, ((struct class){value, states}));
  return c->at.len <= CLASSES_MAX;
}

static bool class_fail(struct sets *s, struct classes *c, dd_node states) {
  if (failed(s, states))
    return false;
  c->fails = dd_union(s->forest, c->fails, states);
  return !failed(s, c->fails);
}

/* --- every combination ---------------------------------------------------- */

struct trying {
  struct sets *s;
  expr_id expr;
  struct support support;
  struct words *words;          /* by part */
  int32_t **locals;             /* by process */
  int32_t *shared;              /* by object */
  VEC(int64_t) values;          /* of the expression, so far */
  VEC(struct dd_steps *) where; /* by these; [0] is where it fails */
};

static void load(struct trying *t, part_id part, value_id value) {
  struct parts *ps = &t->s->parts;
  struct words *w = &t->words[part];
  parts_words(ps, part, value, w);
  t->s->values[part] = value;
  if (ps->at[part].kind == PART_PROCESS)
    t->locals[part] = w->at;
  else if (ps->at[part].kind == PART_SCALAR)
    t->shared[ps->at[part].index] = w->at[0];
  else
    for (object_id o = 0; o < ps->model->object_count; o++)
      if (ps->of_object[o] == part)
        t->shared[o] = (int32_t)queue_count(ps->model, o, w);
}

static struct dd_steps *conditions_of(struct trying *t, bool fails,
                                      int64_t value) {
  for (size_t i = 1; !fails && i < t->values.len; i++)
    if (t->values.at[i] == value)
      return t->where.at[i];
  if (fails)
    return t->where.at[0];
  vec_push(&t->values, value);
  vec_push(&t->where, dd_steps_open(dd_levels(t->s->forest)));
  return *vec_last(&t->where);
}

static void try_one(struct trying *t) {
  struct sets *s = t->s;
  struct eval e = {.model = s->model, .locals = t->locals, .shared = t->shared};
  const int64_t value = eval_expr(&e, t->expr);
  const uint32_t count = t->support.count;
  unsigned levels[count];
  uint32_t values[count];
  unsigned n = 0;
  for (uint32_t i = 0; i < count; i++) {
    const part_id part = t->support.parts[i];
    unsigned at = n++;
    for (; at && levels[at - 1] < s->level_of[part]; at--) {
      levels[at] = levels[at - 1];
      values[at] = values[at - 1];
    }
    levels[at] = s->level_of[part];
    values[at] = s->values[part];
  }
  dd_steps_add(conditions_of(t, e.failure != FAIL_NONE, value), levels, values,
               values, n);
}

static void try_all(struct trying *t, uint32_t i) {
  if (i == t->support.count) {
    try_one(t);
    return;
  }
  const part_id part = t->support.parts[i];
  const struct known *k = &t->s->known[part];
  for (size_t j = 0; j < k->list.len; j++) {
    load(t, part, k->list.at[j]);
    try_all(t, i + 1);
  }
}

static bool select_classes(struct trying *t, struct classes *out) {
  struct sets *s = t->s;
  bool ok = class_fail(s, out, sets_select(s, s->all, t->where.at[0]));
  for (size_t i = 1; ok && i < t->where.len; i++)
    ok = class_add(s, out, t->values.at[i],
                   sets_select(s, s->all, t->where.at[i]));
  return ok;
}

static bool by_trying(struct sets *s, expr_id e, struct support support,
                      struct classes *out) {
  struct trying t = {.s = s, .expr = e, .support = support};
  t.words = alloc_zero(s->parts.count, sizeof *t.words);
  t.locals = alloc_zero(s->model->process_count, sizeof *t.locals);
  t.shared = alloc_zero(s->model->object_count, sizeof *t.shared);
  vec_push(&t.values, 0);
  vec_push(&t.where, dd_steps_open(dd_levels(s->forest)));
  try_all(&t, 0);
  const bool ok = select_classes(&t, out);
  for (part_id part = 0; part < s->parts.count; part++)
    words_free(&t.words[part]);
  vec_each(&t.where, w) dd_steps_close(*w);
  vec_free(&t.where);
  vec_free(&t.values);
  free(t.words);
  free(t.locals);
  free(t.shared);
  return ok;
}

/* An expression that looks at nothing. */
static bool constant(struct sets *s, expr_id id, struct classes *out) {
  struct eval e = {.model = s->model};
  const int64_t value = eval_expr(&e, id);
  return e.failure ? class_fail(s, out, s->all)
                   : class_add(s, out, value, s->all);
}

/* --- taken apart ---------------------------------------------------------- */

static bool classify(struct sets *s, expr_id e, struct classes *out);

/* Every class of a with every class of b. */
static bool cross(struct sets *s, enum expr_op op, const struct classes *a,
                  const struct classes *b, struct classes *out) {
  struct dd *f = s->forest;
  bool ok = class_fail(s, out, a->fails) && class_fail(s, out, b->fails);
  vec_each(&a->at, x) vec_each(&b->at, y) {
    int64_t value = 0;
    enum fail_reason why;
    const dd_node both =
        ok && !sets_late(s) ? dd_intersect(f, x->states, y->states) : DD_EMPTY;
    if (!both)
      continue;
    if (operator_apply(op, x->value, y->value, &value, &why))
      ok = class_add(s, out, value, both);
    else
      ok = class_fail(s, out, both);
  }
  return ok && !s->stopped;
}

/* The second side only where the first says that it matters. */
static bool short_circuit(struct sets *s, bool and, const struct classes *a,
                          const struct classes *b, struct classes *out) {
  struct dd *f = s->forest;
  bool ok = class_fail(s, out, a->fails);
  vec_each(&a->at, x) {
    if ((x->value != 0) != and) {
      ok = ok && class_add(s, out, !and, x->states);
      continue;
    }
    ok = ok && class_fail(s, out, dd_intersect(f, x->states, b->fails));
    vec_each(&b->at, y) ok =
        ok &&
        class_add(s, out, y->value != 0, dd_intersect(f, x->states, y->states));
  }
  return ok;
}

static bool choose(struct sets *s, const struct classes *a,
                   const struct classes *b, const struct classes *c,
                   struct classes *out) {
  struct dd *f = s->forest;
  bool ok = class_fail(s, out, a->fails);
  vec_each(&a->at, x) {
    const struct classes *side = x->value ? b : c;
    ok = ok && class_fail(s, out, dd_intersect(f, x->states, side->fails));
    vec_each(&side->at, y) ok =
        ok &&
        class_add(s, out, y->value, dd_intersect(f, x->states, y->states));
  }
  return ok;
}

static bool take_apart(struct sets *s, const struct expr *e,
                       struct classes *out) {
  struct classes a = {0}, b = {0}, c = {0};
  bool ok = e->op >= EXPR_NEG && classify(s, e->a, &a);
  if (e->op > EXPR_NOT)
    ok = ok && classify(s, e->b, &b);
  if (e->op == EXPR_COND)
    ok = ok && classify(s, e->c, &c) && choose(s, &a, &b, &c, out);
  else if (e->op == EXPR_AND || e->op == EXPR_OR)
    ok = ok && short_circuit(s, e->op == EXPR_AND, &a, &b, out);
  else if (e->op > EXPR_NOT)
    ok = ok && cross(s, e->op, &a, &b, out);
  else { /* -x is 0 - x, not x is 0 == x */
    vec_push(&b.at, ((struct class){0, s->all}));
    ok = ok && cross(s, e->op == EXPR_NEG ? EXPR_SUB : EXPR_EQ, &b, &a, out);
  }
  vec_free(&a.at);
  vec_free(&b.at);
  vec_free(&c.at);
  return ok;
}

static bool classify(struct sets *s, expr_id e, struct classes *out) {
  struct support support = support_of(&s->parts, e);
  const bool whole = s->model->exprs[e].op < EXPR_NEG; /* nothing to take */
  const uint64_t most = whole ? COMBINATIONS_MAX : APART_ABOVE;
  uint64_t combinations = 1;
  for (uint32_t i = 0; i < support.count; i++)
    if (combinations <= most)
      combinations *= s->known[support.parts[i]].list.len;
  bool ok = !sets_late(s);
  if (ok && !support.count)
    ok = constant(s, e, out);
  else if (ok && (support.count == 1 || combinations <= most))
    ok = by_trying(s, e, support, out);
  else if (ok)
    ok = take_apart(s, &s->model->exprs[e], out);
  free(support.parts);
  return ok;
}

bool sets_truth(struct sets *s, expr_id e, dd_node *yes, dd_node *fails) {
  struct classes c = {0};
  bool ok = classify(s, e, &c);
  *yes = DD_EMPTY;
  *fails = c.fails;
  vec_each(&c.at, k) if (ok && k->value) {
    *yes = dd_union(s->forest, *yes, k->states);
    ok = !failed(s, *yes);
  }
  vec_free(&c.at);
  return ok;
}
