/* Formulas about runs.  What stands in a conjunction, or under `forall`, at the
 * top is a property of its own each: what does not hold is then told of that
 * one, and the search for it is small. */
#include "base/text.h"
#include "lang/resolve.h"

enum { PARTS_MAX = 64 }; /* of one property; explore/ltl.h has sets of them */

bool temporal_is(const struct ast_expr *e) {
  return e && (e->kind == AST_TEMPORAL || temporal_is(e->a) ||
               temporal_is(e->b) || temporal_is(e->c));
}

struct maker {
  struct flow *f;
  const struct ast_decl *d;
  const char *suffix; /* " (i = 1, j = 2)", or "" */
};

static formula_id push(struct resolver *r, enum formula_op op, formula_id a,
                       formula_id b) {
  struct formula f = {.op = op, .a = a, .b = b, .expr = NONE};
  if (a == NONE || b == NONE)
    return NONE;
  vec_push(&r->formulas, f);
  return (formula_id)(r->formulas.len - 1);
}

static formula_id lower(struct flow *f, const struct ast_expr *e);

static formula_id lower_state(struct flow *f, const struct ast_expr *e) {
  expr_id x = value_lower(f, e);
  struct formula s = {.op = FORMULA_STATE, .expr = x};
  if (x == NONE)
    return NONE;
  vec_push(&f->r->formulas, s);
  return (formula_id)(f->r->formulas.len - 1);
}

/* Calls `each` with the variable of the quantifier set to each value. */
static void quantify(struct flow *f, const struct ast_expr *e,
                     void (*each)(void *user, int64_t value), void *user) {
  struct resolver *r = f->r;
  struct range range;
  if (!const_range(r, e->a, e->b, word_texts[e->op], &range))
    return;
  size_t mark = scope_mark(r);
  struct entity *index = scope_local(r, e->state, ENTITY_CONST);
  if (!index)
    return;
  index->state = ENTITY_DONE;
  for (int64_t i = range.lo; i <= range.hi && !r->full; i++) {
    index->value = i;
    each(user, i);
  }
  scope_release(r, mark);
}

struct junction {
  struct flow *f;
  const struct ast_expr *e;
  formula_id all;
  bool begun;
};

static void join(void *user, int64_t value) {
  struct junction *j = user;
  (void)value;
  if (j->begun && j->all == NONE)
    return;
  formula_id one = lower(j->f, j->e->c);
  j->all = !j->begun ? one
                     : push(j->f->r,
                            j->e->op == WORD_FORALL ? FORMULA_AND : FORMULA_OR,
                            j->all, one);
  j->begun = true;
}

static formula_id lower_temporal(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  formula_id a = NONE, b = NONE;
  if (e->op == WORD_POSSIBLY) {
    resolve_error(r, e->token, "always possibly p",
                  "'possibly' stands behind 'always', and nowhere else");
    return NONE;
  }
  a = lower(f, e->a);
  b = e->b ? lower(f, e->b) : 0;
  switch (e->op) {
  case WORD_ALWAYS:
    return push(r, FORMULA_ALWAYS, a, 0);
  case WORD_NEVER:
    return push(r, FORMULA_ALWAYS, push(r, FORMULA_NOT, a, 0), 0);
  case WORD_EVENTUALLY:
    return push(r, FORMULA_EVENTUALLY, a, 0);
  case WORD_NEXT:
    return push(r, FORMULA_NEXT, a, 0);
  case WORD_UNTIL:
    return push(r, FORMULA_UNTIL, a, b);
  default: /* a leads to b */
    return push(r, FORMULA_ALWAYS,
                push(r, FORMULA_OR, push(r, FORMULA_NOT, a, 0),
                     push(r, FORMULA_EVENTUALLY, b, 0)),
                0);
  }
}

static formula_id lower(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  if (!temporal_is(e))
    return lower_state(f, e);
  if (e->kind == AST_TEMPORAL)
    return lower_temporal(f, e);
  if (e->kind == AST_UNARY && e->op == TOKEN_NOT)
    return push(r, FORMULA_NOT, lower(f, e->a), 0);
  if (e->kind == AST_BINARY && (e->op == TOKEN_AND || e->op == TOKEN_OR)) {
    formula_id a = lower(f, e->a), b = lower(f, e->b);
    return push(r, e->op == TOKEN_AND ? FORMULA_AND : FORMULA_OR, a, b);
  }
  if (e->kind == AST_QUANTIFIED && e->op != WORD_COUNT) {
    struct junction j = {.f = f, .e = e, .all = NONE};
    quantify(f, e, join, &j);
    return j.all;
  }
  value_lower(f, e); /* says what is wrong */
  return NONE;
}

/* --- properties ----------------------------------------------------------- */

static void add(struct maker *k, struct temporal t) {
  struct resolver *r = k->f->r;
  t.text = arena_printf(r->arena, "%s%s",
                        resolve_text(r, k->d->token, k->d->last), k->suffix);
  t.place = resolve_place(r, k->d->token);
  if (r->temporals.len >= TEMPORALS_MAX) {
    resolve_full(r, k->d->token, "properties of runs", TEMPORALS_MAX);
    return;
  }
  vec_push(&r->temporals, t);
}

static void add_possibly(struct maker *k, const struct ast_expr *e) {
  expr_id x = value_lower(k->f, e);
  if (x != NONE)
    add(k, (struct temporal){.possibly = true, .expr = x});
}

static void add_formula(struct maker *k, const struct ast_expr *e, bool always,
                        bool never) {
  struct resolver *r = k->f->r;
  size_t before = r->formulas.len;
  formula_id f = lower(k->f, e);
  if (never)
    f = push(r, FORMULA_NOT, f, 0);
  if (always || never)
    f = push(r, FORMULA_ALWAYS, f, 0);
  if (f == NONE)
    return;
  if (r->formulas.len - before > PARTS_MAX) {
    resolve_error(r, k->d->token,
                  "split it: 'forall' at the very front is a "
                  "property for each value",
                  "a property of more than %d parts", PARTS_MAX);
    return;
  }
  add(k, (struct temporal){.formula = f, .expr = NONE});
}

static void add_one(struct maker *k, const struct ast_expr *e);

struct spread {
  struct maker *k;
  const struct ast_expr *e;
};

static void spread_one(void *user, int64_t value) {
  struct spread *s = user;
  struct maker inner = *s->k;
  struct resolver *r = s->k->f->r;
  struct text t = {0};
  text_add(&t, s->k->suffix);
  if (t.len) /* " (i = 1)" goes on */
    t.at[--t.len] = 0;
  text_printf(&t, "%s%s = %lld)", t.len ? ", " : " (",
              resolve_name(r, s->e->state), (long long)value);
  inner.suffix = arena_string(&r->scratch, text_str(&t), t.len);
  text_free(&t);
  add_one(&inner, s->e->c);
}

static void add_one(struct maker *k, const struct ast_expr *e) {
  if (temporal_is(e) && e->kind == AST_BINARY && e->op == TOKEN_AND) {
    add_one(k, e->a);
    add_one(k, e->b);
  } else if (temporal_is(e) && e->kind == AST_QUANTIFIED &&
             e->op == WORD_FORALL) {
    struct spread s = {k, e};
    quantify(k->f, e, spread_one, &s);
  } else if (e->kind == AST_TEMPORAL && e->op == WORD_ALWAYS &&
             e->a->kind == AST_TEMPORAL && e->a->op == WORD_POSSIBLY) {
    add_possibly(k, e->a->a);
  } else {
    add_formula(k, e, false, false);
  }
}

void temporal_lower(struct resolver *r, const struct ast_decl *d) {
  struct flow f = {.r = r, .mode = MODE_PROPERTY, .bound = NONE};
  struct maker k = {.f = &f, .d = d, .suffix = ""};
  if (d->kind == AST_FORMULA)
    add_one(&k, d->expr);
  else if (d->kind == AST_ALWAYS && d->expr->kind == AST_TEMPORAL &&
           d->expr->op == WORD_POSSIBLY)
    add_possibly(&k, d->expr->a);
  else
    add_formula(&k, d->expr, d->kind == AST_ALWAYS, d->kind == AST_NEVER);
  vec_free(&f.touched);
}
