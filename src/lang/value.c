#include <string.h>

#include "base/sound.h"
#include "lang/resolve.h"
#include "model/operator.h"

/* --- building ------------------------------------------------------------- */

expr_id expr_push(struct resolver *r, struct expr e) {
  if (r->exprs.len >= EXPRS_MAX) {
    resolve_full(r, 0, "expressions", EXPRS_MAX);
    return NONE;
  }
  vec_push(&r->exprs, e);
  return (expr_id)(r->exprs.len - 1);
}

expr_id expr_const(struct resolver *r, int64_t value, token_id at) {
  return expr_push(r, (struct expr){.op = EXPR_CONST,
                                    .value = value,
                                    .place = resolve_place(r, at)});
}

expr_id expr_local(struct resolver *r, slot_id slot, token_id at) {
  return expr_push(r, (struct expr){.op = EXPR_LOCAL,
                                    .a = slot,
                                    .place = resolve_place(r, at)});
}

bool expr_is_const(const struct resolver *r, expr_id e, int64_t *value) {
  EXPECTS(e == NONE || e < r->exprs.len);
  if (e == NONE || r->exprs.at[e].op != EXPR_CONST)
    return false;
  *value = r->exprs.at[e].value;
  return true;
}

static bool is_truth(const struct resolver *r, expr_id e) {
  const struct expr *x = &r->exprs.at[e];
  if (x->op == EXPR_CONST)
    return x->value == 0 || x->value == 1;
  return x->op == EXPR_NOT || (x->op >= EXPR_EQ && x->op <= EXPR_OR) ||
         x->op == EXPR_AT || x->op == EXPR_ENDED;
}

static expr_id truth(struct resolver *r, expr_id e, token_id at) {
  if (e == NONE || is_truth(r, e))
    return e;
  return expr_binary(r, EXPR_NE, e, expr_const(r, 0, at), at);
}

/* False when it overflows 64 bits or divides by zero: left to the run. */
static bool fold(enum expr_op op, int64_t a, int64_t b, int64_t *out) {
  enum fail_reason why;
  if (op == EXPR_AND || op == EXPR_OR) {
    *out = op == EXPR_AND ? a && b : a || b;
    return true;
  }
  return op >= EXPR_ADD && op <= EXPR_GE && operator_apply(op, a, b, out, &why);
}

expr_id expr_binary(struct resolver *r, enum expr_op op, expr_id a, expr_id b,
                    token_id at) {
  EXPECTS((a == NONE || a < r->exprs.len) && (b == NONE || b < r->exprs.len));
  if (a == NONE || b == NONE)
    return NONE;
  int64_t x, y, folded;
  bool ca = expr_is_const(r, a, &x), cb = expr_is_const(r, b, &y);
  if (ca && cb && fold(op, x, y, &folded))
    return expr_const(r, folded, at);
  if (ca && op == EXPR_AND)
    return x ? truth(r, b, at) : expr_const(r, 0, at);
  if (ca && op == EXPR_OR)
    return x ? expr_const(r, 1, at) : truth(r, b, at);
  if (cb && ((op == EXPR_AND && y) || (op == EXPR_OR && !y)))
    return truth(r, a, at);
  if (cb && y == 0 && (op == EXPR_DIV || op == EXPR_MOD) && !r->dead) {
    resolve_error(r, at, NULL, "division by zero");
    return NONE;
  }
  if (ca && cb && op < EXPR_EQ && !r->dead) {
    resolve_error(r, at, NULL, "arithmetic beyond 64 bits");
    return NONE;
  }
  return expr_push(
      r,
      (struct expr){.op = op, .a = a, .b = b, .place = resolve_place(r, at)});
}

expr_id expr_not(struct resolver *r, expr_id a, token_id at) {
  EXPECTS(a == NONE || a < r->exprs.len);
  int64_t value;
  if (a == NONE)
    return NONE;
  if (expr_is_const(r, a, &value))
    return expr_const(r, !value, at);
  return expr_push(
      r, (struct expr){.op = EXPR_NOT, .a = a, .place = resolve_place(r, at)});
}

struct range expr_range(const struct flow *f, expr_id e) {
  EXPECTS(e < f->r->exprs.len);
  const struct expr *x = &f->r->exprs.at[e];
  switch (x->op) {
  case EXPR_CONST:
    if (x->value < INT32_MIN || x->value > INT32_MAX)
      return RANGE_INT;
    return (struct range){(int32_t)x->value, (int32_t)x->value};
  case EXPR_LOCAL:
  case EXPR_LOCAL_AT:
    return f->slots.at[x->a].range;
  case EXPR_BOUND:
    return e == f->bound ? f->bound_range : RANGE_INT;
  case EXPR_ADD:
  case EXPR_SUB: {
    struct range a = expr_range(f, x->a), b = expr_range(f, x->b);
    bool add = x->op == EXPR_ADD;
    int64_t lo = (int64_t)a.lo + (add ? b.lo : -(int64_t)b.hi);
    int64_t hi = (int64_t)a.hi + (add ? b.hi : -(int64_t)b.lo);
    if (lo < INT32_MIN || hi > INT32_MAX)
      return RANGE_INT;
    return (struct range){(int32_t)lo, (int32_t)hi};
  }
  default:
    return is_truth(f->r, e) ? (struct range){0, 1} : RANGE_INT;
  }
}

/* --- questions about the tree --------------------------------------------- */

static bool any_ref(const struct resolver *r, const struct ast_expr *e,
                    enum entity_kind kind) {
  if (!e)
    return false;
  if (e->kind == AST_REF) {
    const struct entity *x = scope_find(r, e->ref.name);
    if (x && x->kind == kind)
      return true;
  }
  return any_ref(r, e->a, kind) || any_ref(r, e->b, kind) ||
         any_ref(r, e->c, kind);
}

bool value_reads(const struct resolver *r, const struct ast_expr *e) {
  return any_ref(r, e, ENTITY_SHARED);
}

bool value_bound(const struct resolver *r, const struct ast_expr *e) {
  return any_ref(r, e, ENTITY_BOUND);
}

/* --- names ---------------------------------------------------------------- */

bool value_index_used(struct resolver *r, const struct ast_ref *ref,
                      bool array) {
  const char *name = resolve_name(r, ref->name);
  if (array && !ref->index)
    return resolve_error(r, ref->name, NULL, "'%s' is an array: write %s[...]",
                         name, name);
  if (!array && ref->index)
    return resolve_error(r, ref->name, NULL, "'%s' is no array", name);
  return true;
}

/* A variable of the process at hand. */
static expr_id lower_var(struct flow *f, const struct ast_ref *ref,
                         struct entity *v) {
  struct resolver *r = f->r;
  v->var->read = true;
  if (!value_index_used(r, ref, v->array))
    return NONE;
  uint32_t fixed = 0;
  expr_id index = NONE;
  if (ref->index && !target_index(f, ref->index, 0, v->count,
                                  resolve_name(r, ref->name), &fixed, &index))
    return NONE;
  if (index == NONE)
    return expr_local(r, v->first + fixed, ref->name);
  return expr_push(r, (struct expr){.op = EXPR_LOCAL_AT,
                                    .a = v->first,
                                    .b = index,
                                    .value = v->count,
                                    .place = resolve_place(r, ref->name)});
}

void value_touch(struct flow *f, object_id first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    vec_push(&f->touched, first + i);
}

static expr_id lower_read_step(struct flow *f, const struct ast_ref *ref,
                               const struct entity *v, uint32_t fixed,
                               expr_id index) {
  struct resolver *r = f->r;
  flow_stop(f, ref->name);
  struct edge e = flow_edge(f, ACT_READ);
  target_cells(f, v->first + fixed, index == NONE ? 1 : v->count, &e);
  e.index = index;
  e.source =
      flow_source(f, ref->name, ACT_READ, NULL, "read ", ref->name, ref->last);
  flow_add(f, e, ref->name);
  f->bound = expr_push(
      r, (struct expr){.op = EXPR_BOUND, .place = resolve_place(r, ref->name)});
  f->bound_range = v->range;
  return f->bound;
}

expr_id value_shared(struct flow *f, const struct ast_ref *ref,
                     const struct entity *v, uint32_t fixed, expr_id index) {
  struct resolver *r = f->r;
  if (f->mode == MODE_THREAD)
    return lower_read_step(f, ref, v, fixed, index);
  if (index == NONE) {
    value_touch(f, v->first + fixed, 1);
    return expr_push(r, (struct expr){.op = EXPR_SHARED,
                                      .a = v->first + fixed,
                                      .place = resolve_place(r, ref->name)});
  }
  value_touch(f, v->first, v->count);
  return expr_push(r, (struct expr){.op = EXPR_SHARED_AT,
                                    .a = v->first,
                                    .b = index,
                                    .value = v->count,
                                    .place = resolve_place(r, ref->name)});
}

static expr_id lower_shared(struct flow *f, const struct ast_ref *ref,
                            const struct entity *v) {
  struct resolver *r = f->r;
  if (f->mode == MODE_LOCAL) {
    bool thread = f->info->ast->thread;
    resolve_error(r, ref->name,
                  thread ? "read it into a variable first"
                         : "processes communicate by messages",
                  thread ? "a choice reads no shared variables"
                         : "shared variables are for threads");
    return NONE;
  }
  if (!value_index_used(r, ref, v->array))
    return NONE;
  uint32_t fixed = 0;
  expr_id index = NONE;
  if (ref->index && !target_index(f, ref->index, 0, v->count,
                                  resolve_name(r, ref->name), &fixed, &index))
    return NONE;
  return value_shared(f, ref, v, fixed, index);
}

static expr_id not_here(struct flow *f, token_id at, const struct entity *x) {
  resolve_error(f->r, at, NULL, "'%s' is %s and has no value here",
                resolve_name(f->r, at), entity_noun(x));
  return NONE;
}

static expr_id lower_ref(struct flow *f, const struct ast_ref *ref) {
  struct resolver *r = f->r;
  if (ref->member && f->mode != MODE_PROPERTY) {
    resolve_error(r, ref->name, "send it in a message",
                  "only properties look into processes");
    return NONE;
  }
  if (ref->member)
    return peer_value(f, ref);
  struct entity *x = scope_need(r, ref->name);
  if (!x || x->bad)
    return NONE;
  if (x->kind == ENTITY_CONST) {
    if (!value_index_used(r, ref, false) || !const_entity(r, x))
      return NONE;
    return expr_const(r, x->value, ref->name);
  }
  if (f->mode == MODE_CONST) {
    resolve_error(r, ref->name, NULL, "'%s' is no constant",
                  resolve_name(r, ref->name));
    return NONE;
  }
  switch (x->kind) {
  case ENTITY_VAR:
    return lower_var(f, ref, x);
  case ENTITY_SHARED:
    return lower_shared(f, ref, x);
  case ENTITY_SLOT:
    if (!value_index_used(r, ref, false))
      return NONE;
    return expr_local(r, x->first, ref->name);
  case ENTITY_BOUND:
    if (!value_index_used(r, ref, false))
      return NONE;
    return expr_push(r, (struct expr){.op = EXPR_BOUND,
                                      .a = x->first,
                                      .place = resolve_place(r, ref->name)});
  default:
    return not_here(f, ref->name, x);
  }
}

/* --- operators ------------------------------------------------------------ */

static const enum expr_op binary_ops[] = {
    [TOKEN_PLUS] = EXPR_ADD,    [TOKEN_MINUS] = EXPR_SUB,
    [TOKEN_STAR] = EXPR_MUL,    [TOKEN_SLASH] = EXPR_DIV,
    [TOKEN_PERCENT] = EXPR_MOD, [TOKEN_EQ] = EXPR_EQ,
    [TOKEN_NE] = EXPR_NE,       [TOKEN_LT] = EXPR_LT,
    [TOKEN_LE] = EXPR_LE,       [TOKEN_GT] = EXPR_GT,
    [TOKEN_GE] = EXPR_GE,
};

void value_dead(struct flow *f, const struct ast_expr *e) {
  expr_id bound = f->bound; /* a value that waits stays where it is */
  f->r->dead++;
  value_lower(f, e);
  f->r->dead--;
  f->bound = bound;
}

/* One side of a choice, into its result. */
static void lower_side(struct flow *f, const struct ast_expr *e, slot_id result,
                       bool dead) {
  f->r->dead += dead;
  flow_set(f, result, value_lower(f, e), e->token);
  f->r->dead -= dead;
  f->bound = NONE;
}

/* a && b, a || b, a ? b : c where the right side reads shared variables:
 * the reads are steps, so the choice is a jump. */
static expr_id lower_by_jumps(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  bool choice = e->kind == AST_COND;
  struct range range = choice ? RANGE_INT : (struct range){0, 1};
  flow_spill(f, e->token);
  slot_id result = flow_take(f, range, e->token);
  uint32_t otherwise = flow_label(f), end = flow_label(f);
  int known = flow_branch(f, choice ? e->a : e, otherwise, false);
  if (choice)
    lower_side(f, e->b, result, known == 0);
  else
    flow_set(f, result, expr_const(r, 1, e->token), e->token);
  flow_jump(f, end, e->token);
  flow_place(f, otherwise);
  if (choice)
    lower_side(f, e->c, result, known == 1);
  else
    flow_set(f, result, expr_const(r, 0, e->token), e->token);
  flow_place(f, end);
  return expr_local(r, result, e->token);
}

/* Is reading it a step here? */
static bool steps(const struct flow *f, const struct ast_expr *e) {
  return f->mode == MODE_THREAD && value_reads(f->r, e);
}

/* The left side is lowered twice only where it reads nothing and the right
 * side does; inside it is then lowered once. */
static expr_id lower_logical(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  bool is_or = e->op == TOKEN_OR, first = steps(f, e->a);
  int64_t left;
  expr_id a = first ? NONE : value_lower(f, e->a);
  if (expr_is_const(r, a, &left)) {
    if (!left == is_or)
      return truth(r, value_lower(f, e->b), e->token);
    value_dead(f, e->b);
    return expr_const(r, is_or, e->token);
  }
  if (steps(f, e->b))
    return lower_by_jumps(f, e);
  if (first)
    a = value_lower(f, e->a);
  expr_id b = value_lower(f, e->b);
  return expr_binary(r, is_or ? EXPR_OR : EXPR_AND, a, b, e->token);
}

static expr_id lower_binary(struct flow *f, const struct ast_expr *e) {
  if (e->op == TOKEN_AND || e->op == TOKEN_OR)
    return lower_logical(f, e);
  expr_id a = value_lower(f, e->a), b = value_lower(f, e->b);
  return expr_binary(f->r, binary_ops[e->op], a, b, e->token);
}

static expr_id lower_unary(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  expr_id a = value_lower(f, e->a);
  if (e->op == TOKEN_NOT)
    return expr_not(r, a, e->token);
  int64_t value;
  if (a == NONE)
    return NONE;
  if (expr_is_const(r, a, &value) && value != INT64_MIN)
    return expr_const(r, -value, e->token);
  return expr_push(r, (struct expr){.op = EXPR_NEG,
                                    .a = a,
                                    .place = resolve_place(r, e->token)});
}

static expr_id lower_cond(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  bool first = steps(f, e->a);
  int64_t value;
  expr_id a = first ? NONE : value_lower(f, e->a);
  if (expr_is_const(r, a, &value)) {
    value_dead(f, value ? e->c : e->b);
    return value_lower(f, value ? e->b : e->c);
  }
  if (steps(f, e->b) || steps(f, e->c))
    return lower_by_jumps(f, e);
  if (first)
    a = value_lower(f, e->a);
  expr_id b = value_lower(f, e->b), c = value_lower(f, e->c);
  if (a == NONE || b == NONE || c == NONE)
    return NONE;
  return expr_push(r, (struct expr){.op = EXPR_COND,
                                    .a = a,
                                    .b = b,
                                    .c = c,
                                    .place = resolve_place(r, e->token)});
}

/* --- quantifiers: expanded, as a balanced tree ---------------------------- */

struct expr_ids {
  VEC(expr_id) at;
};

static expr_id balance(struct resolver *r, enum expr_op op, const expr_id *ids,
                       size_t count, token_id at) {
  if (count == 1)
    return ids[0];
  expr_id a = balance(r, op, ids, count / 2, at);
  expr_id b = balance(r, op, ids + count / 2, count - count / 2, at);
  return expr_binary(r, op, a, b, at);
}

static expr_id lower_quantified(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  struct range range;
  if (f->mode == MODE_THREAD && value_reads(r, e->c)) {
    resolve_error(r, e->token, "use await, atomic or a loop",
                  "'%s' over shared variables is not one read",
                  word_texts[e->op]);
    return NONE;
  }
  if (!const_range(r, e->a, e->b, word_texts[e->op], &range))
    return NONE;
  size_t mark = scope_mark(r);
  struct entity *index = scope_local(r, e->state, ENTITY_CONST);
  if (!index)
    return NONE;
  index->state = ENTITY_DONE;
  struct expr_ids ids = {0};
  bool ok = true;
  for (int64_t i = range.lo; i <= range.hi && !r->full; i++) {
    index->value = i;
    expr_id body = truth(r, value_lower(f, e->c), e->token);
    ok = ok && body != NONE;
    vec_push(&ids.at, body);
  }
  scope_release(r, mark);
  static const enum expr_op ops[] = {EXPR_AND, EXPR_OR, EXPR_ADD};
  expr_id all = NONE;
  if (ok && !r->full)
    all = balance(r, ops[e->op - WORD_FORALL], ids.at.at, ids.at.len, e->token);
  vec_free(&ids.at);
  return all;
}

expr_id value_lower(struct flow *f, const struct ast_expr *e) {
  switch (e->kind) {
  case AST_NUMBER:
    return expr_const(f->r, e->value, e->token);
  case AST_REF:
    return lower_ref(f, &e->ref);
  case AST_UNARY:
    return lower_unary(f, e);
  case AST_BINARY:
    return lower_binary(f, e);
  case AST_COND:
    return lower_cond(f, e);
  case AST_AT:
    return peer_at(f, e);
  case AST_LEN:
    return peer_length(f, e);
  case AST_ENDED:
    return peer_ended(f, e);
  case AST_QUANTIFIED:
    return lower_quantified(f, e);
  case AST_TEMPORAL:
    resolve_error(f->r, e->token,
                  "it goes with !, &&, ||, =>, forall and exists",
                  "'%s' is about runs: it has no value", word_texts[e->op]);
    return NONE;
  }
  return NONE;
}
