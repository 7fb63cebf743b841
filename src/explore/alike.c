#include "explore/alike.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "base/vec.h"

struct pairing {
  code_id one, other;
};

struct alike {
  const struct model *m;
  process_id a, b;
  object_id *goes;      /* NONE: not known yet */
  VEC(object_id) trail; /* of those that are known, in order */
  VEC(struct pairing) code;
  bool lines;
  bool any_order; /* in a property */
  struct text *why;
  struct place place; /* of what is looked at */
};

static process_id other(const struct alike *x, process_id p) {
  return p == x->a ? x->b : p == x->b ? x->a : p;
}

/* Always false.  The first reason is the one that is told. */
static bool differ(struct alike *x, const char *what) {
  if (!x->why->len)
    text_printf(x->why, "%s and %s differ at line %" PRIu32 ": %s",
                x->m->processes[x->a].name, x->m->processes[x->b].name,
                x->place.line, what);
  return false;
}

/* Back to what was known then, and to no reason. */
static void take_back(struct alike *x, size_t mark) {
  while (x->trail.len > mark)
    x->goes[vec_pop(&x->trail)] = NONE;
  text_clear(x->why);
}

/* --- objects -------------------------------------------------------------- */

static bool same_range(struct range a, struct range b) {
  return a.lo == b.lo && a.hi == b.hi;
}

/* Could they be exchanged, by what they are? */
static bool same_kind(const struct alike *x, object_id o, object_id p) {
  EXPECTS(o < x->m->object_count && p < x->m->object_count);
  const struct object *one = &x->m->objects[o], *two = &x->m->objects[p];
  if (one->kind != two->kind || !same_range(one->range, two->range) ||
      one->init != two->init || one->capacity != two->capacity)
    return false;
  if (one->kind == OBJECT_CHANNEL && two->from != other(x, one->from))
    return false;
  return one->kind < OBJECT_CHANNEL || two->to == other(x, one->to);
}

static bool go_together(struct alike *x, object_id o, object_id p) {
  EXPECTS(o < x->m->object_count && p < x->m->object_count);
  if (o == NONE || p == NONE)
    return o == p || differ(x, "one has an object there, the other has none");
  if (x->goes[o] == p)
    return true;
  if (x->goes[o] != NONE || x->goes[p] != NONE || !same_kind(x, o, p)) {
    struct text what = {0};
    text_printf(&what, "%s cannot take the place of %s", x->m->objects[p].name,
                x->m->objects[o].name);
    differ(x, text_str(&what));
    text_free(&what);
    return false;
  }
  x->goes[o] = p;
  vec_push(&x->trail, o);
  if (o != p) {
    x->goes[p] = o;
    vec_push(&x->trail, p);
  }
  return true;
}

/* --- expressions ---------------------------------------------------------- */

static bool match(struct alike *x, expr_id e, expr_id f);

static bool is_joint(enum expr_op op) {
  return op == EXPR_AND || op == EXPR_OR || op == EXPR_ADD;
}

static unsigned operands(enum expr_op op) {
  return op == EXPR_NEG || op == EXPR_NOT ? 1 : op == EXPR_COND ? 3 : 2;
}

/* Its value is there in every state: what it is joined with may be evaluated
 * in any order.  (Sums of values of 32 bits stay within 64.) */
static bool is_safe(const struct model *m, expr_id e) {
  EXPECTS(e == NONE || e < m->expr_count);
  const struct expr *x = &m->exprs[e];
  if (x->op == EXPR_LOCAL_AT || x->op == EXPR_SHARED_AT ||
      x->op == EXPR_PEER_AT || x->op == EXPR_DIV || x->op == EXPR_MOD ||
      x->op == EXPR_MUL)
    return false;
  if (x->op < EXPR_NEG)
    return true;
  unsigned n = operands(x->op);
  return is_safe(m, x->a) && (n < 2 || is_safe(m, x->b)) &&
         (n < 3 || is_safe(m, x->c));
}

struct terms {
  VEC(expr_id) at;
};

static void find_terms(const struct model *m, expr_id e, enum expr_op op,
                       struct terms *out) {
  EXPECTS(e < m->expr_count && out);
  const struct expr *x = &m->exprs[e];
  if (x->op != op) {
    vec_push(&out->at, e);
    return;
  }
  find_terms(m, x->a, op, out);
  find_terms(m, x->b, op, out);
}

/* Each of the terms with one of the others. */
static bool match_terms(struct alike *x, expr_id e, expr_id f) {
  EXPECTS(e < x->m->expr_count && f < x->m->expr_count);
  enum expr_op op = x->m->exprs[e].op;
  struct terms one = {0}, two = {0};
  find_terms(x->m, e, op, &one);
  find_terms(x->m, f, op, &two);
  bool ok = one.at.len == two.at.len;
  for (size_t i = 0; ok && i < one.at.len; i++) {
    size_t mark = x->trail.len, j = 0;
    ok = false;
    for (; !ok && j < two.at.len; j++) {
      if (two.at.at[j] == NONE)
        continue;
      ok = match(x, one.at.at[i], two.at.at[j]);
      if (ok)
        two.at.at[j] = NONE;
      else
        take_back(x, mark);
    }
  }
  vec_free(&one.at);
  vec_free(&two.at);
  return ok || differ(x, "the property tells them apart");
}

static bool match_array(struct alike *x, const struct expr *e,
                        const struct expr *f) {
  if (e->value != f->value)
    return differ(x, "arrays of different length");
  for (int64_t i = 0; i < e->value; i++)
    if (!go_together(x, e->a + (object_id)i, f->a + (object_id)i))
      return false;
  return match(x, e->b, f->b);
}

static bool match_operands(struct alike *x, const struct expr *e,
                           const struct expr *f) {
  unsigned n = operands(e->op);
  return match(x, e->a, f->a) && (n < 2 || match(x, e->b, f->b)) &&
         (n < 3 || match(x, e->c, f->c));
}

static bool match(struct alike *x, expr_id one, expr_id two) {
  if (one == NONE || two == NONE)
    return one == two || differ(x, "one has an expression there");
  const struct expr *e = &x->m->exprs[one], *f = &x->m->exprs[two];
  if (e->place.line)
    x->place = e->place;
  if (e->op != f->op)
    return differ(x, "their expressions differ");
  switch (e->op) {
  case EXPR_CONST:
    return e->value == f->value || differ(x, "a number depends on the index");
  case EXPR_LOCAL:
  case EXPR_BOUND:
    return e->a == f->a || differ(x, "their variables differ");
  case EXPR_LOCAL_AT:
    return (e->a == f->a && e->value == f->value && match(x, e->b, f->b)) ||
           differ(x, "their variables differ");
  case EXPR_SHARED:
  case EXPR_LENGTH:
    return go_together(x, e->a, f->a);
  case EXPR_SHARED_AT:
    return match_array(x, e, f);
  case EXPR_PEER:
  case EXPR_AT:
    return (f->a == other(x, e->a) && e->b == f->b) ||
           differ(x, "one of them is named");
  case EXPR_ENDED:
    return f->a == other(x, e->a) || differ(x, "one of them is named");
  case EXPR_PEER_AT:
    return (f->a == other(x, e->a) && e->b == f->b && e->value == f->value &&
            match(x, e->c, f->c)) ||
           differ(x, "one of them is named");
  default:
    if (x->any_order && is_joint(e->op) && is_safe(x->m, one) &&
        is_safe(x->m, two))
      return match_terms(x, one, two);
    return match_operands(x, e, f);
  }
}

/* --- code and edges ------------------------------------------------------- */

static bool match_instruction(struct alike *x, const struct code *c,
                              const struct code *d) {
  if (c->place.line)
    x->place = c->place;
  if (c->op != d->op || c->count != d->count)
    return differ(x, "they do different things");
  bool shared = c->op == CODE_SET_SHARED || c->op == CODE_SET_SHARED_AT;
  uint32_t n = c->op == CODE_SET_SHARED_AT ? c->count : 1;
  if ((c->op == CODE_SET || c->op == CODE_SET_AT) && c->target != d->target)
    return differ(x, "they assign different variables");
  for (uint32_t i = 0; shared && i < n; i++)
    if (!go_together(x, c->target + i, d->target + i))
      return false;
  if (c->op == CODE_STOP && c->to != d->to)
    return differ(x, "they go on at different places");
  return match(x, c->index, d->index) && match(x, c->value, d->value);
}

/* Both from here on; what was paired before is paired with the same. */
static bool pair_code(struct alike *x, code_id one, code_id two) {
  EXPECTS(one < x->m->code_count && two < x->m->code_count);
  vec_each(&x->code, p) if (p->one == one) return p->other == two ||
      differ(x, "they do different things");
  vec_push(&x->code, ((struct pairing){one, two}));
  return true;
}

static bool match_code(struct alike *x, code_id one, code_id two) {
  EXPECTS(one < x->m->code_count && two < x->m->code_count);
  bool ok = true;
  vec_clear(&x->code);
  pair_code(x, one, two);
  for (size_t i = 0; ok && i < x->code.len; i++) {
    code_id c = x->code.at[i].one, d = x->code.at[i].other;
    const struct code *at = &x->m->code[c];
    ok = match_instruction(x, at, &x->m->code[d]);
    if (ok && (at->op == CODE_JUMP || at->op == CODE_UNLESS))
      ok = pair_code(x, at->to, x->m->code[d].to);
    if (ok && at->op != CODE_JUMP && at->op != CODE_STOP)
      ok = pair_code(x, c + 1, d + 1);
  }
  return ok;
}

static bool match_edge(struct alike *x, const struct edge *e,
                       const struct edge *f) {
  x->place = x->m->sources[e->source].place;
  if (e->from != f->from || e->to != f->to || e->action != f->action ||
      e->count != f->count || e->message != f->message ||
      e->arg_count != f->arg_count || e->source != f->source ||
      !same_range(e->input_range, f->input_range))
    return differ(x, "their edges differ");
  for (uint32_t i = 0; i < e->count; i++)
    if (!go_together(x, e->table[i], f->table[i]))
      return false;
  for (uint32_t i = 0; i < e->arg_count; i++)
    if (!match(x, e->args[i], f->args[i]))
      return false;
  return match(x, e->index, f->index) && match(x, e->guard, f->guard) &&
         match(x, e->fits, f->fits) && match_code(x, e->code, f->code);
}

/* --- processes ------------------------------------------------------------ */

static bool same_shape(const struct process *p, const struct process *q) {
  bool same = p->slot_count == q->slot_count && p->thread == q->thread &&
              p->location_count == q->location_count &&
              p->edge_count == q->edge_count;
  for (slot_id i = 0; same && i < p->slot_count; i++)
    same = same_range(p->slots[i].range, q->slots[i].range) &&
           p->slots[i].init == q->slots[i].init;
  for (location_id i = 0; same && i < p->location_count; i++)
    same = p->locations[i].final == q->locations[i].final &&
           p->locations[i].first_edge == q->locations[i].first_edge &&
           p->locations[i].edge_count == q->locations[i].edge_count;
  return same;
}

static bool match_both(struct alike *x) {
  const struct process *p = &x->m->processes[x->a], *q;
  q = &x->m->processes[x->b];
  x->place = p->place;
  if (!same_shape(p, q))
    return differ(x, "they have different variables, states or edges");
  for (edge_id e = 0; e < p->edge_count; e++)
    if (!match_edge(x, &p->edges[e], &q->edges[e]))
      return false;
  x->place = p->place;
  return match_code(x, p->start, q->start);
}

/* Where an edge of this process leads after the exchange: one that leaves the
 * same location and is not taken. */
static bool match_one_of(struct alike *x, const struct process *p,
                         const struct location *at, edge_id e, bool *used) {
  EXPECTS(e < p->edge_count && used);
  size_t mark = x->trail.len;
  for (uint32_t i = 0; i < at->edge_count; i++) {
    /* itself first */
    edge_id f = at->first_edge + (e - at->first_edge + i) % at->edge_count;
    const struct edge *one = &p->edges[e];
    struct edge two = p->edges[f];
    if (!x->lines)
      two.source = one->source;
    if (used[f])
      continue;
    if (match_edge(x, one, &two))
      return used[f] = true;
    take_back(x, mark);
  }
  x->place = x->m->sources[p->edges[e].source].place;
  struct text what = {0};
  text_printf(&what, "%s treats them differently", p->name);
  differ(x, text_str(&what));
  text_free(&what);
  return false;
}

static bool match_self(struct alike *x, process_id n) {
  EXPECTS(n < x->m->process_count);
  const struct process *p = &x->m->processes[n];
  bool *used = alloc_zero(p->edge_count + 1, sizeof *used), ok = true;
  for (location_id i = 0; ok && i < p->location_count; i++) {
    const struct location *at = &p->locations[i];
    for (uint32_t k = 0; ok && k < at->edge_count; k++)
      ok = match_one_of(x, p, at, at->first_edge + k, used);
  }
  free(used);
  x->place = p->place;
  return ok && match_code(x, p->start, p->start);
}

/* What nobody names goes with itself, or a channel with the one between the
 * processes that take the places of its own. */
static bool match_rest(struct alike *x) {
  for (object_id o = 0; o < x->m->object_count; o++) {
    object_id p = o;
    if (x->goes[o] != NONE)
      continue;
    if (!same_kind(x, o, o))
      for (p = 0; p < x->m->object_count &&
                  (x->goes[p] != NONE || !same_kind(x, o, p));)
        p++;
    x->place = x->m->objects[o].place;
    if (p == x->m->object_count)
      return differ(x, "one has a channel there, the other has none");
    if (!go_together(x, o, p))
      return false;
  }
  return true;
}

static bool match_properties(struct alike *x) {
  x->any_order = true;
  for (uint32_t i = 0; i < x->m->property_count; i++) {
    const struct property *p = &x->m->properties[i];
    x->place = p->place;
    if (match(x, p->expr, p->expr))
      continue;
    text_clear(x->why);
    x->place = p->place;
    struct text what = {0};
    text_printf(&what, "the property '%s' tells them apart", p->text);
    differ(x, text_str(&what));
    text_free(&what);
    return false;
  }
  return true;
}

bool alike(const struct model *m, process_id a, process_id b, bool lines,
           object_id *goes, struct text *why) {
  EXPECTS(a != b && a < m->process_count && b < m->process_count);
  struct alike x = {
      .m = m, .a = a, .b = b, .goes = goes, .lines = lines, .why = why};
  text_clear(why);
  for (object_id o = 0; o < m->object_count; o++)
    goes[o] = NONE;
  bool ok = match_both(&x);
  for (process_id p = 0; ok && p < m->process_count; p++)
    ok = p == a || p == b || match_self(&x, p);
  ok = ok && match_properties(&x) && match_rest(&x);
  vec_free(&x.trail);
  vec_free(&x.code);
  return ok;
}
