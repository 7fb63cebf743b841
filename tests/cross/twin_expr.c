/* Expressions, written and built at once. */
#include <inttypes.h>

#include "twin_inside.h"

bool twin_chance(struct twin_draft *d, unsigned percent) {
  return rng_chance(&d->r, percent);
}

uint32_t twin_below(struct twin_draft *d, uint32_t n) {
  return rng_below(&d->r, n);
}

void twin_say(struct twin_draft *d, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  text_vprintf(&d->text, fmt, args);
  va_end(args);
}

void twin_line(struct twin_draft *d) {
  text_char(&d->text, '\n');
  text_fill(&d->text, ' ', 2 * d->indent);
  d->b.line++;
}

expr_id twin_number(struct twin_draft *d, int64_t v) {
  twin_say(d, v < 0 ? "(%" PRId64 ")" : "%" PRId64, v);
  return build_const(&d->b, v);
}

static code_id emit(struct twin_draft *d, struct code c) {
  return build_code(&d->b, c);
}

/* A temporary that holds e from now on. */
static slot_id hold(struct twin_draft *d, expr_id e) {
  slot_id t = build_slot(&d->b, d->p, "(held)", RANGE_INT, 0);
  d->b.processes.at[d->p].slots.at[t].temporary = true;
  emit(d,
       (struct code){.op = CODE_SET, .target = t, .index = NONE, .value = e});
  return t;
}

struct edge *twin_step(struct twin_draft *d, enum action action,
                       object_id object) {
  struct build_process *p = &d->b.processes.at[d->p];
  location_id at = build_location(
      &d->b, d->p, build_name(&d->b, "%zu", p->locations.len), false);
  build_stop(&d->b, at);
  struct edge *e = build_edge(&d->b, d->p, at, at, action, object);
  e->code = (code_id)d->b.code.len;
  return e;
}

void twin_table(struct twin_draft *d, struct edge *e, const object_id *at,
                uint32_t count, expr_id index) {
  e->table = arena_copy(&d->b.arena, at, count * sizeof *at);
  e->count = count;
  e->index = index;
}

/* The value of a shared variable: a step of its own in a thread. */
static expr_id read_shared(struct twin_draft *d) {
  uint32_t i = twin_below(d, d->shared_count);
  bool array = i >= d->array_first;
  expr_id index = NONE;
  twin_say(d, array ? "arr[" : "v%u", i);
  if (array) {
    index = twin_index(d, d->shared_count - d->array_first);
    twin_say(d, "]");
  }
  object_id first = d->shared[array ? d->array_first : i];
  uint32_t count = array ? d->shared_count - d->array_first : 1;
  if (d->scope == IN_ATOMIC || d->scope == IN_PROPERTY) {
    if (array)
      return build_expr(&d->b, EXPR_SHARED_AT, first, index, NONE, count);
    return build_expr(&d->b, EXPR_SHARED, first, NONE, NONE, 0);
  }
  struct edge *e = twin_step(d, ACT_READ, first);
  if (array)
    twin_table(d, e, d->shared + d->array_first, count, index);
  return build_local(&d->b, hold(d, build_bound(&d->b, 0)));
}

static bool may_read(const struct twin_draft *d) {
  return d->shared_count && !d->quiet &&
         (d->scope == IN_THREAD || d->scope == IN_ATOMIC);
}

/* Constants outside of a range are errors of the text. */
static bool has_variable(const struct twin_draft *d) {
  return d->scope == IN_PROPERTY || d->processes[d->p].var_count ||
         d->names.len > d->array || may_read(d);
}

/* In an array the first name is its index, a constant. */
static uint32_t first_name(const struct twin_draft *d) {
  return d->array && d->vary;
}

static expr_id named_value(struct twin_draft *d) {
  uint32_t first = first_name(d);
  uint32_t i = first + twin_below(d, (uint32_t)d->names.len - first);
  const struct twin_name *n = &d->names.at[i];
  twin_say(d, "%s", n->name);
  switch (n->kind) {
  case NAME_BOUND:
    return build_bound(&d->b, n->index);
  case NAME_SLOT:
    return build_local(&d->b, n->index);
  default:
    return build_const(&d->b, n->index);
  }
}

/* Looks at some variable; a number only when there is none. */
expr_id twin_variable(struct twin_draft *d) {
  const struct twin_process *p = &d->processes[d->p];
  if (d->scope == IN_PROPERTY)
    return twin_global(d);
  if (may_read(d) && twin_chance(d, 50))
    return read_shared(d);
  if (d->names.len > first_name(d) && twin_chance(d, 50))
    return named_value(d);
  if (p->array_count && twin_chance(d, 25)) {
    twin_say(d, "a[");
    expr_id i = twin_index(d, p->array_count);
    twin_say(d, "]");
    return build_expr(&d->b, EXPR_LOCAL_AT, p->array_first, i, NONE,
                      p->array_count);
  }
  if (p->var_count) {
    slot_id x = twin_below(d, p->var_count);
    twin_say(d, "x%u", x);
    return build_local(&d->b, x);
  }
  if (d->names.len > first_name(d))
    return named_value(d);
  return may_read(d) ? read_shared(d) : twin_number(d, 1);
}

static expr_id leaf(struct twin_draft *d) {
  if (twin_chance(d, 25))
    return twin_number(d, rng_range(&d->r, -1, 3));
  return twin_variable(d);
}

/* && and || whose right side takes steps.  (Without steps on the right it
 * would be one expression, evaluated as part of what follows.) */
static expr_id short_circuit(struct twin_draft *d, unsigned depth) {
  bool and = twin_chance(d, 50);
  expr_id zero = build_const(&d->b, 0);
  twin_say(d, "(");
  expr_id a = twin_value(d, depth - 1);
  slot_id t = hold(d, build_op(&d->b, EXPR_NE, a, zero));
  expr_id go_on = build_local(&d->b, t);
  if (!and)
    go_on = build_op(&d->b, EXPR_NOT, go_on, NONE);
  code_id jump =
      emit(d, (struct code){.op = CODE_UNLESS, .index = NONE, .value = go_on});
  twin_say(d, and? " && " : " || ");
  twin_say(d, "(");
  expr_id x = read_shared(d);
  twin_say(d, " + ");
  x = build_op(&d->b, EXPR_ADD, x, twin_value(d, depth - 1));
  twin_say(d, ")");
  emit(d, (struct code){.op = CODE_SET,
                        .target = t,
                        .index = NONE,
                        .value = build_op(&d->b, EXPR_NE, x, zero)});
  d->b.code.at[jump].to = (code_id)d->b.code.len;
  twin_say(d, ")");
  return build_local(&d->b, t);
}

/* Division by a constant zero is an error of the text. */
static expr_id divisor(struct twin_draft *d) {
  if (twin_chance(d, 80))
    return twin_number(d, rng_range(&d->r, 1, 3));
  bool vary = d->vary;
  d->vary = true;
  expr_id x = twin_variable(d);
  d->vary = vary;
  return x;
}

static expr_id binary(struct twin_draft *d, unsigned depth) {
  static const struct {
    const char *symbol;
    enum expr_op op;
  } ops[] = {{"+", EXPR_ADD}, {"-", EXPR_SUB}, {"*", EXPR_MUL},
             {"/", EXPR_DIV}, {"%", EXPR_MOD}, {"==", EXPR_EQ},
             {"!=", EXPR_NE}, {"<", EXPR_LT},  {"<=", EXPR_LE},
             {">", EXPR_GT},  {">=", EXPR_GE}, {"&&", EXPR_AND},
             {"||", EXPR_OR}};
  uint32_t k = twin_below(d, sizeof ops / sizeof *ops);
  bool divides = ops[k].op == EXPR_DIV || ops[k].op == EXPR_MOD;
  bool logical = ops[k].op == EXPR_AND || ops[k].op == EXPR_OR;
  twin_say(d, "(");
  expr_id a = twin_value(d, depth - 1);
  twin_say(d, " %s ", ops[k].symbol);
  d->quiet += logical;
  expr_id x = divides ? divisor(d) : twin_value(d, depth - 1);
  d->quiet -= logical;
  twin_say(d, ")");
  return build_op(&d->b, ops[k].op, a, x);
}

static expr_id conditional(struct twin_draft *d, unsigned depth) {
  twin_say(d, "(");
  expr_id a = twin_variable(d);
  d->quiet++; /* the sides take no steps */
  twin_say(d, " > 0 ? ");
  a = build_op(&d->b, EXPR_GT, a, build_const(&d->b, 0));
  expr_id x = twin_value(d, depth - 1);
  twin_say(d, " : ");
  expr_id c = twin_value(d, depth - 1);
  twin_say(d, ")");
  d->quiet--;
  return build_expr(&d->b, EXPR_COND, a, x, c, 0);
}

expr_id twin_value(struct twin_draft *d, unsigned depth) {
  if (!depth || twin_chance(d, 35))
    return leaf(d);
  unsigned what = twin_below(d, 100);
  if (what < 10) {
    twin_say(d, "!(");
    expr_id a = twin_value(d, depth - 1);
    twin_say(d, ")");
    return build_op(&d->b, EXPR_NOT, a, NONE);
  }
  if (what < 18)
    return conditional(d, depth);
  if (what < 30 && d->scope == IN_THREAD && may_read(d))
    return short_circuit(d, depth);
  return binary(d, depth);
}

expr_id twin_condition(struct twin_draft *d) {
  static const struct {
    const char *symbol;
    enum expr_op op;
  } ops[] = {{"==", EXPR_EQ}, {"!=", EXPR_NE}, {"<", EXPR_LT},
             {"<=", EXPR_LE}, {">", EXPR_GT},  {">=", EXPR_GE}};
  if (d->scope == IN_THREAD && may_read(d) && twin_chance(d, 20))
    return short_circuit(d, 2);
  uint32_t k = twin_below(d, 6);
  expr_id a = twin_variable(d);
  twin_say(d, " %s ", ops[k].symbol);
  expr_id x = twin_chance(d, 75) ? twin_number(d, rng_range(&d->r, 0, 2))
                                 : twin_value(d, 1);
  return build_op(&d->b, ops[k].op, a, x);
}

/* (v % n + n) % n + lo, or a plain value that may leave the range. */
expr_id twin_within(struct twin_draft *d, struct range r) {
  struct build *b = &d->b;
  int64_t n = (int64_t)r.hi - r.lo + 1;
  if (twin_chance(d, 30))
    return twin_number(d, rng_range(&d->r, r.lo, r.hi));
  if (has_variable(d) && twin_chance(d, 12)) {
    bool vary = d->vary;
    d->vary = true;
    twin_say(d, "(");
    expr_id v = twin_variable(d);
    d->vary = vary;
    twin_say(d, " + ");
    expr_id w = twin_variable(d);
    twin_say(d, ")");
    return build_op(b, EXPR_ADD, v, w);
  }
  twin_say(d, "((");
  expr_id v = twin_value(d, 2);
  twin_say(d, " %% %" PRId64 " + %" PRId64 ") %% %" PRId64 " + (%d))", n, n, n,
           r.lo);
  v = build_op(b, EXPR_MOD, v, build_const(b, n));
  v = build_op(b, EXPR_ADD, v, build_const(b, n));
  v = build_op(b, EXPR_MOD, v, build_const(b, n));
  return build_op(b, EXPR_ADD, v, build_const(b, r.lo));
}

expr_id twin_index(struct twin_draft *d, uint32_t count) {
  return twin_within(d, (struct range){0, (int32_t)count - 1});
}

void twin_say_process(struct twin_draft *d, process_id q) {
  if (!d->array)
    twin_say(d, "p%u", q);
  else if (d->scope == IN_PROPERTY)
    twin_say(d, "p[%u]", q);
  else
    twin_say(d, "p[(i+%u)%%%u]",
             (q + d->process_count - d->p) % d->process_count,
             d->process_count);
}

bool twin_say_computed(struct twin_draft *d, expr_id *index) {
  if (!d->array || !twin_chance(d, 25))
    return false;
  twin_say(d, "p[");
  *index = twin_index(d, d->process_count);
  twin_say(d, "]");
  return true;
}

/* Something about the whole system, for properties. */
expr_id twin_global(struct twin_draft *d) {
  struct build *b = &d->b;
  process_id p = twin_below(d, d->process_count);
  const struct twin_process *x = &d->processes[p];
  switch (twin_below(d, 5)) {
  case 0:
    if (!b->processes.at[p].process.thread) {
      location_id l = twin_below(d, (uint32_t)b->processes.at[p].locations.len);
      twin_say(d, "(");
      twin_say_process(d, p);
      twin_say(d, " at s%u)", l);
      return build_expr(b, EXPR_AT, p, l, NONE, 0);
    }
    break;
  case 1:
    twin_say(d, "ended(");
    twin_say_process(d, p);
    twin_say(d, ")");
    return build_expr(b, EXPR_ENDED, p, NONE, NONE, 0);
  case 2:
    for (uint32_t i = 0; i < d->port_count; i++)
      if (twin_chance(d, 50)) {
        twin_say(d, "len(");
        twin_say_process(d, p);
        twin_say(d, ".in%u)", i);
        return build_expr(b, EXPR_LENGTH, d->ports[p][i], NONE, NONE, 0);
      }
    break;
  case 3:
    if (x->var_count) {
      slot_id i = twin_below(d, x->var_count);
      twin_say_process(d, p);
      twin_say(d, ".x%u", i);
      return build_expr(b, EXPR_PEER, p, i, NONE, 0);
    }
    break;
  }
  if (d->shared_count)
    return read_shared(d);
  twin_say(d, "ended(");
  twin_say_process(d, p);
  twin_say(d, ")");
  return build_expr(b, EXPR_ENDED, p, NONE, NONE, 0);
}
