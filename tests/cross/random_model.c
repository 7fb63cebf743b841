#include "random_model.h"

#include <string.h>

#include "base/rng.h"
#include "build.h"

const char *const random_kind_names[] = {"machines", "ports", "threads",
                                         "mixed"};

enum {
  PROCESSES_MAX = 4,
  PORTS_MAX = 2, /* of one process */
  MESSAGES_MAX = 4,
  SHARED_MAX = 5,
  LOCKS_MAX = 2,
};

/* What there is to act on, while a model is being made. */
struct draft {
  struct rng r;
  enum random_kind kind;
  struct build b;
  uint32_t process_count;
  uint32_t slot_count[PROCESSES_MAX]; /* slots 1.. are one array */
  uint32_t port_count;                /* of each process */
  object_id ports[PROCESSES_MAX][PORTS_MAX];
  object_id channels[PROCESSES_MAX][PROCESSES_MAX]; /* NONE: there is none */
  bool any_channel;
  uint32_t shared_count;
  object_id shared[SHARED_MAX]; /* consecutive: also one array */
  uint32_t lock_count;
  object_id locks[LOCKS_MAX];
  uint32_t semaphore_count;
  object_id semaphores[LOCKS_MAX];
  uint32_t message_count;
};

/* What an expression may look at. */
struct scope {
  process_id process; /* NONE: a property, which may look at everything */
  uint32_t bound_count;
  bool shared; /* shared variables of the atomic step */
  uint32_t shared_first, shared_count;
};

static bool chance(struct draft *d, unsigned percent) {
  return rng_chance(&d->r, percent);
}
static uint32_t below(struct draft *d, uint32_t n) {
  return rng_below(&d->r, n);
}

/* (Random numbers are drawn one statement at a time: C leaves the order of
 * arguments open.) */
static struct range small_range(struct draft *d) {
  struct range r = {0, 1};
  if (chance(d, 20))
    r.lo = -1;
  r.hi += (int32_t)below(d, 2);
  return r;
}

/* --- expressions ---------------------------------------------------------- */

static expr_id small_const(struct draft *d) {
  if (chance(d, 1)) {
    static const int64_t extreme[] = {INT64_MAX, INT64_MIN, INT32_MAX,
                                      INT32_MIN, INT64_MAX / 2};
    return build_const(&d->b, extreme[below(d, 5)]);
  }
  return build_const(&d->b, rng_range(&d->r, chance(d, 10) ? -2 : 0, 2));
}

static expr_id value(struct draft *d, const struct scope *s, unsigned depth);

/* Something about the whole system, for properties. */
static expr_id global_leaf(struct draft *d, const struct scope *s) {
  struct build *b = &d->b;
  process_id p = below(d, d->process_count);
  switch (below(d, 6)) {
  case 0:
    return build_expr(b, EXPR_AT, p,
                      below(d, (uint32_t)b->processes.at[p].locations.len),
                      NONE, 0);
  case 1:
    return build_expr(b, EXPR_ENDED, p, NONE, NONE, 0);
  case 2:
    for (object_id o = 0; o < b->objects.len; o++)
      if (b->objects.at[o].kind >= OBJECT_CHANNEL && chance(d, 50))
        return build_expr(b, EXPR_LENGTH, o, NONE, NONE, 0);
    break;
  case 3:
    if (d->slot_count[p])
      return build_expr(b, EXPR_PEER, p, below(d, d->slot_count[p]), NONE, 0);
    break;
  case 4:
    if (d->slot_count[p] > 1)
      return build_expr(b, EXPR_PEER_AT, p, 1, value(d, s, 0),
                        d->slot_count[p] - 1);
    break;
  }
  if (d->shared_count > 1 && chance(d, 30))
    return build_expr(b, EXPR_SHARED_AT, d->shared[0], value(d, s, 0), NONE,
                      d->shared_count);
  if (d->shared_count)
    return build_expr(b, EXPR_SHARED, d->shared[below(d, d->shared_count)],
                      NONE, NONE, 0);
  return small_const(d);
}

static expr_id leaf(struct draft *d, const struct scope *s) {
  struct build *b = &d->b;
  if (chance(d, 25))
    return small_const(d);
  if (s->process == NONE)
    return global_leaf(d, s);
  uint32_t slots = d->slot_count[s->process];
  if (s->bound_count && chance(d, 50))
    return build_bound(b, below(d, s->bound_count));
  if (s->shared && chance(d, 60)) {
    if (s->shared_count > 1 && chance(d, 25))
      return build_expr(b, EXPR_SHARED_AT, d->shared[s->shared_first],
                        value(d, s, 0), NONE, s->shared_count);
    return build_expr(b, EXPR_SHARED,
                      d->shared[s->shared_first + below(d, s->shared_count)],
                      NONE, NONE, 0);
  }
  if (slots > 1 && chance(d, 20))
    return build_expr(b, EXPR_LOCAL_AT, 1, value(d, s, 0), NONE, slots - 1);
  if (slots)
    return build_local(b, below(d, slots));
  return small_const(d);
}

static expr_id value(struct draft *d, const struct scope *s, unsigned depth) {
  static const enum expr_op ops[] = {
      EXPR_ADD, EXPR_ADD, EXPR_ADD, EXPR_SUB, EXPR_SUB, EXPR_MUL, EXPR_DIV,
      EXPR_MOD, EXPR_EQ,  EXPR_NE,  EXPR_LT,  EXPR_LE,  EXPR_GT,  EXPR_GE,
      EXPR_AND, EXPR_OR,  EXPR_NEG, EXPR_NOT, EXPR_COND};
  if (!depth || chance(d, 40))
    return leaf(d, s);
  enum expr_op op = ops[below(d, sizeof ops / sizeof *ops)];
  expr_id a = value(d, s, depth - 1);
  bool modulo = op == EXPR_DIV || op == EXPR_MOD;
  expr_id x = modulo && chance(d, 90)
                  ? build_const(&d->b, rng_range(&d->r, 1, 3))
                  : value(d, s, depth - 1);
  expr_id c = op == EXPR_COND ? value(d, s, depth - 1) : NONE;
  return build_expr(&d->b, op, a, x, c, 0);
}

static expr_id condition(struct draft *d, const struct scope *s) {
  static const enum expr_op ops[] = {EXPR_EQ, EXPR_NE, EXPR_LT,
                                     EXPR_LE, EXPR_GT, EXPR_GE};
  if (chance(d, 10))
    return value(d, s, 2);
  enum expr_op op = ops[below(d, 6)];
  expr_id a = leaf(d, s);
  expr_id x = chance(d, 80) ? small_const(d) : value(d, s, 1);
  expr_id c = build_op(&d->b, op, a, x);
  if (!chance(d, 15))
    return c;
  op = chance(d, 50) ? EXPR_AND : EXPR_OR;
  return build_op(&d->b, op, c, condition(d, s));
}

/* A value that is mostly within the range. */
static expr_id value_for(struct draft *d, const struct scope *s,
                         struct range r) {
  struct build *b = &d->b;
  if (chance(d, 35))
    return build_const(b, rng_range(&d->r, r.lo, r.hi));
  if (chance(d, 6))
    return value(d, s, 2);
  /* (v % n + n) % n + lo */
  int64_t n = (int64_t)r.hi - r.lo + 1;
  expr_id v = value(d, s, 1);
  v = build_op(b, EXPR_MOD, v, build_const(b, n));
  v = build_op(b, EXPR_ADD, v, build_const(b, n));
  v = build_op(b, EXPR_MOD, v, build_const(b, n));
  return build_op(b, EXPR_ADD, v, build_const(b, r.lo));
}

/* --- code ----------------------------------------------------------------- */

static struct range slot_range(struct draft *d, process_id p, slot_id slot) {
  return d->b.processes.at[p].slots.at[slot].range;
}

static void assign_shared(struct draft *d, const struct scope *s) {
  object_id o = d->shared[s->shared_first + below(d, s->shared_count)];
  struct code c = {.op = CODE_SET_SHARED, .target = o, .index = NONE};
  if (s->shared_count > 1 && chance(d, 30)) {
    c.op = CODE_SET_SHARED_AT;
    c.target = d->shared[s->shared_first];
    c.count = s->shared_count;
    c.index = value_for(d, s, (struct range){0, (int32_t)c.count - 1});
  }
  c.value = value_for(d, s, d->b.objects.at[o].range);
  build_code(&d->b, c);
}

static void assign_local(struct draft *d, const struct scope *s) {
  uint32_t slots = d->slot_count[s->process];
  slot_id x = below(d, slots);
  struct code c = {.op = CODE_SET, .target = x, .index = NONE};
  if (slots > 1 && chance(d, 30)) {
    c.op = CODE_SET_AT;
    c.target = 1;
    c.count = slots - 1;
    c.index = value_for(d, s, (struct range){0, (int32_t)c.count - 1});
  }
  c.value = value_for(d, s, slot_range(d, s->process, x));
  build_code(&d->b, c);
}

static void assignment(struct draft *d, const struct scope *s) {
  if (s->shared && s->shared_count && chance(d, 70))
    assign_shared(d, s);
  else if (d->slot_count[s->process])
    assign_local(d, s);
}

static code_id here(const struct draft *d) {
  return (code_id)d->b.code.len;
}

static location_id any_location(struct draft *d, process_id p) {
  return below(d, (uint32_t)d->b.processes.at[p].locations.len);
}

static code_id unless(struct draft *d, const struct scope *s) {
  expr_id c = condition(d, s);
  return build_code(
      &d->b, (struct code){.op = CODE_UNLESS, .index = NONE, .value = c});
}

static void statement(struct draft *d, const struct scope *s) {
  unsigned what = below(d, 100);
  if (what < 60) {
    assignment(d, s);
  } else if (what < 75) { /* if */
    code_id jump = unless(d, s);
    assignment(d, s);
    d->b.code.at[jump].to = here(d);
  } else if (what < 80) { /* while, which may not end */
    code_id top = here(d);
    code_id jump = unless(d, s);
    assignment(d, s);
    if (chance(d, 5))
      build_code(&d->b, (struct code){.op = CODE_JUMP, .to = top});
    d->b.code.at[jump].to = here(d);
  } else if (what < 90) { /* the end, elsewhere */
    code_id jump = unless(d, s);
    build_stop(&d->b, any_location(d, s->process));
    d->b.code.at[jump].to = here(d);
  } else if (what < 92) {
    expr_id c = condition(d, s);
    build_code(&d->b,
               (struct code){.op = CODE_ASSERT, .index = NONE, .value = c});
  }
}

/* Code of up to `most` statements that normally ends at `to`. */
static code_id computation(struct draft *d, const struct scope *s,
                           unsigned most, location_id to) {
  code_id start = here(d);
  for (unsigned n = below(d, most + 1); n; n--)
    statement(d, s);
  build_stop(&d->b, to);
  return start;
}

/* --- edges ---------------------------------------------------------------- */

/* Where a new edge goes and how; the builder's edge is filled in at once
 * because it moves when another is added. */
struct site {
  process_id p;
  location_id from, to;
};

static struct scope local_scope(process_id p) {
  return (struct scope){.process = p};
}

/* Guard and code; scope of the code is that of the guard and the bound
 * values. */
static void dress(struct draft *d, struct edge *e, struct scope s) {
  struct scope before = s;
  before.bound_count = 0;
  if (chance(d, 20))
    e->guard = condition(d, &before);
  if (chance(d, 60))
    e->code = computation(d, &s, 2, e->to);
}

static message_id any_message(struct draft *d) {
  return below(d, d->message_count);
}

static struct scope message_scope(struct draft *d, process_id p, message_id m) {
  struct scope s = local_scope(p);
  s.bound_count = d->b.messages.at[m].arity;
  return s;
}

static void set_args(struct draft *d, struct edge *e, process_id p) {
  struct scope s = local_scope(p);
  const struct message m = d->b.messages.at[e->message];
  for (uint32_t i = 0; i < m.arity; i++)
    build_arg(&d->b, e, value_for(d, &s, m.payload[i]));
}

/* Makes the object depend on an index over the given objects. */
static void set_table(struct draft *d, struct edge *e, process_id p,
                      const object_id *objects, uint32_t count) {
  struct scope s = local_scope(p);
  e->table = arena_copy(&d->b.arena, objects, count * sizeof *objects);
  e->count = count;
  e->index = value_for(d, &s, (struct range){0, (int32_t)count - 1});
}

static bool add_channel_edge(struct draft *d, struct site at) {
  process_id q = below(d, d->process_count);
  bool send = chance(d, 50);
  object_id o = send ? d->channels[at.p][q] : d->channels[q][at.p];
  if (o == NONE)
    return false;
  struct edge *e =
      build_edge(&d->b, at.p, at.from, at.to, send ? ACT_SEND : ACT_RECEIVE, o);
  e->message = any_message(d);
  struct scope s = local_scope(at.p);
  if (send) {
    set_args(d, e, at.p);
  } else {
    s = message_scope(d, at.p, e->message);
    if (chance(d, 15))
      e->fits = condition(d, &s);
  }
  if (d->kind != RANDOM_MACHINES && chance(d, 15)) {
    object_id table[PROCESSES_MAX];
    for (process_id x = 0; x < d->process_count; x++)
      table[x] = send ? d->channels[at.p][x] : d->channels[x][at.p];
    set_table(d, e, at.p, table, d->process_count);
  }
  if (d->kind != RANDOM_MACHINES)
    dress(d, e, s);
  return true;
}

static bool add_port_send(struct draft *d, struct site at) {
  if (!d->port_count)
    return false;
  process_id q = below(d, d->process_count);
  uint32_t k = below(d, d->port_count);
  struct edge *e =
      build_edge(&d->b, at.p, at.from, at.to, ACT_SEND, d->ports[q][k]);
  e->message = any_message(d);
  set_args(d, e, at.p);
  if (chance(d, 20)) {
    object_id table[PROCESSES_MAX];
    for (process_id x = 0; x < d->process_count; x++)
      table[x] = d->ports[x][k];
    set_table(d, e, at.p, table, d->process_count);
  }
  dress(d, e, local_scope(at.p));
  return true;
}

/* Usually several edges: one for each of some messages. */
static bool add_port_receive(struct draft *d, struct site at) {
  if (!d->port_count)
    return false;
  uint32_t k = below(d, d->port_count);
  unsigned percent = chance(d, 60) ? 100 : 60;
  for (message_id m = 0; m < d->message_count; m++) {
    if (!chance(d, percent))
      continue;
    struct edge *e = build_edge(&d->b, at.p, at.from,
                                chance(d, 70) ? at.to : any_location(d, at.p),
                                ACT_RECEIVE, d->ports[at.p][k]);
    e->message = m;
    struct scope s = message_scope(d, at.p, m);
    if (chance(d, 20))
      e->fits = condition(d, &s);
    if (d->port_count > 1 && chance(d, 5))
      set_table(d, e, at.p, d->ports[at.p], d->port_count);
    dress(d, e, s);
  }
  return true;
}

static bool add_atomic(struct draft *d, struct site at) {
  struct scope s = local_scope(at.p);
  s.shared = d->shared_count > 0 && chance(d, 95);
  if (s.shared) {
    s.shared_first = below(d, d->shared_count);
    s.shared_count = 1 + below(d, d->shared_count - s.shared_first);
  }
  struct edge *e = build_edge(&d->b, at.p, at.from, at.to, ACT_ATOMIC, NONE);
  e->touched = arena_copy(&d->b.arena, d->shared + s.shared_first,
                          (s.shared_count + 1) * sizeof *d->shared);
  e->touched_count = s.shared_count;
  if (chance(d, 30))
    e->guard = condition(d, &s);
  e->code = computation(d, &s, 3, at.to);
  return true;
}

static bool add_access(struct draft *d, struct site at) {
  if (!d->shared_count)
    return false;
  bool write = chance(d, 50);
  object_id o = d->shared[below(d, d->shared_count)];
  struct edge *e =
      build_edge(&d->b, at.p, at.from, at.to, write ? ACT_WRITE : ACT_READ, o);
  struct scope s = local_scope(at.p);
  if (write)
    build_arg(&d->b, e, value_for(d, &s, d->b.objects.at[o].range));
  if (chance(d, 20))
    set_table(d, e, at.p, d->shared, d->shared_count);
  s.bound_count = !write;
  dress(d, e, s);
  return true;
}

static bool add_lock(struct draft *d, struct site at) {
  bool sem = d->semaphore_count && chance(d, 50);
  uint32_t count = sem ? d->semaphore_count : d->lock_count;
  if (!count)
    return false;
  const object_id *objects = sem ? d->semaphores : d->locks;
  enum action action = sem             ? chance(d, 50) ? ACT_P : ACT_V
                       : chance(d, 60) ? ACT_LOCK
                                       : ACT_UNLOCK;
  struct edge *e =
      build_edge(&d->b, at.p, at.from, at.to, action, objects[below(d, count)]);
  if (count > 1 && chance(d, 20))
    set_table(d, e, at.p, objects, count);
  dress(d, e, local_scope(at.p));
  return true;
}

static bool add_input(struct draft *d, struct site at) {
  struct edge *e = build_edge(&d->b, at.p, at.from, at.to, ACT_INPUT, NONE);
  e->input_range.lo = rng_range(&d->r, -1, 1);
  e->input_range.hi = rng_range(&d->r, e->input_range.lo, 2);
  struct scope s = local_scope(at.p);
  s.bound_count = 1;
  dress(d, e, s);
  return true;
}

static bool add_internal(struct draft *d, struct site at) {
  struct edge *e = build_edge(&d->b, at.p, at.from, at.to, ACT_NONE, NONE);
  if (d->kind != RANDOM_MACHINES)
    dress(d, e, local_scope(at.p));
  return true;
}

static bool add_edge(struct draft *d, struct site at) {
  bool thread = d->b.processes.at[at.p].process.thread;
  unsigned what = below(d, 100);
  if (d->kind == RANDOM_MACHINES)
    return what < 5 ? add_internal(d, at) : add_channel_edge(d, at);
  if (what < 8)
    return add_internal(d, at);
  if (!thread) {
    if (d->any_channel && chance(d, 50))
      return add_channel_edge(d, at);
    return what < 55 ? add_port_send(d, at) : add_port_receive(d, at);
  }
  if (what < 20 && d->port_count)
    return add_port_send(d, at);
  if (what < 35 && d->port_count)
    return add_port_receive(d, at);
  if (what < 50)
    return add_lock(d, at);
  if (what < 80)
    return add_access(d, at);
  return what < 90 ? add_input(d, at) : add_atomic(d, at);
}

/* --- processes ------------------------------------------------------------ */

/* Mostly forward, so that things end. */
static location_id target_of(struct draft *d, process_id p, location_id from) {
  uint32_t count = (uint32_t)d->b.processes.at[p].locations.len;
  if (from + 1 < count && chance(d, 60))
    return from + 1 + below(d, chance(d, 70) ? 1 : count - from - 1);
  return below(d, count);
}

static void add_edges(struct draft *d, process_id p) {
  uint32_t count = (uint32_t)d->b.processes.at[p].locations.len;
  for (location_id l = 0; l < count; l++) {
    unsigned edges = l + 1 == count ? chance(d, 40) : 1 + below(d, 3);
    for (unsigned tries = 0; edges && tries < 6; tries++)
      if (add_edge(d, (struct site){p, l, target_of(d, p, l)}))
        edges--;
  }
}

/* The edges of p once more for q, an element of the same array: the same
 * sources, expressions and code, on its own ports. */
static void copy_edges(struct draft *d, process_id p, process_id q) {
  struct build_process *from = &d->b.processes.at[p];
  for (size_t i = 0; i < from->edges.len; i++) {
    struct edge e = from->edges.at[i];
    object_id *table = NULL;
    if (e.count)
      table = arena_copy(&d->b.arena, e.table, e.count * sizeof *table);
    if (e.action == ACT_RECEIVE)
      for (uint32_t k = 0; k < e.count; k++)
        for (uint32_t n = 0; n < d->port_count; n++)
          if (e.table[k] == d->ports[p][n])
            table[k] = d->ports[q][n];
    e.table = table;
    vec_push(&d->b.processes.at[q].edges, e);
  }
}

static void add_process(struct draft *d, process_id p, bool thread, bool twin) {
  struct build *b = &d->b;
  build_process(b, build_name(b, "%c%u", thread ? 't' : 'p', p), thread);
  uint32_t slots = d->kind == RANDOM_MACHINES ? 0 : below(d, 4);
  uint32_t locations = 2 + below(d, d->kind == RANDOM_MACHINES ? 3 : 4);
  if (twin) { /* the same shape as process 0 */
    slots = d->slot_count[0];
    locations = (uint32_t)b->processes.at[0].locations.len;
  }
  d->slot_count[p] = slots;
  for (slot_id i = 0; i < slots; i++) {
    struct range r = small_range(d);
    if (twin)
      r = slot_range(d, 0, i);
    build_slot(b, p, build_name(b, "x%u", i), r, rng_range(&d->r, r.lo, r.hi));
  }
  for (location_id l = 0; l < locations; l++)
    build_location(b, p, build_name(b, "%u", l),
                   chance(d, l + 1 == locations ? 70 : 10));
}

static void add_start(struct draft *d, process_id p) {
  if (d->kind == RANDOM_MACHINES || !chance(d, 12))
    return;
  struct scope s = local_scope(p);
  build_start(&d->b, p, computation(d, &s, 2, 0));
}

/* --- objects -------------------------------------------------------------- */

static void add_messages(struct draft *d) {
  bool payload = d->kind != RANDOM_MACHINES;
  d->message_count = 1 + below(d, payload ? 3 : MESSAGES_MAX);
  for (uint32_t i = 0; i < d->message_count; i++) {
    struct range r[2] = {{0, 1}, {-1, 1}};
    uint32_t arity = payload && chance(d, 60) ? 1 + chance(d, 25) : 0;
    build_message(&d->b, build_name(&d->b, "m%u", i), arity,
                  arity == 1 && chance(d, 30) ? r + 1 : r);
  }
}

static void add_channels(struct draft *d) {
  unsigned percent = d->kind == RANDOM_MACHINES ? 60 : 20;
  for (process_id p = 0; p < d->process_count; p++)
    for (process_id q = 0; q < d->process_count; q++) {
      d->channels[p][q] = NONE;
      if (d->kind == RANDOM_PORTS || d->kind == RANDOM_THREADS || p == q ||
          d->b.processes.at[p].process.thread ||
          d->b.processes.at[q].process.thread || !chance(d, percent))
        continue;
      d->channels[p][q] = build_channel(
          &d->b, build_name(&d->b, "p%u->p%u", p, q), p, q, 1 + below(d, 3));
      d->any_channel = true;
    }
}

static void add_ports(struct draft *d) {
  if (d->kind == RANDOM_MACHINES ||
      (d->kind == RANDOM_THREADS && chance(d, 70)))
    return;
  d->port_count = 1 + chance(d, 35);
  for (process_id p = 0; p < d->process_count; p++)
    for (uint32_t k = 0; k < d->port_count; k++)
      d->ports[p][k] = build_port(
          &d->b,
          build_name(&d->b, "%s.in%u", d->b.processes.at[p].process.name, k), p,
          chance(d, 12) ? UNBOUNDED : 1 + below(d, 3));
}

static void add_shared(struct draft *d) {
  if (d->kind == RANDOM_MACHINES || d->kind == RANDOM_PORTS)
    return;
  d->shared_count = 1 + below(d, 3);
  for (uint32_t i = 0; i < d->shared_count; i++) {
    struct range r = small_range(d);
    d->shared[i] = build_shared(&d->b, build_name(&d->b, "v%u", i), r,
                                rng_range(&d->r, r.lo, r.hi));
  }
  d->lock_count = below(d, LOCKS_MAX + 1);
  for (uint32_t i = 0; i < d->lock_count; i++)
    d->locks[i] = build_lock(&d->b, build_name(&d->b, "l%u", i));
  d->semaphore_count = below(d, LOCKS_MAX + 1);
  for (uint32_t i = 0; i < d->semaphore_count; i++) {
    int32_t max = 1 + (int32_t)below(d, 2);
    d->semaphores[i] = build_semaphore(&d->b, build_name(&d->b, "s%u", i),
                                       rng_range(&d->r, 0, max), max);
  }
}

/* An edge that stands for another one too, as in an array of processes. */
static void share_sources(struct draft *d) {
  for (process_id p = 0; p < d->process_count; p++)
    vec_each(&d->b.processes.at[p].edges, e) if (chance(d, 4)) e->source =
        below(d, (uint32_t)d->b.sources.len);
}

/* --- the model ------------------------------------------------------------ */

enum random_kind random_kind_of(uint64_t seed) {
  return (enum random_kind)(seed % RANDOM_KINDS);
}

static bool is_thread(struct draft *d) {
  return d->kind == RANDOM_THREADS ||
         (d->kind == RANDOM_MIXED && chance(d, 50));
}

struct model *random_model(uint64_t seed) {
  struct draft d = {.r = rng_seed(seed), .kind = random_kind_of(seed)};
  d.b.scheme = (enum scheme)below(&d, 4);
  d.process_count = 2 + below(&d, PROCESSES_MAX - 1);
  bool twins =
      (d.kind == RANDOM_PORTS || d.kind == RANDOM_THREADS) && chance(&d, 20);
  for (process_id p = 0; p < d.process_count; p++)
    add_process(&d, p, is_thread(&d), twins && p);
  add_messages(&d);
  add_channels(&d);
  add_ports(&d);
  add_shared(&d);
  for (process_id p = 0; p < d.process_count; p++) {
    if (twins && p)
      copy_edges(&d, 0, p);
    else
      add_edges(&d, p);
    add_start(&d, p);
  }
  share_sources(&d);
  for (unsigned n = below(&d, 3); n; n--) {
    struct scope s = {.process = NONE};
    expr_id e = condition(&d, &s);
    build_property(&d.b, chance(&d, 50) ? PROPERTY_ALWAYS : PROPERTY_NEVER, e);
  }
  return build_finish(&d.b);
}
