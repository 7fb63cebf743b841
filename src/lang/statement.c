/* Statements, for computation of edges, for atomic blocks and for threads:
 * the flow's mode tells which.  In a thread a read of a shared variable
 * inside an expression becomes a step in front of the statement's own. */
#include <string.h>

#include "lang/resolve.h"

/* --- assignment ----------------------------------------------------------- */

struct place_of {
  struct entity *entity;
  uint32_t fixed;
  expr_id index; /* NONE: fixed */
};

static bool assigned_place(struct flow *f, const struct ast_ref *ref,
                           struct place_of *out) {
  struct resolver *r = f->r;
  *out = (struct place_of){.index = NONE};
  struct entity *x = scope_need(r, ref->name);
  const char *name = resolve_name(r, ref->name);
  if (!x || x->bad)
    return false;
  out->entity = x;
  if (ref->member)
    return resolve_error(r, ref->name, "send it a message",
                         "a process changes only its own variables");
  if (x->kind == ENTITY_SHARED && f->mode == MODE_LOCAL)
    return resolve_error(r, ref->name, "processes communicate by messages",
                         "shared variables are for threads");
  if (x->kind != ENTITY_VAR && x->kind != ENTITY_SHARED)
    return resolve_error(r, ref->name, NULL,
                         "'%s' is %s and cannot be assigned", name,
                         entity_noun(x));
  if (x->array != (ref->index != NULL))
    return resolve_error(r, ref->name, NULL,
                         x->array ? "'%s' is an array: which element?"
                                  : "'%s' is no array",
                         name);
  return !ref->index || target_index(f, ref->index, 0, x->count, name,
                                     &out->fixed, &out->index);
}

static expr_id old_value(struct flow *f, const struct ast_ref *ref,
                         const struct place_of *p) {
  struct resolver *r = f->r;
  const struct entity *x = p->entity;
  bool shared = x->kind == ENTITY_SHARED;
  if (shared)
    return value_shared(f, ref, x, p->fixed, p->index);
  if (p->index == NONE)
    return expr_local(r, x->first + p->fixed, ref->name);
  return expr_push(r, (struct expr){.op = EXPR_LOCAL_AT,
                                    .a = x->first,
                                    .b = p->index,
                                    .value = x->count,
                                    .place = resolve_place(r, ref->name)});
}

static expr_id new_value(struct flow *f, const struct ast_stmt *s,
                         const struct place_of *p) {
  struct resolver *r = f->r;
  if (s->op == TOKEN_ASSIGN)
    return value_lower(f, s->expr);
  expr_id old = old_value(f, &s->ref, p);
  expr_id by = s->expr ? value_lower(f, s->expr) : expr_const(r, 1, s->token);
  bool add = s->op == TOKEN_ADD_ASSIGN || s->op == TOKEN_INCREMENT;
  return expr_binary(r, add ? EXPR_ADD : EXPR_SUB, old, by, s->ref.name);
}

static void write_step(struct flow *f, const struct ast_ref *ref,
                       const struct place_of *p, expr_id value) {
  struct resolver *r = f->r;
  const struct entity *x = p->entity;
  flow_stop(f, ref->name);
  struct edge e = flow_edge(f, ACT_WRITE);
  target_cells(f, x->first + p->fixed, p->index == NONE ? 1 : x->count, &e);
  e.index = p->index;
  expr_id *args = arena_array(r->arena, expr_id, 1);
  args[0] = value;
  e.args = args;
  e.arg_count = 1;
  e.source = flow_source(f, ref->name, ACT_WRITE, NULL, "write ", ref->name,
                         ref->last);
  flow_add(f, e, ref->name);
}

static void assign(struct flow *f, const struct ast_ref *ref,
                   const struct place_of *p, expr_id value) {
  struct resolver *r = f->r;
  const struct entity *x = p->entity;
  int64_t known;
  if (value == NONE)
    return;
  if (expr_is_const(r, value, &known) && !r->dead &&
      (known < x->range.lo || known > x->range.hi))
    resolve_error(r, ref->name, NULL, "value %lld is outside %d..%d of '%s'",
                  (long long)known, x->range.lo, x->range.hi,
                  resolve_name(r, ref->name));
  if (x->kind == ENTITY_SHARED && f->mode == MODE_THREAD) {
    write_step(f, ref, p, value);
    return;
  }
  bool shared = x->kind == ENTITY_SHARED, fixed = p->index == NONE;
  if (shared)
    value_touch(f, fixed ? x->first + p->fixed : x->first,
                fixed ? 1 : x->count);
  flow_emit(f, (struct code){
                   .op = shared ? (fixed ? CODE_SET_SHARED : CODE_SET_SHARED_AT)
                                : (fixed ? CODE_SET : CODE_SET_AT),
                   .target = x->first + p->fixed,
                   .count = x->count,
                   .index = p->index,
                   .value = value,
                   .place = resolve_place(r, ref->name)});
}

static void lower_input(struct flow *f, const struct ast_stmt *s,
                        const struct place_of *p) {
  struct resolver *r = f->r;
  struct range range = p->entity->range;
  if (f->mode != MODE_THREAD) {
    resolve_error(r, s->token, NULL, "'input' is for threads%s",
                  f->mode == MODE_ATOMIC ? ", outside of atomic" : "");
    return;
  }
  if ((int64_t)range.hi - range.lo >= INPUTS_MAX) {
    resolve_error(r, s->token, "give the variable a range",
                  "an input of more than %d values", INPUTS_MAX);
    return;
  }
  flow_stop(f, s->token);
  struct edge e = flow_edge(f, ACT_INPUT);
  e.input_range = range;
  e.source = flow_source(f, s->token, ACT_INPUT, NULL, "", s->token, s->last);
  flow_add(f, e, s->token);
  f->bound = expr_push(
      r, (struct expr){.op = EXPR_BOUND, .place = resolve_place(r, s->token)});
  f->bound_range = range;
  assign(f, &s->ref, p, f->bound);
}

static void lower_assign(struct flow *f, const struct ast_stmt *s) {
  struct place_of p;
  bool input = s->op == TOKEN_ASSIGN && !s->expr;
  if (!assigned_place(f, &s->ref, &p)) {
    if (s->expr)
      value_lower(f, s->expr); /* for its errors */
  } else if (input) {
    lower_input(f, s, &p);
  } else {
    assign(f, &s->ref, &p, new_value(f, s, &p));
  }
}

/* --- choices and loops ---------------------------------------------------- */

/* Its value where it is a constant, else -1. */
static int condition(struct flow *f, const struct ast_expr *e,
                     uint32_t otherwise) {
  size_t mark = flow_mark(f);
  int known = flow_branch(f, e, otherwise, false);
  flow_release(f, mark);
  return known;
}

static void lower_if(struct flow *f, const struct ast_stmt *s) {
  struct resolver *r = f->r;
  uint32_t end = flow_label(f);
  unsigned dead = r->dead;
  for (const struct ast_arm *a = s->arms; a; a = a->next) {
    uint32_t next = flow_label(f);
    int is = a->guard ? condition(f, a->guard, next) : 1;
    r->dead += is == 0;
    statements_lower(f, a->body);
    r->dead -= is == 0;
    if (is < 0 && a->next)
      flow_jump(f, end, a->first);
    flow_place(f, next);
    if (is > 0)
      r->dead++; /* what follows is never reached */
  }
  r->dead = dead;
  flow_place(f, end);
}

static void loop_body(struct flow *f, const struct ast_stmt *s,
                      uint32_t break_to, uint32_t continue_to) {
  struct loop l = {break_to, continue_to};
  vec_push(&f->loops, l);
  statements_lower(f, s->body);
  (void)vec_pop(&f->loops);
}

static void lower_while(struct flow *f, const struct ast_stmt *s) {
  uint32_t top = flow_label(f), out = flow_label(f);
  flow_place(f, top);
  int is = condition(f, s->expr, out);
  f->r->dead += is == 0;
  loop_body(f, s, out, top);
  flow_jump(f, top, s->token);
  f->r->dead -= is == 0;
  flow_place(f, out);
}

/* A bound that is no constant is evaluated once and kept. */
static expr_id kept_bound(struct flow *f, expr_id e, token_id at) {
  int64_t value;
  if (e == NONE || expr_is_const(f->r, e, &value))
    return e;
  slot_id slot = flow_take(f, expr_range(f, e), at);
  flow_set(f, slot, e, at);
  return expr_local(f->r, slot, at);
}

/* counter = lo; do { body } while (counter < hi && ++counter): the counter
 * never leaves lo..hi. */
static void count_loop(struct flow *f, const struct ast_stmt *s, expr_id lo,
                       expr_id hi, slot_id counter, bool maybe_empty) {
  struct resolver *r = f->r;
  uint32_t top = flow_label(f), next = flow_label(f), out = flow_label(f);
  token_id at = s->token;
  flow_set(f, counter, lo, at);
  if (maybe_empty)
    flow_unless(f, expr_binary(r, EXPR_LE, expr_local(r, counter, at), hi, at),
                out, at);
  flow_place(f, top);
  loop_body(f, s, out, next);
  flow_place(f, next);
  flow_unless(f, expr_binary(r, EXPR_LT, expr_local(r, counter, at), hi, at),
              out, at);
  flow_set(f, counter,
           expr_binary(r, EXPR_ADD, expr_local(r, counter, at),
                       expr_const(r, 1, at), at),
           at);
  flow_jump(f, top, at);
  flow_place(f, out);
}

static void lower_for(struct flow *f, const struct ast_stmt *s) {
  struct resolver *r = f->r;
  int64_t a, b;
  expr_id lo = value_lower(f, s->lo);
  expr_id hi = value_lower(f, s->hi);
  bool fixed = expr_is_const(r, lo, &a) && expr_is_const(r, hi, &b);
  bool empty = fixed && a > b;
  struct range range = {0, 0};
  if (lo != NONE && hi != NONE && !empty) {
    range.lo = expr_range(f, lo).lo;
    range.hi = expr_range(f, hi).hi;
    struct range first = expr_range(f, lo);
    if (range.hi < first.hi)
      range.hi = first.hi; /* the counter is set before it is compared */
  }
  r->dead += empty;
  if (!fixed)
    hi = kept_bound(f, hi, s->token);
  size_t mark = scope_mark(r);
  slot_id counter = flow_take(f, range, s->token);
  struct entity *e = scope_local(r, s->var, ENTITY_SLOT);
  if (e) {
    e->first = counter;
    e->range = range;
  }
  f->bound = NONE;
  if (lo != NONE && hi != NONE)
    count_loop(f, s, lo, hi, counter, !fixed);
  else
    statements_lower(f, s->body);
  scope_release(r, mark);
  r->dead -= empty;
}

static void lower_repeat(struct flow *f, const struct ast_stmt *s) {
  struct resolver *r = f->r;
  int64_t times = 2;
  expr_id n = value_lower(f, s->expr);
  bool fixed = expr_is_const(r, n, &times);
  if (fixed && times < 0)
    resolve_error(r, s->expr->token, NULL, "repeat %lld times",
                  (long long)times);
  bool empty = fixed && times < 1;
  r->dead += empty;
  if (fixed && times == 1) {
    uint32_t out = flow_label(f);
    loop_body(f, s, out, out);
    flow_place(f, out);
  } else {
    expr_id last =
        expr_binary(r, EXPR_SUB, n, expr_const(r, 1, s->token), s->token);
    last = kept_bound(f, last, s->token);
    struct range range = {0, 0};
    if (last != NONE && !empty)
      range.hi = expr_range(f, last).hi;
    f->bound = NONE;
    slot_id counter = flow_take(f, range, s->token);
    if (last != NONE)
      count_loop(f, s, expr_const(r, 0, s->token), last, counter, !fixed);
    else
      statements_lower(f, s->body);
  }
  r->dead -= empty;
}

static void lower_leave(struct flow *f, const struct ast_stmt *s) {
  struct resolver *r = f->r;
  const char *word = s->kind == AST_BREAK ? "break" : "continue";
  if (!f->loops.len) {
    resolve_error(r, s->token, NULL, "'%s' outside of a loop", word);
    return;
  }
  const struct loop *l = vec_last(&f->loops);
  flow_jump(f, s->kind == AST_BREAK ? l->break_to : l->continue_to, s->token);
}

static void lower_assert(struct flow *f, const struct ast_stmt *s) {
  expr_id e = value_lower(f, s->expr);
  flow_emit(f, (struct code){.op = CODE_ASSERT,
                             .index = NONE,
                             .value = e,
                             .place = resolve_place(f->r, s->token)});
}

static void lower_return(struct flow *f, const struct ast_stmt *s) {
  if (!f->info->ast->thread)
    resolve_error(f->r, s->token, NULL, "'return' is for threads");
  else
    flow_jump(f, f->end, s->token);
}

/* --- all ------------------------------------------------------------------ */

static void lower_statement(struct flow *f, const struct ast_stmt *s) {
  switch (s->kind) {
  case AST_ASSIGN:
    lower_assign(f, s);
    break;
  case AST_IF:
    lower_if(f, s);
    break;
  case AST_WHILE:
    lower_while(f, s);
    break;
  case AST_FOR:
    lower_for(f, s);
    break;
  case AST_REPEAT:
    lower_repeat(f, s);
    break;
  case AST_BREAK:
  case AST_CONTINUE:
    lower_leave(f, s);
    break;
  case AST_ASSERT:
    lower_assert(f, s);
    break;
  case AST_SKIP:
    break;
  case AST_PASS:
    flow_emit(f, (struct code){.op = CODE_PROGRESS,
                               .index = NONE,
                               .value = NONE,
                               .place = resolve_place(f->r, s->token)});
    break;
  case AST_RETURN:
    lower_return(f, s);
    break;
  default:
    step_lower(f, s);
  }
}

static bool leaves(const struct ast_stmt *s) {
  return s->kind == AST_BREAK || s->kind == AST_CONTINUE ||
         s->kind == AST_RETURN;
}

/* Names and temporaries of a block live to its end; those of a statement
 * only in it, except that a reception names values for the rest of the
 * block. */
void statements_lower(struct flow *f, const struct ast_stmt *list) {
  struct resolver *r = f->r;
  size_t names = scope_mark(r), taken = flow_mark(f);
  unsigned dead = r->dead;
  for (const struct ast_stmt *s = list; s && !r->full; s = s->next) {
    size_t mark = flow_mark(f);
    lower_statement(f, s);
    f->bound = NONE;
    if (s->kind != AST_ACTION)
      flow_release(f, mark);
    if (leaves(s) && s->next) {
      resolve_warning(r, s->next->token, NULL, "this is never reached");
      r->dead++;
    }
  }
  r->dead = dead;
  flow_release(f, taken);
  scope_release(r, names);
}
