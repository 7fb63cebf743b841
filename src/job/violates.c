#include "job/violates.h"

#include "base/sound.h"
#include "exec/shown.h"

/* A number, and whether working it out fails (one bit); no value of it takes
 * more than so many bits, its sign included. */
struct term {
  sym_id value, fails;
  unsigned bits;
};

struct translator {
  const struct model *m;
  struct sym_store *s;
  const struct shown *shown;
};

static sym_id number(struct translator *t, int64_t value) {
  return sym_const(t->s, 64, (uint64_t)value);
}

static sym_id two(struct translator *t, unsigned op, sym_id a, sym_id b) {
  return sym_binary(t->s, op, a, b);
}

static sym_id either(struct translator *t, sym_id a, sym_id b) {
  return two(t, SYM_OR, a, b);
}

static sym_id both(struct translator *t, sym_id a, sym_id b) {
  return two(t, SYM_AND, a, b);
}

static sym_id truth(struct translator *t, sym_id bit) {
  return sym_extend(t->s, SYM_ZEXT, bit, 64);
}

static sym_id is_true(struct translator *t, sym_id value) {
  return sym_not(t->s, two(t, SYM_EQ, value, number(t, 0)));
}

static sym_id never(struct translator *t) {
  return sym_const(t->s, 1, 0);
}

/* Values of variables are of 32 bits. */
static struct term thing(struct translator *t, unsigned kind, uint32_t a,
                         uint32_t b) {
  uint32_t n = shown_number(t->shown, kind, a, b);
  return (struct term){constraints_thing(t->s, n), never(t), 32};
}

static struct term translate(struct translator *t, expr_id id);

/* One of several things, by an index that may be none. */
static struct term element(struct translator *t, const struct expr *e,
                           unsigned kind, expr_id index) {
  struct term i = translate(t, index), all = {number(t, 0), i.fails, 32};
  sym_id beyond = sym_const(t->s, 1, 1);
  for (int64_t k = 0; k < e->value; k++) {
    struct term one = kind == SHOWN_OBJECT
                          ? thing(t, kind, e->a + (uint32_t)k, 0)
                          : thing(t, kind, e->a, e->b + (uint32_t)k);
    sym_id here = two(t, SYM_EQ, i.value, number(t, k));
    all.value = sym_ite(t->s, here, one.value, all.value);
    beyond = both(t, beyond, sym_not(t->s, here));
  }
  all.fails = either(t, all.fails, beyond);
  return all;
}

static struct term leaf(struct translator *t, const struct expr *e) {
  switch (e->op) {
  case EXPR_CONST:
    return (struct term){number(t, e->value), never(t),
                         e->value == (int32_t)e->value ? 32 : 64};
  case EXPR_SHARED:
  case EXPR_LENGTH:
    return thing(t, SHOWN_OBJECT, e->a, 0);
  case EXPR_SHARED_AT:
    return element(t, e, SHOWN_OBJECT, e->b);
  case EXPR_PEER:
    return thing(t, SHOWN_SLOT, e->a, e->b);
  case EXPR_PEER_AT:
    return element(t, e, SHOWN_SLOT, e->c);
  case EXPR_AT:
    return thing(t, SHOWN_AT, e->a, e->b);
  default:
    EXPECTS(e->op == EXPR_ENDED);
    return thing(t, SHOWN_ENDED, e->a, 0);
  }
}

/* --- arithmetic ------------------------------------------------------------ */

static sym_id is_negative(struct translator *t, sym_id a) {
  return two(t, SYM_SLT, a, number(t, 0));
}

/* A sum that is not of the sign of both sides. */
static sym_id sum_is_lost(struct translator *t, sym_id a, sym_id b,
                          sym_id sum) {
  return is_negative(
      t, two(t, SYM_AND, two(t, SYM_XOR, a, sum), two(t, SYM_XOR, b, sum)));
}

/* A product that divided by the one side is not the other. */
static sym_id product_is_lost(struct translator *t, sym_id a, sym_id b,
                              sym_id product) {
  sym_id least = two(t, SYM_EQ, b, number(t, INT64_MIN));
  sym_id turned = both(t, two(t, SYM_EQ, a, number(t, -1)), least);
  sym_id other = sym_not(t->s, two(t, SYM_EQ, two(t, SYM_SDIV, product, a), b));
  return either(t, turned, both(t, is_true(t, a), other));
}

static struct term add(struct translator *t, struct term a, struct term b) {
  struct term r = {two(t, SYM_ADD, a.value, b.value),
                   either(t, a.fails, b.fails),
                   (a.bits > b.bits ? a.bits : b.bits) + 1};
  if (r.bits > 64)
    r.fails = either(t, r.fails, sum_is_lost(t, a.value, b.value, r.value));
  return r;
}

static struct term subtract(struct translator *t, struct term a,
                            struct term b) {
  struct term r = {two(t, SYM_SUB, a.value, b.value),
                   either(t, a.fails, b.fails),
                   (a.bits > b.bits ? a.bits : b.bits) + 1};
  if (r.bits > 64) /* a is the sum of r and b */
    r.fails = either(t, r.fails, sum_is_lost(t, r.value, b.value, a.value));
  return r;
}

static struct term multiply(struct translator *t, struct term a,
                            struct term b) {
  struct term r = {two(t, SYM_MUL, a.value, b.value),
                   either(t, a.fails, b.fails), a.bits + b.bits};
  if (r.bits > 64)
    r.fails = either(t, r.fails, product_is_lost(t, a.value, b.value, r.value));
  return r;
}

static struct term divide(struct translator *t, const struct expr *e,
                          struct term a, struct term b) {
  bool rest = e->op == EXPR_MOD;
  struct term r = {two(t, rest ? SYM_SREM : SYM_SDIV, a.value, b.value),
                   either(t, a.fails, b.fails), a.bits + 1};
  sym_id zero = two(t, SYM_EQ, b.value, number(t, 0));
  sym_id lost = both(t, two(t, SYM_EQ, a.value, number(t, INT64_MIN)),
                     two(t, SYM_EQ, b.value, number(t, -1)));
  r.fails = either(t, r.fails, rest ? zero : either(t, zero, lost));
  return r;
}

static sym_id compare(struct translator *t, enum expr_op op, sym_id a,
                      sym_id b) {
  switch (op) {
  case EXPR_EQ:
    return two(t, SYM_EQ, a, b);
  case EXPR_NE:
    return sym_not(t->s, two(t, SYM_EQ, a, b));
  case EXPR_LT:
    return two(t, SYM_SLT, a, b);
  case EXPR_LE:
    return two(t, SYM_SLE, a, b);
  case EXPR_GT:
    return two(t, SYM_SLT, b, a);
  default:
    return two(t, SYM_SLE, b, a);
  }
}

static struct term operate(struct translator *t, const struct expr *e,
                           struct term a, struct term b) {
  struct term r;
  switch (e->op) {
  case EXPR_ADD:
    r = add(t, a, b);
    break;
  case EXPR_SUB:
    r = subtract(t, a, b);
    break;
  case EXPR_MUL:
    r = multiply(t, a, b);
    break;
  case EXPR_DIV:
  case EXPR_MOD:
    r = divide(t, e, a, b);
    break;
  default:
    return (struct term){truth(t, compare(t, e->op, a.value, b.value)),
                         either(t, a.fails, b.fails), 32};
  }
  r.bits = r.bits > 64 ? 64 : r.bits;
  return r;
}

/* The second side only where it matters. */
static struct term join(struct translator *t, const struct expr *e) {
  struct term a = translate(t, e->a), b = translate(t, e->b);
  sym_id first = is_true(t, a.value), second = is_true(t, b.value);
  bool and = e->op == EXPR_AND;
  sym_id goes_on = and? first : sym_not(t->s, first);
  return (struct term){
      truth(t, and? both(t, first, second) : either(t, first, second)),
      either(t, a.fails, both(t, goes_on, b.fails)), 32};
}

static struct term choose(struct translator *t, const struct expr *e) {
  struct term a = translate(t, e->a), b = translate(t, e->b),
              c = translate(t, e->c);
  sym_id first = is_true(t, a.value);
  return (struct term){
      sym_ite(t->s, first, b.value, c.value),
      either(t, a.fails, sym_ite(t->s, first, b.fails, c.fails)),
      b.bits > c.bits ? b.bits : c.bits};
}

static struct term translate(struct translator *t, expr_id id) {
  EXPECTS(id < t->m->expr_count);
  const struct expr *e = &t->m->exprs[id];
  if (e->op < EXPR_NEG)
    return leaf(t, e);
  switch (e->op) {
  case EXPR_NOT: {
    struct term a = translate(t, e->a);
    return (struct term){truth(t, sym_not(t->s, is_true(t, a.value))), a.fails,
                         32};
  }
  case EXPR_NEG:
    return subtract(t, (struct term){number(t, 0), never(t), 32},
                    translate(t, e->a));
  case EXPR_AND:
  case EXPR_OR:
    return join(t, e);
  case EXPR_COND:
    return choose(t, e);
  default:
    return operate(t, e, translate(t, e->a), translate(t, e->b));
  }
}

/* --- properties ------------------------------------------------------------ */

void violates_model(struct violates *v, const struct model *m) {
  struct shown shown = {0};
  struct translator t = {m, &v->store, &shown};
  shown_find(&shown, m);
  for (uint32_t i = 0; i < m->property_count; i++) {
    struct term p = translate(&t, m->properties[i].expr);
    sym_id holds = is_true(&t, p.value);
    bool always = m->properties[i].kind == PROPERTY_ALWAYS;
    vec_push(&v->at, either(&t, p.fails, always ? sym_not(t.s, holds) : holds));
  }
  v->constraints = (struct constraints){.store = &v->store,
                                        .violated = v->at.at,
                                        .count = (uint32_t)v->at.len,
                                        .things = (uint32_t)shown.at.len};
  shown_free(&shown);
}

bool violates_program(struct violates *v, const struct executor *x) {
  VEC(sym_id) out = {0};
  bool good = true;
  for (uint32_t i = 0; i < x->properties && good; i++) {
    uint32_t len = x->terms[i].len;
    vec_resize(&out, len);
    good = len && sym_import(&v->store, x->terms[i].at, len, out.at) &&
           sym_width(&v->store, out.at[len - 1]) == 1;
    for (uint32_t k = 0; k < len && good; k++) {
      const struct sym_node *n = &x->terms[i].at[k];
      good = n->op != SYM_VAR || (n->a == CONSTRAINTS_THING && n->b < x->shows);
    }
    if (good)
      vec_push(&v->at, out.at[len - 1]);
  }
  vec_free(&out);
  v->constraints = (struct constraints){.store = &v->store,
                                        .violated = v->at.at,
                                        .count = (uint32_t)v->at.len,
                                        .things = x->shows};
  return good;
}

void violates_free(struct violates *v) {
  vec_free(&v->at);
  sym_store_free(&v->store);
}
