#include "build.h"

#include <stdarg.h>
#include <stdio.h>

const char *build_name(struct build *b, const char *fmt, ...) {
  char name[64];
  va_list args;
  va_start(args, fmt);
  vsnprintf(name, sizeof name, fmt, args);
  va_end(args);
  return arena_printf(&b->arena, "%s", name);
}

static struct place next_place(struct build *b) {
  if (b->line)
    return (struct place){b->line, ++b->lines};
  return (struct place){++b->lines, 1};
}

process_id build_process(struct build *b, const char *name, bool thread) {
  struct build_process p = {0};
  p.process = (struct process){.name = name,
                               .base = name,
                               .thread = thread,
                               .start = NONE,
                               .place = next_place(b)};
  vec_push(&b->processes, p);
  return (process_id)b->processes.len - 1;
}

slot_id build_slot(struct build *b, process_id p, const char *name,
                   struct range range, int32_t init) {
  struct build_process *x = &b->processes.at[p];
  vec_push(&x->slots, ((struct variable){name, range, init, false}));
  return (slot_id)x->slots.len - 1;
}

location_id build_location(struct build *b, process_id p, const char *name,
                           bool final) {
  struct build_process *x = &b->processes.at[p];
  vec_push(&x->locations,
           ((struct location){
               .name = name, .final = final, .place = next_place(b)}));
  return (location_id)x->locations.len - 1;
}

void build_start(struct build *b, process_id p, code_id code) {
  b->processes.at[p].process.start = code;
}

static object_id add_object(struct build *b, struct object o) {
  o.place = next_place(b);
  vec_push(&b->objects, o);
  return (object_id)b->objects.len - 1;
}

object_id build_shared(struct build *b, const char *name, struct range range,
                       int32_t init) {
  return add_object(b, (struct object){.kind = OBJECT_SHARED,
                                       .name = name,
                                       .range = range,
                                       .init = init,
                                       .from = NONE,
                                       .to = NONE});
}

object_id build_lock(struct build *b, const char *name) {
  return add_object(
      b, (struct object){
             .kind = OBJECT_LOCK, .name = name, .from = NONE, .to = NONE});
}

object_id build_semaphore(struct build *b, const char *name, int32_t init,
                          int32_t max) {
  return add_object(b, (struct object){.kind = OBJECT_SEMAPHORE,
                                       .name = name,
                                       .range = {0, max},
                                       .init = init,
                                       .from = NONE,
                                       .to = NONE});
}

object_id build_channel(struct build *b, const char *name, process_id from,
                        process_id to, uint32_t capacity) {
  return add_object(b, (struct object){.kind = OBJECT_CHANNEL,
                                       .name = name,
                                       .from = from,
                                       .to = to,
                                       .capacity = capacity});
}

object_id build_port(struct build *b, const char *name, process_id owner,
                     uint32_t capacity) {
  return add_object(b, (struct object){.kind = OBJECT_PORT,
                                       .name = name,
                                       .from = NONE,
                                       .to = owner,
                                       .capacity = capacity});
}

message_id build_message(struct build *b, const char *name, uint32_t arity,
                         const struct range *payload) {
  struct range *copy = arena_array(&b->arena, struct range, arity + 1);
  for (uint32_t i = 0; i < arity; i++)
    copy[i] = payload[i];
  vec_push(&b->messages, ((struct message){name, arity, copy}));
  return (message_id)b->messages.len - 1;
}

expr_id build_expr(struct build *b, enum expr_op op, uint32_t a, uint32_t x,
                   uint32_t c, int64_t value) {
  vec_push(&b->exprs, ((struct expr){op, a, x, c, value, next_place(b)}));
  return (expr_id)b->exprs.len - 1;
}

expr_id build_const(struct build *b, int64_t value) {
  return build_expr(b, EXPR_CONST, NONE, NONE, NONE, value);
}

expr_id build_local(struct build *b, slot_id slot) {
  return build_expr(b, EXPR_LOCAL, slot, NONE, NONE, 0);
}

expr_id build_bound(struct build *b, uint32_t number) {
  return build_expr(b, EXPR_BOUND, number, NONE, NONE, 0);
}

expr_id build_op(struct build *b, enum expr_op op, expr_id a, expr_id x) {
  return build_expr(b, op, a, x, NONE, 0);
}

code_id build_code(struct build *b, struct code c) {
  c.place = next_place(b);
  vec_push(&b->code, c);
  return (code_id)b->code.len - 1;
}

code_id build_stop(struct build *b, location_id to) {
  return build_code(
      b,
      (struct code){.op = CODE_STOP, .index = NONE, .value = NONE, .to = to});
}

struct edge *build_edge(struct build *b, process_id p, location_id from,
                        location_id to, enum action action, object_id object) {
  struct build_process *x = &b->processes.at[p];
  object_id *table = arena_array(&b->arena, object_id, 1);
  table[0] = object;
  const char *text = build_name(b, "edge %zu", x->edges.len);
  vec_push(&b->sources,
           ((struct source){x->process.base, x->locations.at[from].name, text,
                            next_place(b)}));
  struct edge e = {.from = from,
                   .to = to,
                   .action = action,
                   .table = object == NONE ? NULL : table,
                   .count = object != NONE,
                   .index = NONE,
                   .message = NONE,
                   .input_range = {0, 0},
                   .guard = NONE,
                   .fits = NONE,
                   .code = build_stop(b, to),
                   .source = (source_id)b->sources.len - 1};
  vec_push(&x->edges, e);
  return vec_last(&x->edges);
}

static struct edge *with_message(struct edge *e, message_id m) {
  e->message = m;
  return e;
}

struct edge *build_send(struct build *b, process_id p, location_id from,
                        location_id to, object_id object, message_id m) {
  return with_message(build_edge(b, p, from, to, ACT_SEND, object), m);
}

struct edge *build_receive(struct build *b, process_id p, location_id from,
                           location_id to, object_id object, message_id m) {
  return with_message(build_edge(b, p, from, to, ACT_RECEIVE, object), m);
}

void build_arg(struct build *b, struct edge *e, expr_id arg) {
  expr_id *args = arena_array(&b->arena, expr_id, e->arg_count + 1);
  for (uint32_t i = 0; i < e->arg_count; i++)
    args[i] = e->args[i];
  args[e->arg_count++] = arg;
  e->args = args;
}

void build_property(struct build *b, enum property_kind kind, expr_id e) {
  const char *text = build_name(b, "property %zu", b->properties.len);
  vec_push(&b->properties, ((struct property){kind, e, text, next_place(b)}));
}

/* --- the end -------------------------------------------------------------- */

#define KEEP(b, v)                                                             \
  ((v)->len ? arena_copy(&(b)->arena, (v)->at, (v)->len * sizeof *(v)->at)     \
            : NULL)

/* Groups the edges by location, in the order in which they were added. */
static void finish_process(struct build *b, struct build_process *x) {
  struct process *p = &x->process;
  VEC(struct edge) grouped = {0};
  for (location_id l = 0; l < x->locations.len; l++) {
    x->locations.at[l].first_edge = (edge_id)grouped.len;
    vec_each(&x->edges, e) if (e->from == l) vec_push(&grouped, *e);
    x->locations.at[l].edge_count =
        (uint32_t)grouped.len - x->locations.at[l].first_edge;
  }
  assert(grouped.len == x->edges.len);
  if (p->start == NONE)
    p->start = build_stop(b, 0);
  p->slot_count = (uint32_t)x->slots.len;
  p->slots = KEEP(b, &x->slots);
  p->location_count = (uint32_t)x->locations.len;
  p->locations = KEEP(b, &x->locations);
  p->edge_count = (uint32_t)grouped.len;
  p->edges = KEEP(b, &grouped);
  vec_free(&grouped);
  vec_free(&x->slots);
  vec_free(&x->locations);
  vec_free(&x->edges);
}

struct model *build_finish(struct build *b) {
  struct process *processes =
      arena_array(&b->arena, struct process, b->processes.len + 1);
  for (size_t p = 0; p < b->processes.len; p++) {
    finish_process(b, &b->processes.at[p]);
    processes[p] = b->processes.at[p].process;
  }
  struct model *m = arena_new(&b->arena, struct model);
  *m = (struct model){.file = "built",
                      .scheme = b->scheme,
                      .process_count = (uint32_t)b->processes.len,
                      .processes = processes,
                      .object_count = (uint32_t)b->objects.len,
                      .objects = KEEP(b, &b->objects),
                      .message_count = (uint32_t)b->messages.len,
                      .messages = KEEP(b, &b->messages),
                      .expr_count = (uint32_t)b->exprs.len,
                      .exprs = KEEP(b, &b->exprs),
                      .code_count = (uint32_t)b->code.len,
                      .code = KEEP(b, &b->code),
                      .source_count = (uint32_t)b->sources.len,
                      .sources = KEEP(b, &b->sources),
                      .property_count = (uint32_t)b->properties.len,
                      .properties = KEEP(b, &b->properties)};
  vec_each(&b->objects, o) m->has_channels |=
      o->kind == OBJECT_CHANNEL || o->kind == OBJECT_PORT;
  m->arena = b->arena;
  vec_free(&b->processes);
  vec_free(&b->objects);
  vec_free(&b->messages);
  vec_free(&b->exprs);
  vec_free(&b->code);
  vec_free(&b->sources);
  vec_free(&b->properties);
  *b = (struct build){0};
  return m;
}
