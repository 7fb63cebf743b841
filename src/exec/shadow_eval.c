/* Expressions and code over values that depend on inputs.
 *
 * What is computed is what the interpreter computes (model/interp_eval.c), in
 * the same order, so that failures come where they come there.  Arithmetic is
 * exact: from what the operands are within it is known how large a result can
 * be, and it is an expression of 32 bits, or of 64; where 64 need not be
 * enough, that they are is a branch. */
#include "base/sound.h"
#include "exec/shadow_inside.h"

typedef struct shadow_value value;
typedef __int128 wide;

enum {
  ELEMENTS = 1024, /* of an array, that are one expression */
};

static struct sym_store *store(struct shadow_work *w) {
  return &w->k->store;
}

value shadow_number(int64_t v) {
  return (value){.v = v, .lo = v, .hi = v};
}

value shadow_known(int64_t v, sym_id e, struct range r) {
  return e ? (value){.v = v, .lo = r.lo, .hi = r.hi, .e = e}
           : shadow_number(v);
}

/* --- branches ------------------------------------------------------------- */

static void branch(struct shadow_work *w, sym_id condition, bool way,
                   enum shadow_how how) {
  uint64_t always;
  if (!w->out || sym_is_const(store(w), condition, &always))
    return;
  struct shadow_branch b = {.condition = condition,
                            .site = w->site,
                            .how = (uint8_t)how,
                            .way = way,
                            .inside = w->inside};
  vec_push(&w->out->at, b);
}

/* An expression with so many bits, of 32 or 64. */
static sym_id bits(struct shadow_work *w, const value *x, unsigned width) {
  if (!x->e)
    return sym_const(store(w), width, (uint64_t)x->v);
  unsigned has = sym_width(store(w), x->e);
  EXPECTS(has <= width);
  return has == width ? x->e
                      : sym_extend(store(w), has == 1 ? SYM_ZEXT : SYM_SEXT,
                                   x->e, width);
}

static unsigned width_of(struct shadow_work *w, const value *x) {
  if (x->e)
    return sym_width(store(w), x->e) > 32 ? 64 : 32;
  return x->v == (int32_t)x->v ? 32 : 64;
}

static unsigned width_for(struct shadow_work *w, const value *a,
                          const value *b) {
  unsigned x = width_of(w, a), y = width_of(w, b);
  return x > y ? x : y;
}

sym_id shadow_truth(struct shadow_work *w, const value *x) {
  if (!x->e || sym_width(store(w), x->e) == 1)
    return x->e;
  unsigned width = sym_width(store(w), x->e);
  return sym_not(store(w), sym_binary(store(w), SYM_EQ, x->e,
                                      sym_const(store(w), width, 0)));
}

/* A truth as a value. */
static value truth(struct shadow_work *w, sym_id e, bool v) {
  uint64_t always;
  if (!e || sym_is_const(store(w), e, &always))
    return shadow_number(v);
  return (value){.v = v, .lo = 0, .hi = 1, .e = e};
}

static bool decide(struct shadow_work *w, const value *x) {
  sym_id e = shadow_truth(w, x);
  if (e)
    branch(w, e, x->v != 0, SHADOW_BRANCH);
  return x->v != 0;
}

/* --- arithmetic ------------------------------------------------------------ */

static bool fits(wide lo, wide hi, unsigned width) {
  return width == 32 ? lo >= INT32_MIN && hi <= INT32_MAX
                     : lo >= INT64_MIN && hi <= INT64_MAX;
}

static void bounds_of(enum expr_op op, const value *a, const value *b,
                      wide *lo, wide *hi) {
  if (op == EXPR_ADD) {
    *lo = (wide)a->lo + b->lo;
    *hi = (wide)a->hi + b->hi;
  } else if (op == EXPR_SUB) {
    *lo = (wide)a->lo - b->hi;
    *hi = (wide)a->hi - b->lo;
  } else {
    wide all[] = {(wide)a->lo * b->lo, (wide)a->lo * b->hi,
                  (wide)a->hi * b->lo, (wide)a->hi * b->hi};
    *lo = *hi = all[0];
    for (unsigned i = 1; i < 4; i++) {
      *lo = all[i] < *lo ? all[i] : *lo;
      *hi = all[i] > *hi ? all[i] : *hi;
    }
  }
}

/* Whether the sum, difference or product r of 64 bits is not the exact one. */
static sym_id is_lost(struct shadow_work *w, enum expr_op op, sym_id a,
                      sym_id b, sym_id r) {
  struct sym_store *s = store(w);
  sym_id zero = sym_const(s, 64, 0);
  if (op != EXPR_MUL) { /* signs: a + b is lost if r has neither's, a - b if b
                           and r both have not a's */
    sym_id x = sym_binary(s, SYM_XOR, a, op == EXPR_ADD ? r : b);
    sym_id y = sym_binary(s, SYM_XOR, op == EXPR_ADD ? b : a, r);
    return sym_binary(s, SYM_SLT, sym_binary(s, SYM_AND, x, y), zero);
  }
  sym_id least = sym_const(s, 64, (uint64_t)INT64_MIN);
  sym_id minus = sym_const(s, 64, UINT64_MAX);
  sym_id odd = sym_binary(s, SYM_AND, sym_binary(s, SYM_EQ, a, minus),
                          sym_binary(s, SYM_EQ, b, least));
  sym_id back = sym_not(
      s, sym_binary(s, SYM_EQ, sym_binary(s, SYM_SDIV, r, a), b));
  sym_id other = sym_not(s, sym_binary(s, SYM_EQ, a, zero));
  return sym_binary(s, SYM_AND, other, sym_binary(s, SYM_OR, odd, back));
}

static bool exact(enum expr_op op, int64_t a, int64_t b, int64_t *out) {
  return op == EXPR_ADD   ? !__builtin_add_overflow(a, b, out)
         : op == EXPR_SUB ? !__builtin_sub_overflow(a, b, out)
                          : !__builtin_mul_overflow(a, b, out);
}

static bool combine(struct shadow_work *w, enum expr_op op, const value *a,
                    const value *b, value *out) {
  bool ok = exact(op, a->v, b->v, &out->v);
  *out = shadow_number(ok ? out->v : 0);
  if (!a->e && !b->e)
    return ok;
  wide lo, hi;
  bounds_of(op, a, b, &lo, &hi);
  unsigned width = fits(lo, hi, 32) && width_for(w, a, b) == 32 ? 32 : 64;
  sym_id x = bits(w, a, width), y = bits(w, b, width);
  unsigned does = op == EXPR_ADD ? SYM_ADD : op == EXPR_SUB ? SYM_SUB : SYM_MUL;
  sym_id r = sym_binary(store(w), does, x, y);
  if (!fits(lo, hi, 64))
    branch(w, is_lost(w, op, x, y, r), !ok, SHADOW_BRANCH);
  uint64_t always;
  if (!ok || sym_is_const(store(w), r, &always))
    return ok;
  out->lo = lo < INT64_MIN ? INT64_MIN : (int64_t)lo;
  out->hi = hi > INT64_MAX ? INT64_MAX : (int64_t)hi;
  out->e = r;
  return true;
}

/* What a quotient or remainder is within. */
static void bounds_of_division(enum expr_op op, const value *a,
                               const value *b, value *out) {
  wide x = -(wide)a->lo > a->hi ? -(wide)a->lo : a->hi;
  if (op == EXPR_MOD) {
    wide y = -(wide)b->lo > b->hi ? -(wide)b->lo : b->hi;
    x = x < y - 1 ? x : y - 1;
    out->lo = a->lo < 0 ? (int64_t)-x : 0;
    out->hi = a->hi > 0 ? (int64_t)x : 0;
    return;
  }
  out->lo = (int64_t)-x; /* INT64_MIN / -1 is not there any more */
  out->hi = x > INT64_MAX ? INT64_MAX : (int64_t)x;
}

static bool divide(struct shadow_work *w, enum expr_op op, const value *a,
                   const value *b, value *out) {
  struct sym_store *s = store(w);
  *out = shadow_number(0);
  if (b->e && b->lo <= 0 && b->hi >= 0) {
    unsigned width = sym_width(s, b->e);
    sym_id zero = sym_binary(s, SYM_EQ, b->e, sym_const(s, width, 0));
    branch(w, zero, b->v == 0, SHADOW_BRANCH);
  }
  if (!b->v)
    return false;
  bool lost = op == EXPR_DIV && a->v == INT64_MIN && b->v == -1;
  if (op == EXPR_DIV && a->lo == INT64_MIN && b->lo <= -1 && b->hi >= -1) {
    sym_id both = sym_binary(
        s, SYM_AND,
        sym_binary(s, SYM_EQ, bits(w, a, 64),
                   sym_const(s, 64, (uint64_t)INT64_MIN)),
        sym_binary(s, SYM_EQ, bits(w, b, 64), sym_const(s, 64, UINT64_MAX)));
    branch(w, both, lost, SHADOW_BRANCH);
  }
  if (lost)
    return false;
  out->v = b->v == -1 ? (op == EXPR_DIV ? 0 - a->v : 0)
           : op == EXPR_DIV ? a->v / b->v : a->v % b->v;
  out->lo = out->hi = out->v;
  if (!a->e && !b->e)
    return true;
  bool wraps = a->lo <= INT32_MIN && b->lo <= -1 && b->hi >= -1;
  unsigned width = wraps ? 64 : width_for(w, a, b);
  sym_id r = sym_binary(s, op == EXPR_DIV ? SYM_SDIV : SYM_SREM,
                        bits(w, a, width), bits(w, b, width));
  uint64_t always;
  if (sym_is_const(s, r, &always))
    return true;
  out->e = r;
  bounds_of_division(op, a, b, out);
  return true;
}

static bool compares(enum expr_op op, int64_t a, int64_t b) {
  switch (op) {
  case EXPR_EQ: return a == b;
  case EXPR_NE: return a != b;
  case EXPR_LT: return a < b;
  case EXPR_LE: return a <= b;
  case EXPR_GT: return a > b;
  default: return a >= b;
  }
}

/* Whether the bounds say it. */
static bool is_clear(enum expr_op op, const value *a, const value *b) {
  bool below = a->hi < b->lo, above = a->lo > b->hi;
  switch (op) {
  case EXPR_LT:
  case EXPR_GE: return below || a->lo >= b->hi;
  case EXPR_LE:
  case EXPR_GT: return above || a->hi <= b->lo;
  default: return below || above;
  }
}

static value compare(struct shadow_work *w, enum expr_op op, const value *a,
                     const value *b) {
  bool holds = compares(op, a->v, b->v);
  if ((!a->e && !b->e) || is_clear(op, a, b))
    return shadow_number(holds);
  unsigned width = width_for(w, a, b);
  bool turned = op == EXPR_GT || op == EXPR_GE;
  sym_id x = bits(w, turned ? b : a, width), y = bits(w, turned ? a : b, width);
  unsigned does = op == EXPR_EQ || op == EXPR_NE   ? SYM_EQ
                  : op == EXPR_LT || op == EXPR_GT ? SYM_SLT
                                                   : SYM_SLE;
  sym_id e = sym_binary(store(w), does, x, y);
  return truth(w, op == EXPR_NE ? sym_not(store(w), e) : e, holds);
}

/* --- ranges and indices ---------------------------------------------------- */

static bool inside(struct shadow_work *w, const value *x, int64_t lo,
                   int64_t hi) {
  bool is = lo <= x->v && x->v <= hi;
  if (!x->e || (x->lo >= lo && x->hi <= hi))
    return is;
  value low = shadow_number(lo), high = shadow_number(hi);
  value above = compare(w, EXPR_GE, x, &low);
  value below = compare(w, EXPR_LE, x, &high);
  sym_id a = shadow_truth(w, &above), b = shadow_truth(w, &below);
  if ((!a && !b) || (!a && !above.v) || (!b && !below.v))
    return is;
  branch(w, !a ? b : !b ? a : sym_binary(store(w), SYM_AND, a, b), is,
         SHADOW_BRANCH);
  return is;
}

bool shadow_within(struct shadow_work *w, const value *x, struct range r) {
  return inside(w, x, r.lo, r.hi);
}

bool shadow_below(struct shadow_work *w, const value *x, int64_t count) {
  return inside(w, x, 0, count - 1);
}

void shadow_fix(struct shadow_work *w, value *x) {
  struct sym_store *s = store(w);
  if (x->e && sym_width(s, x->e) == 1) {
    branch(w, x->e, x->v != 0, SHADOW_INDEX);
  } else if (x->e) {
    unsigned width = sym_width(s, x->e);
    uint64_t most = (uint64_t)x->hi - (uint64_t)x->lo;
    uint64_t now = (uint64_t)x->v - (uint64_t)x->lo;
    sym_id from =
        sym_binary(s, SYM_SUB, x->e, sym_const(s, width, (uint64_t)x->lo));
    for (unsigned bit = width; bit-- > 0;)
      if (most >> bit)
        branch(w, sym_extract(s, from, bit, 1), now >> bit & 1, SHADOW_INDEX);
  }
  *x = shadow_number(x->v);
}

/* --- expressions ------------------------------------------------------------ */

static value slot_of(const struct shadow_work *w, process_id p, slot_id slot) {
  if (p == w->self)
    return w->slots[slot];
  return shadow_known(interp_slot(w->state, p, slot),
                      w->shadow->slots[w->k->slot_base[p] + slot],
                      w->k->m->processes[p].slots[slot].range);
}

static value element(const struct shadow_work *w, const struct expr *x,
                     uint32_t i) {
  return x->op == EXPR_LOCAL_AT    ? w->slots[x->a + i]
         : x->op == EXPR_SHARED_AT ? w->objects[x->a + i]
                                   : slot_of(w, x->a, x->b + i);
}

/* One of two. */
static value choose(struct shadow_work *w, sym_id which, bool way,
                    const value *a, const value *b) {
  value out = way ? *a : *b;
  if (!a->e && !b->e && a->v == b->v)
    return out;
  unsigned width = width_for(w, a, b);
  sym_id e = sym_ite(store(w), which, bits(w, a, width), bits(w, b, width));
  uint64_t always;
  if (sym_is_const(store(w), e, &always))
    return shadow_number(out.v);
  return (value){.v = out.v,
                 .lo = a->lo < b->lo ? a->lo : b->lo,
                 .hi = a->hi > b->hi ? a->hi : b->hi,
                 .e = e};
}

/* That x is this element. */
static sym_id is_at(struct shadow_work *w, const value *x, int64_t i) {
  value at = shadow_number(i);
  value same = compare(w, EXPR_EQ, x, &at);
  return same.e;
}

/* An element of an array; whether there is one is decided. */
static bool eval_at(struct shadow_work *w, const struct expr *x, expr_id index,
                    value *out) {
  value i;
  if (!shadow_eval(w, index, &i) || !shadow_below(w, &i, x->value))
    return false;
  int64_t lo = i.lo > 0 ? i.lo : 0;
  int64_t hi = i.hi < x->value - 1 ? i.hi : x->value - 1;
  if (i.e && hi - lo >= ELEMENTS)
    shadow_fix(w, &i);
  *out = element(w, x, (uint32_t)i.v);
  if (!i.e)
    return true;
  value all = element(w, x, (uint32_t)hi);
  for (int64_t k = hi; k-- > lo;) {
    value one = element(w, x, (uint32_t)k);
    sym_id is = is_at(w, &i, k);
    all = is ? choose(w, is, i.v == k, &one, &all) : i.v == k ? one : all;
  }
  all.v = out->v;
  *out = all.e ? all : *out;
  return true;
}

static bool eval_leaf(struct shadow_work *w, const struct expr *x,
                      value *out) {
  switch (x->op) {
  case EXPR_CONST: *out = shadow_number(x->value); return true;
  case EXPR_LOCAL: *out = w->slots[x->a]; return true;
  case EXPR_BOUND: *out = w->bound[x->a]; return true;
  case EXPR_SHARED: *out = w->objects[x->a]; return true;
  case EXPR_PEER: *out = slot_of(w, x->a, x->b); return true;
  case EXPR_LOCAL_AT:
  case EXPR_SHARED_AT: return eval_at(w, x, x->b, out);
  case EXPR_PEER_AT: return eval_at(w, x, x->c, out);
  case EXPR_AT:
    *out = shadow_number(interp_location(w->state, x->a) == x->b);
    return true;
  case EXPR_ENDED:
    *out = shadow_number(w->k->m->processes[x->a]
                             .locations[interp_location(w->state, x->a)]
                             .final);
    return true;
  default:
    EXPECTS(x->op == EXPR_LENGTH);
    *out = shadow_number(interp_object(w->state, x->a));
    return true;
  }
}

/* What is evaluated only sometimes, as if it were always: possible where it
 * neither fails nor branches, and then the whole is one expression. */
static bool eval_freely(struct shadow_work *w, expr_id e, value *out) {
  struct shadow_branches none = {0}, *kept = w->out;
  w->out = &none;
  bool ok = shadow_eval(w, e, out) && !none.at.len;
  w->out = kept;
  vec_free(&none.at);
  return ok;
}

static bool eval_both(struct shadow_work *w, const struct expr *x,
                      const value *a, value *out) {
  bool and = x->op == EXPR_AND;
  value b;
  sym_id p = shadow_truth(w, a);
  if (p && eval_freely(w, x->b, &b)) {
    bool holds = and ? a->v && b.v : a->v || b.v;
    sym_id q = shadow_truth(w, &b);
    if (!q)
      *out = (b.v != 0) == and ? truth(w, p, a->v != 0)
                               : shadow_number(b.v != 0);
    else
      *out = truth(w, sym_binary(store(w), and ? SYM_AND : SYM_OR, p, q),
                   holds);
    return true;
  }
  if (decide(w, a) != and) {
    *out = shadow_number(!and);
    return true;
  }
  if (!shadow_eval(w, x->b, &b))
    return false;
  *out = truth(w, shadow_truth(w, &b), b.v != 0);
  return true;
}

static bool eval_choice(struct shadow_work *w, const struct expr *x,
                        const value *a, value *out) {
  value b, c;
  sym_id which = shadow_truth(w, a);
  if (which && eval_freely(w, x->b, &b) && eval_freely(w, x->c, &c)) {
    *out = choose(w, which, a->v != 0, &b, &c);
    return true;
  }
  return shadow_eval(w, decide(w, a) ? x->b : x->c, out);
}

static bool eval_operator(struct shadow_work *w, const struct expr *x,
                          const value *a, value *out) {
  value b;
  if (!shadow_eval(w, x->b, &b))
    return false;
  if (x->op == EXPR_DIV || x->op == EXPR_MOD)
    return divide(w, x->op, a, &b, out);
  if (x->op < EXPR_DIV)
    return combine(w, x->op, a, &b, out);
  *out = compare(w, x->op, a, &b);
  return true;
}

bool shadow_eval(struct shadow_work *w, expr_id e, value *out) {
  EXPECTS(e < w->k->m->expr_count);
  const struct expr *x = &w->k->m->exprs[e];
  value a, zero = shadow_number(0);
  if (x->op < EXPR_NEG)
    return eval_leaf(w, x, out);
  if (!shadow_eval(w, x->a, &a))
    return false;
  sym_id p = shadow_truth(w, &a);
  switch (x->op) {
  case EXPR_NEG: return combine(w, EXPR_SUB, &zero, &a, out);
  case EXPR_NOT:
    *out = truth(w, p ? sym_not(store(w), p) : 0, !a.v);
    return true;
  case EXPR_AND:
  case EXPR_OR: return eval_both(w, x, &a, out);
  case EXPR_COND: return eval_choice(w, x, &a, out);
  default: return eval_operator(w, x, &a, out);
  }
}

bool shadow_holds(struct shadow_work *w, expr_id e, bool *holds) {
  value x;
  *holds = true;
  if (e == NONE)
    return true;
  if (!shadow_eval(w, e, &x))
    return false;
  *holds = decide(w, &x);
  return true;
}

/* --- code ------------------------------------------------------------------- */

static void put(struct shadow_work *w, value *at, const value *index,
                int64_t count, const value *x) {
  if (!index->e) {
    at[index->v] = *x;
    return;
  }
  for (int64_t i = 0; i < count; i++) {
    sym_id is = is_at(w, index, i);
    if (is)
      at[i] = choose(w, is, i == index->v, x, &at[i]);
  }
}

static bool assign(struct shadow_work *w, const struct code *c) {
  const struct model *m = w->k->m;
  bool local = c->op == CODE_SET || c->op == CODE_SET_AT;
  bool many = c->op == CODE_SET_AT || c->op == CODE_SET_SHARED_AT;
  value index = shadow_number(0), x;
  if (many && (!shadow_eval(w, c->index, &index) ||
               !shadow_below(w, &index, c->count)))
    return false;
  if (many && c->count > ELEMENTS)
    shadow_fix(w, &index);
  if (!shadow_eval(w, c->value, &x))
    return false;
  uint32_t target = c->target + (uint32_t)index.v;
  struct range r = local ? m->processes[w->self].slots[target].range
                         : m->objects[target].range;
  if (!shadow_within(w, &x, r))
    return false;
  if (x.e) { /* that is decided, so 32 bits are enough */
    x.lo = x.lo > r.lo ? x.lo : r.lo;
    x.hi = x.hi < r.hi ? x.hi : r.hi;
    if (sym_width(store(w), x.e) > 32)
      x.e = sym_extract(store(w), x.e, 0, 32);
  }
  put(w, (local ? w->slots : w->objects) + c->target, &index, c->count, &x);
  return true;
}

bool shadow_run(struct shadow_work *w, code_id at) {
  for (uint32_t steps = 0; steps < CODE_STEPS_MAX; steps++) {
    const struct code *c = &w->k->m->code[at++];
    bool holds;
    switch (c->op) {
    case CODE_SET:
    case CODE_SET_AT:
    case CODE_SET_SHARED:
    case CODE_SET_SHARED_AT:
      if (!assign(w, c))
        return false;
      break;
    case CODE_JUMP: at = c->to; break;
    case CODE_UNLESS:
    case CODE_ASSERT:
      if (!shadow_holds(w, c->value, &holds) ||
          (!holds && c->op == CODE_ASSERT))
        return false;
      at = holds ? at : c->to;
      break;
    case CODE_PROGRESS: break;
    case CODE_STOP: return true;
    }
  }
  return false;
}
