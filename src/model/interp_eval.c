/* Expressions and code, by walking the trees. */
#include "base/sound.h"
#include "model/interp_inside.h"

/* Always false, so that `return interp_fail(...)` reads well. */
bool interp_fail(struct look *l, enum fail_reason f, struct place place) {
  EXPECTS(f > FAIL_NONE && f < FAILURES);
  *l->failed = (struct interp_failure){
      .failure = f,
      .place = place,
      .process = l->self,
      .message = NONE,
      .location = l->self == NONE ? NONE : l->s->at[l->self]};
  return false;
}

static bool arithmetic(struct look *l, const struct expr *x, int64_t a,
                       int64_t b, int64_t *out) {
  bool lost = false;
  switch (x->op) {
  case EXPR_ADD:
    lost = __builtin_add_overflow(a, b, out);
    break;
  case EXPR_SUB:
    lost = __builtin_sub_overflow(a, b, out);
    break;
  case EXPR_MUL:
    lost = __builtin_mul_overflow(a, b, out);
    break;
  case EXPR_DIV:
    if (!b)
      return interp_fail(l, FAIL_DIVISION, x->place);
    if (b == -1)
      lost = __builtin_sub_overflow((int64_t)0, a, out);
    else
      *out = a / b;
    break;
  case EXPR_MOD:
    if (!b)
      return interp_fail(l, FAIL_DIVISION, x->place);
    *out = b == -1 ? 0 : a % b;
    break;
  default:
    assert(!"arithmetic operator");
  }
  return lost ? interp_fail(l, FAIL_OVERFLOW, x->place) : true;
}

static int64_t compare(enum expr_op op, int64_t a, int64_t b) {
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
  case EXPR_GE:
    return a >= b;
  default:
    assert(!"comparison");
    return 0;
  }
}

/* The value of index expression i, which must be below count. */
static bool eval_index(struct look *l, expr_id i, int64_t count,
                       struct place place, int64_t *out) {
  if (!interp_eval(l, i, out))
    return false;
  if (*out < 0 || *out >= count)
    return interp_fail(l, FAIL_INDEX, place);
  return true;
}

/* The expressions that only look. */
static bool eval_leaf(struct look *l, const struct expr *x, int64_t *out) {
  EXPECTS(x->op <= EXPR_LENGTH);
  const struct istate *s = l->s;
  int64_t i;
  switch (x->op) {
  case EXPR_CONST:
    *out = x->value;
    return true;
  case EXPR_LOCAL:
    *out = interp_slot(s, l->self, x->a);
    return true;
  case EXPR_LOCAL_AT:
    if (!eval_index(l, x->b, x->value, x->place, &i))
      return false;
    *out = interp_slot(s, l->self, x->a + (slot_id)i);
    return true;
  case EXPR_BOUND:
    assert(x->a < l->bound_count);
    *out = l->bound[x->a];
    return true;
  case EXPR_SHARED:
    *out = s->values[x->a];
    return true;
  case EXPR_SHARED_AT:
    if (!eval_index(l, x->b, x->value, x->place, &i))
      return false;
    *out = s->values[x->a + (object_id)i];
    return true;
  case EXPR_PEER:
    *out = interp_slot(s, x->a, x->b);
    return true;
  case EXPR_PEER_AT:
    if (!eval_index(l, x->c, x->value, x->place, &i))
      return false;
    *out = interp_slot(s, x->a, x->b + (slot_id)i);
    return true;
  case EXPR_AT:
    *out = s->at[x->a] == x->b;
    return true;
  case EXPR_ENDED:
    *out = s->in->m->processes[x->a].locations[s->at[x->a]].final;
    return true;
  case EXPR_LENGTH:
    *out = interp_length(s, x->a);
    return true;
  default:
    assert(!"leaf expression");
    return false;
  }
}

bool interp_eval(struct look *l, expr_id e, int64_t *out) {
  EXPECTS(e < l->s->in->m->expr_count);
  const struct expr *x = &l->s->in->m->exprs[e];
  if (x->op < EXPR_NEG)
    return eval_leaf(l, x, out);
  int64_t a, b;
  if (!interp_eval(l, x->a, &a))
    return false;
  switch (x->op) {
  case EXPR_NEG:
    if (__builtin_sub_overflow((int64_t)0, a, out))
      return interp_fail(l, FAIL_OVERFLOW, x->place);
    return true;
  case EXPR_NOT:
    *out = !a;
    return true;
  case EXPR_AND:
  case EXPR_OR:
    if ((x->op == EXPR_AND) == (a == 0)) {
      *out = x->op == EXPR_OR;
      return true;
    }
    if (!interp_eval(l, x->b, &b))
      return false;
    *out = b != 0;
    return true;
  case EXPR_COND:
    return interp_eval(l, a ? x->b : x->c, out);
  default:
    if (!interp_eval(l, x->b, &b))
      return false;
    if (x->op <= EXPR_MOD)
      return arithmetic(l, x, a, b, out);
    *out = compare(x->op, a, b);
    return true;
  }
}

enum interp_truth interp_holds(struct look *l, expr_id e) {
  int64_t v;
  if (e == NONE)
    return YES;
  if (!interp_eval(l, e, &v))
    return FAILS;
  return v ? YES : NO;
}

static bool within(struct range r, int64_t v) {
  EXPECTS(r.lo <= r.hi);
  return r.lo <= v && v <= r.hi;
}

bool interp_eval_within(struct look *l, expr_id e, struct range r,
                        int32_t *out) {
  EXPECTS(e < l->s->in->m->expr_count);
  EXPECTS(r.lo <= r.hi);
  int64_t v;
  if (!interp_eval(l, e, &v))
    return false;
  if (!within(r, v))
    return interp_fail(l, FAIL_RANGE, l->s->in->m->exprs[e].place);
  *out = (int32_t)v;
  return true;
}

static bool assign(struct look *l, struct istate *t, const struct code *c) {
  EXPECTS(c->op <= CODE_SET_SHARED_AT);
  EXPECTS(c->value < l->s->in->m->expr_count);
  const struct model *m = t->in->m;
  int64_t index = 0, value;
  bool at = c->op == CODE_SET_AT || c->op == CODE_SET_SHARED_AT;
  if (at && !eval_index(l, c->index, c->count, c->place, &index))
    return false;
  if (!interp_eval(l, c->value, &value))
    return false;
  uint32_t target = c->target + (uint32_t)index;
  bool local = c->op == CODE_SET || c->op == CODE_SET_AT;
  if (!within(local ? m->processes[l->self].slots[target].range
                    : m->objects[target].range,
              value))
    return interp_fail(l, FAIL_RANGE, c->place);
  if (local)
    t->slots[t->in->slot_base[l->self] + target] = (int32_t)value;
  else
    t->values[target] = value;
  return true;
}

bool interp_run(struct look *l, struct istate *t, code_id at) {
  EXPECTS(at < l->s->in->m->code_count);
  struct place start = t->in->m->code[at].place;
  assert(l->s == t);
  for (uint32_t steps = 0; steps < CODE_STEPS_MAX; steps++) {
    const struct code *c = &t->in->m->code[at++];
    int64_t v;
    switch (c->op) {
    case CODE_SET:
    case CODE_SET_AT:
    case CODE_SET_SHARED:
    case CODE_SET_SHARED_AT:
      if (!assign(l, t, c))
        return false;
      break;
    case CODE_JUMP:
      at = c->to;
      break;
    case CODE_UNLESS:
      if (!interp_eval(l, c->value, &v))
        return false;
      if (!v)
        at = c->to;
      break;
    case CODE_ASSERT:
      if (!interp_eval(l, c->value, &v))
        return false;
      if (!v)
        return interp_fail(l, FAIL_ASSERT, c->place);
      break;
    case CODE_PROGRESS:
      t->passed = true;
      break;
    case CODE_STOP:
      t->at[l->self] = c->to;
      return true;
    }
  }
  return interp_fail(l, FAIL_ENDLESS, start);
}
