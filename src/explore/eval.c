#include "explore/eval.h"

#include "base/sound.h"
#include "model/operator.h"

static int64_t fail(struct eval *e, enum fail_reason f, struct place place) {
  if (!e->failure) {
    e->failure = f;
    e->place = place;
  }
  return 0;
}

bool eval_in_range(struct eval *e, int64_t value, struct range r,
                   struct place place) {
  if (value >= r.lo && value <= r.hi)
    return true;
  fail(e, FAIL_RANGE, place);
  return false;
}

static bool index_ok(struct eval *e, int64_t index, int64_t count,
                     struct place place) {
  if (e->failure)
    return false;
  if (index >= 0 && index < count)
    return true;
  fail(e, FAIL_INDEX, place);
  return false;
}

/* The operators whose two sides are always evaluated. */
static int64_t binary(struct eval *e, const struct expr *x, int64_t a,
                      int64_t b) {
  int64_t r;
  enum fail_reason why;
  return operator_apply(x->op, a, b, &r, &why) ? r : fail(e, why, x->place);
}

static int64_t operate(struct eval *e, const struct expr *x) {
  int64_t a = eval_expr(e, x->a);
  if (e->failure)
    return 0;
  switch (x->op) {
  case EXPR_NOT:
    return !a;
  case EXPR_NEG:
    return a == INT64_MIN ? fail(e, FAIL_OVERFLOW, x->place) : -a;
  case EXPR_AND:
    return a && eval_expr(e, x->b);
  case EXPR_OR:
    return a || eval_expr(e, x->b);
  case EXPR_COND:
    return eval_expr(e, a ? x->b : x->c);
  default: {
    int64_t b = eval_expr(e, x->b);
    return e->failure ? 0 : binary(e, x, a, b);
  }
  }
}

int64_t eval_expr(struct eval *e, expr_id id) {
  EXPECTS(id < e->model->expr_count);
  const struct expr *x = &e->model->exprs[id];
  int64_t i;
  switch (x->op) {
  case EXPR_CONST:
    return x->value;
  case EXPR_LOCAL:
    return e->locals[e->process][1 + x->a];
  case EXPR_LOCAL_AT:
    i = eval_expr(e, x->b);
    return index_ok(e, i, x->value, x->place)
               ? e->locals[e->process][1 + x->a + i]
               : 0;
  case EXPR_BOUND:
    return e->bound[x->a];
  case EXPR_SHARED:
  case EXPR_LENGTH:
    return e->shared[x->a];
  case EXPR_SHARED_AT:
    i = eval_expr(e, x->b);
    return index_ok(e, i, x->value, x->place) ? e->shared[x->a + i] : 0;
  case EXPR_PEER:
    return e->locals[x->a][1 + x->b];
  case EXPR_PEER_AT:
    i = eval_expr(e, x->c);
    return index_ok(e, i, x->value, x->place) ? e->locals[x->a][1 + x->b + i]
                                              : 0;
  case EXPR_AT:
    return e->locals[x->a][0] == (int32_t)x->b;
  case EXPR_ENDED:
    return e->model->processes[x->a].locations[e->locals[x->a][0]].final;
  default:
    return operate(e, x);
  }
}

bool eval_holds(struct eval *e, expr_id x) {
  EXPECTS(x == NONE || x < e->model->expr_count);
  return x == NONE || (eval_expr(e, x) && !e->failure);
}

static bool assign(struct eval *e, const struct code *c) {
  bool indexed = c->op == CODE_SET_AT || c->op == CODE_SET_SHARED_AT;
  bool shared = c->op == CODE_SET_SHARED || c->op == CODE_SET_SHARED_AT;
  int64_t index = indexed ? eval_expr(e, c->index) : 0;
  if (indexed && !index_ok(e, index, c->count, c->place))
    return false;
  int64_t value = eval_expr(e, c->value);
  uint32_t target = c->target + (uint32_t)index;
  struct range range =
      shared ? e->model->objects[target].range
             : e->model->processes[e->process].slots[target].range;
  if (e->failure || !eval_in_range(e, value, range, c->place))
    return false;
  if (shared)
    e->shared[target] = (int32_t)value;
  else
    e->locals[e->process][1 + target] = (int32_t)value;
  return true;
}

bool eval_code(struct eval *e, code_id at) {
  EXPECTS(at < e->model->code_count);
  struct place start = e->model->code[at].place;
  for (unsigned steps = 0; !e->failure; steps++) {
    const struct code *c = &e->model->code[at++];
    if (steps == CODE_STEPS_MAX) {
      fail(e, FAIL_ENDLESS, start);
      break;
    }
    switch (c->op) {
    case CODE_STOP:
      e->locals[e->process][0] = (int32_t)c->to;
      return true;
    case CODE_JUMP:
      at = c->to;
      break;
    case CODE_UNLESS:
      if (!eval_expr(e, c->value))
        at = c->to;
      break;
    case CODE_ASSERT:
      if (!eval_expr(e, c->value))
        fail(e, FAIL_ASSERT, c->place);
      break;
    case CODE_PROGRESS:
      e->passed = true;
      break;
    default:
      assign(e, c);
    }
  }
  return false;
}
