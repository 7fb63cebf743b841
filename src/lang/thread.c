/* Threads: every visible action is a location with one edge (select: one
 * for each choice); the code of the edge is whatever follows the action in
 * the flat code of the thread. */
#include <stdlib.h>
#include <string.h>

#include "lang/resolve.h"

static bool in_thread(struct flow *f, const struct ast_stmt *s) {
  if (f->mode == MODE_THREAD)
    return true;
  if (f->mode == MODE_ATOMIC)
    return resolve_error(f->r, s->token,
                         "atomic is one step over variables; 'await' may "
                         "come first in it",
                         "no action can stand inside 'atomic'");
  return resolve_error(f->r, s->token,
                       "the computation of an edge only assigns",
                       "this statement is for threads");
}

static void add_step(struct flow *f, const struct ast_stmt *s, struct edge *e) {
  e->source = flow_source(f, s->token, e->action, NULL, "", s->token, s->last);
  flow_add(f, *e, s->token);
}

/* lock, unlock, P, V: the index first, then the step */
static void lower_sync(struct flow *f, const struct ast_stmt *s) {
  static const enum action actions[] = {[AST_LOCK] = ACT_LOCK,
                                        [AST_UNLOCK] = ACT_UNLOCK,
                                        [AST_P] = ACT_P,
                                        [AST_V] = ACT_V};
  bool lock = s->kind == AST_LOCK || s->kind == AST_UNLOCK;
  struct edge e = flow_edge(f, actions[s->kind]);
  if (!in_thread(f, s) ||
      !target_object(f, &s->ref, lock ? ENTITY_LOCK : ENTITY_SEM, &e))
    return;
  flow_stop(f, s->token);
  e.code = (code_id)f->code.len;
  add_step(f, s, &e);
}

/* --- atomic --------------------------------------------------------------- */

static int by_number(const void *a, const void *b) {
  object_id x = *(const object_id *)a, y = *(const object_id *)b;
  return x < y ? -1 : x > y;
}

/* What the step was seen to touch, each object once, in order. */
static void set_touched(struct flow *f, size_t edge) {
  object_id *at = f->touched.at;
  size_t n = 0;
  if (f->touched.len)
    qsort(at, f->touched.len, sizeof *at, by_number);
  for (size_t i = 0; i < f->touched.len; i++)
    if (!n || at[n - 1] != at[i])
      at[n++] = at[i];
  if (f->edges.len > edge && !f->r->dead) {
    struct edge *e = &f->edges.at[edge];
    e->touched_count = (uint32_t)n;
    e->touched = n ? arena_copy(f->r->arena, at, n * sizeof *at) : NULL;
  }
  vec_clear(&f->touched);
}

static void lower_await(struct flow *f, const struct ast_stmt *s) {
  if (!in_thread(f, s))
    return;
  flow_stop(f, s->token);
  size_t edge = f->edges.len;
  struct edge e = flow_edge(f, ACT_ATOMIC);
  f->mode = MODE_ATOMIC;
  vec_clear(&f->touched);
  e.guard = value_lower(f, s->expr);
  f->mode = MODE_THREAD;
  add_step(f, s, &e);
  set_touched(f, edge);
}

/* An await that comes first is the guard of the step. */
static void lower_atomic(struct flow *f, const struct ast_stmt *s) {
  if (!in_thread(f, s))
    return;
  const struct ast_stmt *body = s->body;
  flow_stop(f, s->token);
  size_t edge = f->edges.len;
  struct edge e = flow_edge(f, ACT_ATOMIC);
  f->mode = MODE_ATOMIC;
  vec_clear(&f->touched);
  if (body && body->kind == AST_AWAIT) {
    e.guard = value_lower(f, body->expr);
    body = body->next;
  }
  add_step(f, s, &e);
  statements_lower(f, body);
  f->mode = MODE_THREAD;
  set_touched(f, edge);
}

/* --- messages ------------------------------------------------------------- */

static void lower_action(struct flow *f, const struct ast_stmt *s) {
  size_t mark = flow_mark(f);
  struct edge e = flow_edge(f, ACT_NONE);
  if (!in_thread(f, s))
    return;
  bool ok = action_lower(f, s->action, &e);
  flow_stop(f, s->token);
  e.code = (code_id)f->code.len;
  if (ok)
    add_step(f, s, &e);
  flow_release(f, mark);
  action_names(f, s->action, ENTITY_SLOT);
}

static bool select_edge(struct flow *f, const struct ast_arm *a) {
  struct resolver *r = f->r;
  struct edge e = flow_edge(f, ACT_NONE);
  size_t names = scope_mark(r);
  f->mode = MODE_LOCAL; /* a choice is one step: it reads nothing shared */
  action_names(f, a->action, ENTITY_BOUND);
  bool ok = action_guards(f, a->guard, a->guard2, &e);
  e.fair = a->fair;
  ok = action_lower(f, a->action, &e) && ok;
  f->mode = MODE_THREAD;
  scope_release(r, names);
  e.source = flow_source(f, a->first, e.action, NULL, "", a->first, a->last);
  if (ok)
    flow_add(f, e, a->first);
  return ok;
}

/* All edges first, so that they stand together; then what each does. */
static void lower_select(struct flow *f, const struct ast_stmt *s) {
  struct resolver *r = f->r;
  if (!in_thread(f, s))
    return;
  flow_stop(f, s->token);
  size_t edge = f->edges.len;
  bool ok = true;
  for (const struct ast_arm *a = s->arms; a; a = a->next)
    ok = select_edge(f, a) && ok;
  uint32_t end = flow_label(f);
  for (const struct ast_arm *a = s->arms; a; a = a->next, edge++) {
    size_t names = scope_mark(r), taken = flow_mark(f);
    if (ok && !r->dead && !r->full)
      f->edges.at[edge].code = (code_id)f->code.len;
    action_names(f, a->action, ENTITY_SLOT);
    statements_lower(f, a->body);
    flow_release(f, taken);
    scope_release(r, names);
    flow_jump(f, end, a->first);
  }
  flow_place(f, end);
}

void step_lower(struct flow *f, const struct ast_stmt *s) {
  switch (s->kind) {
  case AST_LOCK:
  case AST_UNLOCK:
  case AST_P:
  case AST_V:
    lower_sync(f, s);
    break;
  case AST_ATOMIC:
    lower_atomic(f, s);
    break;
  case AST_AWAIT:
    lower_await(f, s);
    break;
  case AST_SELECT:
    lower_select(f, s);
    break;
  default:
    lower_action(f, s);
  }
}

void thread_lower(struct flow *f) {
  struct resolver *r = f->r;
  f->mode = MODE_THREAD;
  f->end = flow_label(f);
  statements_lower(f, f->info->ast->body);
  flow_place(f, f->end);
  struct location end = {.name = "end",
                         .final = true,
                         .first_edge = (edge_id)f->edges.len,
                         .place = resolve_place(r, f->info->ast->end)};
  vec_push(&f->locations, end);
  flow_emit(f, (struct code){.op = CODE_STOP,
                             .index = NONE,
                             .value = NONE,
                             .to = (location_id)(f->locations.len - 1),
                             .place = end.place});
}
