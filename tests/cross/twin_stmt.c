/* Statements, written and built at once. */
#include "twin_inside.h"

static code_id here(const struct twin_draft *d) {
  return (code_id)d->b.code.len;
}

static code_id emit(struct twin_draft *d, enum code_op op, expr_id value) {
  return build_code(&d->b,
                    (struct code){.op = op, .index = NONE, .value = value});
}

static void jump_to(struct twin_draft *d, code_id to) {
  code_id i = emit(d, CODE_JUMP, NONE);
  d->b.code.at[i].to = to;
}

static slot_id temporary(struct twin_draft *d) {
  slot_id t = build_slot(&d->b, d->p, "(counter)", RANGE_INT, 0);
  d->b.processes.at[d->p].slots.at[t].temporary = true;
  return t;
}

static void set(struct twin_draft *d, slot_id slot, expr_id value) {
  code_id i = emit(d, CODE_SET, value);
  d->b.code.at[i].target = slot;
}

/* --- assignment ----------------------------------------------------------- */

static bool in_thread(const struct twin_draft *d) {
  return d->scope == IN_THREAD;
}

/* "= e", "+= e" or "= input" with everything but the assignment itself;
 * `old` is the variable as an expression, or NONE when there is no +=. */
static expr_id new_value(struct twin_draft *d, struct range r, expr_id old) {
  if (in_thread(d) && twin_chance(d, 12)) {
    twin_say(d, " = input");
    twin_step(d, ACT_INPUT, NONE)->input_range = r;
    slot_id t = temporary(d);
    set(d, t, build_bound(&d->b, 0));
    return build_local(&d->b, t);
  }
  if (old != NONE && twin_chance(d, 15)) {
    twin_say(d, " += ");
    expr_id by = twin_within(d, (struct range){-1, 1});
    return build_op(&d->b, EXPR_ADD, old, by);
  }
  twin_say(d, " = ");
  return twin_within(d, r);
}

static void assign_shared(struct twin_draft *d) {
  uint32_t i = twin_below(d, d->shared_count);
  bool array = i >= d->array_first;
  uint32_t count = array ? d->shared_count - d->array_first : 1;
  object_id first = d->shared[array ? d->array_first : i];
  struct range r = d->b.objects.at[first].range;
  expr_id index = NONE;
  twin_say(d, array ? "arr[" : "v%u", i);
  if (array) {
    index = twin_index(d, count);
    twin_say(d, "]");
  }
  expr_id value = new_value(d, r, NONE);
  if (in_thread(d)) {
    struct edge *e = twin_step(d, ACT_WRITE, first);
    build_arg(&d->b, e, value);
    if (array)
      twin_table(d, e, d->shared + d->array_first, count, index);
    return;
  }
  build_code(&d->b,
             (struct code){.op = array ? CODE_SET_SHARED_AT : CODE_SET_SHARED,
                           .target = first,
                           .count = count,
                           .index = index,
                           .value = value});
}

static void assign_local(struct twin_draft *d) {
  const struct twin_process p = d->processes[d->p];
  const struct build_process *own = &d->b.processes.at[d->p];
  if (p.array_count && twin_chance(d, 30)) {
    struct range r = own->slots.at[p.array_first].range;
    twin_say(d, "a[");
    expr_id index = twin_index(d, p.array_count);
    twin_say(d, "]");
    expr_id value = new_value(d, r, NONE);
    build_code(&d->b, (struct code){.op = CODE_SET_AT,
                                    .target = p.array_first,
                                    .count = p.array_count,
                                    .index = index,
                                    .value = value});
    return;
  }
  slot_id x = twin_below(d, p.var_count);
  struct range r = own->slots.at[x].range;
  twin_say(d, "x%u", x);
  set(d, x, new_value(d, r, build_local(&d->b, x)));
}

static void assignment(struct twin_draft *d) {
  bool shared = d->shared_count && d->scope != IN_PROCESS;
  if (shared && twin_chance(d, 60))
    assign_shared(d);
  else if (d->processes[d->p].var_count)
    assign_local(d);
  else if (shared)
    assign_shared(d);
  else
    twin_say(d, "skip");
}

static void assertion(struct twin_draft *d) {
  twin_say(d, "assert ");
  expr_id c = twin_condition(d);
  emit(d, CODE_ASSERT, c);
}

/* --- the computation of an edge ------------------------------------------- */

void twin_computation(struct twin_draft *d) {
  twin_say(d, "{ ");
  for (unsigned n = 1 + twin_below(d, 2); n; n--) {
    unsigned what = twin_below(d, 100);
    if (what < 70) {
      assignment(d);
    } else if (what < 95) {
      twin_say(d, "if ");
      expr_id c = twin_condition(d);
      code_id over = emit(d, CODE_UNLESS, c);
      twin_say(d, " { ");
      assignment(d);
      twin_say(d, " } else { ");
      code_id end = emit(d, CODE_JUMP, NONE);
      d->b.code.at[over].to = here(d);
      assignment(d);
      twin_say(d, " }");
      d->b.code.at[end].to = here(d);
    } else {
      assertion(d);
    }
    twin_say(d, n > 1 ? "; " : " ");
  }
  twin_say(d, "}");
}

/* --- blocks --------------------------------------------------------------- */

/* "{", the block one step to the right, "}" */
static void braces(struct twin_draft *d, unsigned depth) {
  twin_say(d, "{");
  d->indent++;
  twin_block(d, depth);
  d->indent--;
  twin_line(d);
  twin_say(d, "}");
}

static void choice(struct twin_draft *d, unsigned depth) {
  twin_say(d, "if ");
  expr_id c = twin_condition(d);
  code_id over = emit(d, CODE_UNLESS, c);
  twin_say(d, " ");
  braces(d, depth);
  if (twin_chance(d, 50)) {
    code_id end = emit(d, CODE_JUMP, NONE);
    d->b.code.at[over].to = here(d);
    twin_say(d, " else ");
    braces(d, depth);
    d->b.code.at[end].to = here(d);
  } else {
    d->b.code.at[over].to = here(d);
  }
}

/* The body of a loop; its breaks and continues are jumps that are still to
 * be told where to go: to `out` and to `next`. */
static void loop_body(struct twin_draft *d, unsigned depth) {
  d->loops++;
  braces(d, depth);
  d->loops--;
}

enum { BREAK_MARK = 1, CONTINUE_MARK = 2 };

/* Jumps emitted since `from` that carry the mark. */
static void settle(struct twin_draft *d, code_id from, uint32_t mark,
                   code_id to) {
  for (code_id i = from; i < here(d); i++)
    if (d->b.code.at[i].op == CODE_JUMP && d->b.code.at[i].target == mark) {
      d->b.code.at[i].to = to;
      d->b.code.at[i].target = 0;
    }
}

/* Counts from lo to the value in `hi`; both are expressions over slots. */
static void count_loop(struct twin_draft *d, unsigned depth, slot_id counter,
                       expr_id lo, expr_id hi) {
  struct build *b = &d->b;
  set(d, counter, lo);
  code_id top = here(d);
  expr_id more = build_op(b, EXPR_LE, build_local(b, counter), hi);
  code_id leave = emit(d, CODE_UNLESS, more);
  loop_body(d, depth);
  settle(d, top, CONTINUE_MARK, here(d));
  set(d, counter,
      build_op(b, EXPR_ADD, build_local(b, counter), build_const(b, 1)));
  jump_to(d, top);
  b->code.at[leave].to = here(d);
  settle(d, top, BREAK_MARK, here(d));
}

static void repeat(struct twin_draft *d, unsigned depth) {
  struct build *b = &d->b;
  twin_say(d, "repeat ");
  expr_id n = twin_chance(d, 70) ? twin_number(d, rng_range(&d->r, 1, 3))
                                 : twin_variable(d);
  twin_say(d, " ");
  slot_id times = temporary(d), counter = temporary(d);
  set(d, times, n);
  count_loop(d, depth, counter, build_const(b, 1), build_local(b, times));
}

static void for_loop(struct twin_draft *d, unsigned depth) {
  struct build *b = &d->b;
  const char *name = build_name(b, "k%u", d->fresh++);
  twin_say(d, "for %s: ", name);
  expr_id lo = twin_number(d, twin_below(d, 2));
  twin_say(d, "..");
  expr_id hi = twin_chance(d, 60) ? twin_number(d, 1 + twin_below(d, 2))
                                  : twin_variable(d);
  twin_say(d, " ");
  slot_id last = temporary(d), counter = temporary(d);
  set(d, last, hi);
  size_t names = d->names.len;
  vec_push(&d->names, ((struct twin_name){name, NAME_SLOT, counter}));
  count_loop(d, depth, counter, lo, build_local(b, last));
  d->names.len = names;
}

/* A loop that may go on for ever takes a step each time round. */
static void while_loop(struct twin_draft *d, unsigned depth) {
  struct build *b = &d->b;
  code_id top = here(d);
  twin_say(d, "while v0 != %d ", 1);
  struct edge *e = twin_step(d, ACT_READ, d->shared[0]);
  (void)e;
  slot_id t = temporary(d);
  set(d, t, build_bound(b, 0));
  expr_id more = build_op(b, EXPR_NE, build_local(b, t), build_const(b, 1));
  code_id leave = emit(d, CODE_UNLESS, more);
  loop_body(d, depth);
  jump_to(d, top);
  b->code.at[leave].to = here(d);
  settle(d, top, CONTINUE_MARK, top);
  settle(d, top, BREAK_MARK, here(d));
}

static void leave_loop(struct twin_draft *d) {
  bool out = twin_chance(d, 50);
  twin_say(d, "if ");
  expr_id c = twin_condition(d);
  code_id over = emit(d, CODE_UNLESS, c);
  twin_say(d, out ? " { break }" : " { continue }");
  code_id i = emit(d, CODE_JUMP, NONE);
  d->b.code.at[i].target = out ? BREAK_MARK : CONTINUE_MARK;
  d->b.code.at[over].to = here(d);
}

/* --- locks, semaphores, atomic -------------------------------------------- */

static void synchronize(struct twin_draft *d) {
  bool sem = d->semaphore_count && (!d->lock_count || twin_chance(d, 50));
  uint32_t count = sem ? d->semaphore_count : d->lock_count;
  const object_id *objects = sem ? d->semaphores : d->locks;
  if (!count) {
    twin_say(d, "skip");
    return;
  }
  bool up = twin_chance(d, 45);
  enum action action = sem ? up ? ACT_V : ACT_P : up ? ACT_UNLOCK : ACT_LOCK;
  twin_say(d, sem  ? up ? "V sem0[" : "P sem0["
              : up ? "unlock lk["
                   : "lock lk[");
  expr_id index = twin_index(d, count);
  twin_say(d, "]");
  struct edge *e = twin_step(d, action, objects[0]);
  twin_table(d, e, objects, count, index);
}

static void touch_all(struct twin_draft *d, struct edge *e) {
  e->touched = arena_copy(&d->b.arena, d->shared,
                          (d->shared_count + 1) * sizeof *d->shared);
  e->touched_count = d->shared_count;
}

static void atomic(struct twin_draft *d) {
  struct edge *e = twin_step(d, ACT_ATOMIC, NONE);
  touch_all(d, e);
  d->scope = IN_ATOMIC;
  if (twin_chance(d, 30)) {
    twin_say(d, "await ");
    e->guard = twin_condition(d);
    d->scope = IN_THREAD;
    return;
  }
  twin_say(d, "atomic {");
  d->indent++;
  if (twin_chance(d, 40)) {
    twin_line(d);
    twin_say(d, "await ");
    e->guard = twin_condition(d);
  }
  for (unsigned n = 1 + twin_below(d, 3); n; n--) {
    twin_line(d);
    if (twin_chance(d, 75)) {
      assignment(d);
      continue;
    }
    twin_say(d, "if ");
    expr_id c = twin_condition(d);
    code_id over = emit(d, CODE_UNLESS, c);
    twin_say(d, " { ");
    assignment(d);
    twin_say(d, " }");
    d->b.code.at[over].to = here(d);
  }
  d->indent--;
  twin_line(d);
  twin_say(d, "}");
  d->scope = IN_THREAD;
}

/* --- messages ------------------------------------------------------------- */

/* A process by its distance, so that every element of an array chooses the
 * same way. */
process_id twin_neighbour(struct twin_draft *d) {
  return (d->p + twin_below(d, d->process_count)) % d->process_count;
}

void twin_ports_table(struct twin_draft *d, struct edge *e, uint32_t k,
                      expr_id index) {
  object_id table[TWIN_PROCESSES];
  for (process_id p = 0; p < d->process_count; p++)
    table[p] = d->ports[p][k];
  twin_table(d, e, table, d->process_count, index);
}

message_id twin_message(struct twin_draft *d) {
  return twin_below(d, (uint32_t)d->b.messages.len);
}

void twin_send_args(struct twin_draft *d, message_id m, expr_id *args) {
  const struct message x = d->b.messages.at[m];
  twin_say(d, "!%s", x.name);
  for (uint32_t i = 0; i < x.arity; i++) {
    twin_say(d, i ? ", " : "(");
    args[i] = twin_within(d, x.payload[i]);
  }
  if (x.arity)
    twin_say(d, ")");
}

static void send(struct twin_draft *d) {
  process_id q = twin_neighbour(d);
  uint32_t k = twin_below(d, d->port_count);
  message_id m = twin_message(d);
  expr_id args[4], index;
  bool computed = twin_say_computed(d, &index);
  if (!computed)
    twin_say_process(d, q);
  twin_say(d, ".in%u", k);
  twin_send_args(d, m, args);
  struct edge *e = twin_step(d, ACT_SEND, d->ports[q][k]);
  if (computed)
    twin_ports_table(d, e, k, index);
  e->message = m;
  for (uint32_t i = 0; i < d->b.messages.at[m].arity; i++)
    build_arg(&d->b, e, args[i]);
}

/* "?m(r1, r2)"; the names are the bound values. */
static void receive_names(struct twin_draft *d, message_id m) {
  const struct message x = d->b.messages.at[m];
  twin_say(d, "?%s", x.name);
  for (uint32_t i = 0; i < x.arity; i++) {
    const char *name = build_name(&d->b, "r%u", d->fresh++);
    twin_say(d, "%s%s", i ? ", " : "(", name);
    vec_push(&d->names, ((struct twin_name){name, NAME_BOUND, i}));
  }
  if (x.arity)
    twin_say(d, ")");
}

/* From here on the newest names are slots. */
static void keep_names(struct twin_draft *d, size_t from) {
  for (size_t i = from; i < d->names.len; i++) {
    slot_id t = temporary(d);
    set(d, t, build_bound(&d->b, d->names.at[i].index));
    d->names.at[i].kind = NAME_SLOT;
    d->names.at[i].index = t;
  }
}

static void receive(struct twin_draft *d) {
  uint32_t k = twin_below(d, d->port_count);
  message_id m = twin_message(d);
  size_t from = d->names.len;
  twin_say(d, "in%u", k);
  struct edge *e = twin_step(d, ACT_RECEIVE, d->ports[d->p][k]);
  e->message = m;
  receive_names(d, m);
  keep_names(d, from);
}

/* A receive of every message, each with a body. */
static void select_message(struct twin_draft *d, unsigned depth) {
  uint32_t k = twin_below(d, d->port_count);
  code_id jumps[4];
  location_id at = NONE;
  twin_say(d, "select {");
  d->indent++;
  for (message_id m = 0; m < d->b.messages.len; m++) {
    size_t from = d->names.len;
    twin_line(d);
    expr_id guard = NONE;
    d->quiet++; /* a choice reads nothing shared */
    if (twin_chance(d, 25) && d->processes[d->p].var_count) {
      twin_say(d, "when ");
      guard = twin_condition(d);
      twin_say(d, " ");
    }
    d->quiet--;
    struct edge *e;
    if (at == NONE) {
      e = twin_step(d, ACT_RECEIVE, d->ports[d->p][k]);
      at = e->from;
    } else {
      e = build_edge(&d->b, d->p, at, at, ACT_RECEIVE, d->ports[d->p][k]);
      e->code = here(d);
    }
    e->message = m;
    e->guard = guard;
    twin_say(d, "in%u", k);
    receive_names(d, m);
    keep_names(d, from);
    twin_say(d, " ");
    braces(d, depth);
    d->names.len = from;
    jumps[m] = emit(d, CODE_JUMP, NONE);
  }
  for (message_id m = 0; m < d->b.messages.len; m++)
    d->b.code.at[jumps[m]].to = here(d);
  d->indent--;
  twin_line(d);
  twin_say(d, "}");
}

/* --- all ------------------------------------------------------------------ */

static void statement(struct twin_draft *d, unsigned depth) {
  unsigned what = twin_below(d, 100);
  if (what < 10 && depth)
    choice(d, depth - 1);
  else if (what < 14 && depth)
    repeat(d, depth - 1);
  else if (what < 18 && depth)
    for_loop(d, depth - 1);
  else if (what < 21 && depth && d->shared_count)
    while_loop(d, depth - 1);
  else if (what < 27 && d->loops)
    leave_loop(d);
  else if (what < 40)
    synchronize(d);
  else if (what < 48 && d->shared_count)
    atomic(d);
  else if (what < 52)
    assertion(d);
  else if (what < 60 && d->port_count)
    send(d);
  else if (what < 65 && d->port_count)
    receive(d);
  else if (what < 69 && d->port_count && depth)
    select_message(d, depth - 1);
  else
    assignment(d);
}

void twin_block(struct twin_draft *d, unsigned depth) {
  size_t names = d->names.len;
  for (unsigned n = 1 + twin_below(d, 3); n; n--) {
    twin_line(d);
    statement(d, depth);
  }
  d->names.len = names;
}
