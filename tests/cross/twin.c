#include "twin.h"

#include "twin_inside.h"

/* --- declarations --------------------------------------------------------- */

static struct range small_range(struct twin_draft *d) {
  struct range r = {0, 1};
  if (twin_chance(d, 20))
    r.lo = -1;
  r.hi += (int32_t)twin_below(d, 2);
  return r;
}

static void declare_messages(struct twin_draft *d) {
  static const struct range one[] = {{0, 2}}, two[] = {{0, 1}, {-1, 1}};
  build_message(&d->b, "m0", 0, NULL);
  build_message(&d->b, "m1", 1, one);
  if (twin_chance(d, 30))
    build_message(&d->b, "m2", 2, two);
}

static void say_messages(struct twin_draft *d) {
  twin_say(d, d->b.messages.len > 2 ? ": m0, m1(0..2), m2(0..1, -1..1)"
                                    : ": m0, m1(0..2)");
}

/* A ring of elements of an array. */
static void declare_ring(struct twin_draft *d) {
  struct build *b = &d->b;
  uint32_t capacity = 1 + twin_below(d, 2), n = d->process_count;
  if (b->processes.at[0].process.thread || twin_chance(d, 40))
    return;
  twin_line(d);
  twin_say(d, "channel p[i: 0..%u] -> p[(i+1)%%%u] [%u]", n - 1, n, capacity);
  say_messages(d);
  for (process_id p = 0; p < n; p++) {
    process_id q = (p + 1) % n;
    d->channels[p][q] =
        build_channel(b, build_name(b, "p[%u]->p[%u]", p, q), p, q, capacity);
  }
}

static void declare_channels(struct twin_draft *d) {
  struct build *b = &d->b;
  for (process_id p = 0; p < d->process_count; p++)
    for (process_id q = 0; q < d->process_count; q++)
      d->channels[p][q] = NONE;
  if (d->array) {
    declare_ring(d);
    return;
  }
  for (process_id p = 0; p < d->process_count; p++)
    for (process_id q = 0; q < d->process_count; q++) {
      if (p == q || b->processes.at[p].process.thread ||
          b->processes.at[q].process.thread || !twin_chance(d, 40))
        continue;
      uint32_t capacity = 1 + twin_below(d, 2);
      twin_line(d);
      twin_say(d, "channel p%u -> p%u [%u]", p, q, capacity);
      say_messages(d);
      d->channels[p][q] =
          build_channel(b, build_name(b, "p%u->p%u", p, q), p, q, capacity);
    }
}

/* Shared variables, locks and semaphores, if there are threads. */
static void declare_shared(struct twin_draft *d) {
  struct build *b = &d->b;
  d->array_first = 1 + twin_below(d, 2);
  d->shared_count = d->array_first + (twin_chance(d, 40) ? 2 : 0);
  struct range r = small_range(d);
  for (uint32_t i = 0; i < d->array_first; i++) {
    int32_t init = rng_range(&d->r, r.lo, r.hi);
    twin_line(d);
    twin_say(d, "shared v%u: %d..%d = %d", i, r.lo, r.hi, init);
    d->shared[i] = build_shared(b, build_name(b, "v%u", i), r, init);
  }
  if (d->shared_count > d->array_first) {
    twin_line(d);
    twin_say(d, "shared arr[2]: %d..%d = %d", r.lo, r.hi, r.hi);
    for (uint32_t i = d->array_first; i < d->shared_count; i++)
      d->shared[i] = build_shared(
          b, build_name(b, "arr[%u]", i - d->array_first), r, r.hi);
  }
  d->lock_count = 2 * twin_below(d, 2);
  if (d->lock_count) {
    twin_line(d);
    twin_say(d, "lock lk[2]");
  }
  for (uint32_t i = 0; i < d->lock_count; i++)
    d->locks[i] = build_lock(b, build_name(b, "lk[%u]", i));
  d->semaphore_count = 2 * twin_below(d, 2);
  if (d->semaphore_count) {
    twin_line(d);
    twin_say(d, "sem sem0[2]: 0..2 = 1");
  }
  for (uint32_t i = 0; i < d->semaphore_count; i++)
    d->semaphores[i] = build_semaphore(b, build_name(b, "sem0[%u]", i), 1, 2);
}

static void declare_ports(struct twin_draft *d, const uint32_t *capacity) {
  for (uint32_t k = 0; k < d->port_count; k++) {
    twin_line(d);
    twin_say(d, "port in%u [%u]", k, capacity[k]);
    say_messages(d);
  }
}

static void declare_variables(struct twin_draft *d) {
  struct build *b = &d->b;
  struct twin_process *p = &d->processes[d->p];
  p->var_count = twin_below(d, 3);
  for (uint32_t i = 0; i < p->var_count; i++) {
    struct range r = small_range(d);
    int32_t init = rng_range(&d->r, r.lo, r.hi);
    twin_line(d);
    twin_say(d, "var x%u: %d..%d = %d", i, r.lo, r.hi, init);
    build_slot(b, d->p, build_name(b, "x%u", i), r, init);
  }
  p->array_first = p->var_count;
  p->array_count = p->var_count && twin_chance(d, 25) ? 2 : 0;
  if (p->array_count) {
    twin_line(d);
    twin_say(d, "var a[2]: 0..2 = 1");
  }
  for (uint32_t i = 0; i < p->array_count; i++)
    build_slot(b, d->p, build_name(b, "a[%u]", i), (struct range){0, 2}, 1);
}

/* --- processes ------------------------------------------------------------ */

static bool write_guard(struct twin_draft *d, expr_id *guard) {
  *guard = NONE;
  if (!d->processes[d->p].var_count || !twin_chance(d, 25))
    return false;
  twin_say(d, "when ");
  *guard = twin_condition(d);
  twin_say(d, " ");
  return true;
}

/* The rest of an edge: computation and target. */
static void finish_edge(struct twin_draft *d, struct edge *e) {
  if (d->processes[d->p].var_count && twin_chance(d, 50)) {
    e->code = (code_id)d->b.code.len;
    twin_computation(d);
    twin_say(d, " ");
    build_stop(&d->b, e->to);
  }
  twin_say(d, "-> s%u", e->to);
}

/* To the process q, through its port k or, k being NONE, a channel. */
static void send_edge(struct twin_draft *d, location_id from, location_id to,
                      process_id q, uint32_t k) {
  expr_id guard, index = NONE, args[4];
  write_guard(d, &guard);
  message_id m = twin_message(d);
  object_id o = k == NONE ? d->channels[d->p][q] : d->ports[q][k];
  bool computed = k != NONE && twin_say_computed(d, &index);
  if (!computed)
    twin_say_process(d, q);
  if (k != NONE)
    twin_say(d, ".in%u", k);
  twin_send_args(d, m, args);
  twin_say(d, " ");
  struct edge *e = build_send(&d->b, d->p, from, to, o, m);
  if (computed)
    twin_ports_table(d, e, k, index);
  e->guard = guard;
  for (uint32_t i = 0; i < d->b.messages.at[m].arity; i++)
    build_arg(&d->b, e, args[i]);
  finish_edge(d, e);
}

static void receive_edge(struct twin_draft *d, location_id from, location_id to,
                         process_id q, uint32_t k, message_id m) {
  object_id o = k == NONE ? d->channels[q][d->p] : d->ports[d->p][k];
  size_t names = d->names.len;
  expr_id guard;
  write_guard(d, &guard);
  const struct message x = d->b.messages.at[m];
  struct edge *e = build_receive(&d->b, d->p, from, to, o, m);
  e->guard = guard;
  if (k == NONE)
    twin_say_process(d, q);
  else
    twin_say(d, "in%u", k);
  twin_say(d, "?%s", x.name);
  for (uint32_t i = 0; i < x.arity; i++) {
    const char *name = build_name(&d->b, "r%u", d->fresh++);
    twin_say(d, "%s%s", i ? ", " : "(", name);
    vec_push(&d->names, ((struct twin_name){name, NAME_BOUND, i}));
  }
  twin_say(d, x.arity ? ") " : " ");
  if (x.arity && twin_chance(d, 25)) {
    int32_t v = rng_range(&d->r, 0, 1);
    twin_say(d, "when %s != %d ", vec_last(&d->names)->name, v);
    e->fits = build_op(&d->b, EXPR_NE, build_bound(&d->b, x.arity - 1),
                       build_const(&d->b, v));
    /* The part that reads no payload belongs to the guard. */
    if (d->processes[d->p].var_count && twin_chance(d, 40)) {
      twin_say(d, "&& x0 != %d ", v);
      expr_id own = build_op(&d->b, EXPR_NE, build_local(&d->b, 0),
                             build_const(&d->b, v));
      e->guard = guard == NONE ? own : build_op(&d->b, EXPR_AND, guard, own);
    }
  }
  finish_edge(d, e);
  d->names.len = names;
}

/* One line, or several for the messages of a port. */
static void random_edge(struct twin_draft *d, location_id from,
                        location_id to) {
  process_id q = twin_neighbour(d);
  unsigned what = twin_below(d, 100);
  if (what < 40 && d->channels[d->p][q] != NONE) {
    twin_line(d);
    send_edge(d, from, to, q, NONE);
  } else if (what < 80 && d->channels[q][d->p] != NONE) {
    twin_line(d);
    receive_edge(d, from, to, q, NONE, twin_message(d));
  } else if (what < 60 && d->port_count) {
    uint32_t k = twin_below(d, d->port_count);
    twin_line(d);
    send_edge(d, from, to, q, k);
  } else if (what < 90 && d->port_count) {
    uint32_t k = twin_below(d, d->port_count);
    for (message_id m = 0; m < d->b.messages.len; m++)
      if (twin_chance(d, 85)) {
        twin_line(d);
        receive_edge(d, from, to, q, k, m);
      }
  } else {
    expr_id guard;
    twin_line(d);
    write_guard(d, &guard);
    struct edge *e = build_edge(&d->b, d->p, from, to, ACT_NONE, NONE);
    e->guard = guard;
    finish_edge(d, e);
  }
}

static void write_process(struct twin_draft *d) {
  uint32_t count = (uint32_t)d->b.processes.at[d->p].locations.len;
  d->scope = IN_PROCESS;
  for (location_id l = 0; l < count; l++) {
    twin_line(d);
    twin_say(d, "s%u:", l);
    d->indent++;
    for (unsigned n = twin_below(d, 3) + (l == 0); n; n--)
      random_edge(d, l,
                  twin_chance(d, 60) && l + 1 < count ? l + 1
                                                      : twin_below(d, count));
    d->indent--;
  }
  bool any = false;
  for (location_id l = 0; l < count; l++)
    if (d->b.processes.at[d->p].locations.at[l].final) {
      if (!any)
        twin_line(d);
      twin_say(d, any ? ", s%u" : "final s%u", l);
      any = true;
    }
}

/* The last location of a thread is its end. */
static void write_thread(struct twin_draft *d) {
  d->scope = IN_THREAD;
  code_id start = (code_id)d->b.code.len;
  build_start(&d->b, d->p, start);
  twin_block(d, 2);
  build_stop(&d->b, build_location(&d->b, d->p, "end", true));
}

static void add_process(struct twin_draft *d, process_id p, bool thread,
                        uint32_t locations) {
  struct build *b = &d->b;
  build_process(b, build_name(b, d->array ? "p[%u]" : "p%u", p), thread);
  for (location_id l = 0; !thread && l < locations; l++) {
    bool final = d->array && p ? b->processes.at[0].locations.at[l].final
                               : twin_chance(d, 35);
    build_location(b, p, build_name(b, "s%u", l), final);
  }
}

static void write_body(struct twin_draft *d, process_id p,
                       const uint32_t *capacity) {
  bool thread = d->b.processes.at[p].process.thread;
  d->p = p;
  twin_line(d);
  twin_say(d, thread ? "thread " : "process ");
  if (d->array)
    twin_say(d, "p[i: 0..%u] {", d->process_count - 1);
  else
    twin_say(d, "p%u {", p);
  d->indent++;
  declare_ports(d, capacity);
  declare_variables(d);
  if (thread)
    write_thread(d);
  else
    write_process(d);
  d->indent--;
  twin_line(d);
  twin_say(d, "}");
}

/* The text of an array is written once; every element is built by the same
 * strokes, with its own index. */
static void write_array(struct twin_draft *d, const uint32_t *capacity) {
  struct rng r = d->r;
  size_t len = d->text.len;
  uint32_t line = d->b.line;
  unsigned fresh = d->fresh;
  for (process_id p = 0; p < d->process_count; p++) {
    d->r = r;
    d->text.len = len;
    d->b.line = line;
    d->fresh = fresh;
    vec_push(&d->names, ((struct twin_name){"i", NAME_CONST, p}));
    write_body(d, p, capacity);
    vec_clear(&d->names);
  }
}

static void write_properties(struct twin_draft *d) {
  d->scope = IN_PROPERTY;
  for (unsigned n = twin_below(d, 3); n; n--) {
    bool always = twin_chance(d, 50);
    twin_line(d);
    twin_say(d, always ? "always " : "never ");
    expr_id e = twin_condition(d);
    build_property(&d->b, always ? PROPERTY_ALWAYS : PROPERTY_NEVER, e);
  }
}

struct twin twin_make(uint64_t seed) {
  struct twin_draft draft = {.r = rng_seed(seed)}, *d = &draft;
  struct twin out = {0};
  uint32_t capacity[TWIN_PORTS];
  unsigned threads = (unsigned)(seed % 3) * 50; /* percent */
  d->b.line = 1;
  d->b.scheme = (enum scheme)twin_below(d, 4);
  twin_say(d, "scheme %s", scheme_names[d->b.scheme]);
  d->process_count = 2 + twin_below(d, TWIN_PROCESSES - 1);
  d->array = twin_chance(d, 30);
  bool thread = false;
  uint32_t locations = 0;
  for (process_id p = 0; p < d->process_count; p++) {
    if (!d->array || !p) {
      thread = twin_chance(d, threads);
      locations = 2 + twin_below(d, 2);
    }
    out.threads |= thread;
    add_process(d, p, thread, locations);
  }
  declare_messages(d);
  declare_channels(d);
  d->port_count = twin_below(d, TWIN_PORTS + 1);
  for (uint32_t k = 0; k < TWIN_PORTS; k++)
    capacity[k] = 1 + twin_below(d, 2);
  for (process_id p = 0; p < d->process_count; p++)
    for (uint32_t k = 0; k < d->port_count; k++)
      d->ports[p][k] = build_port(
          &d->b, build_name(&d->b, d->array ? "p[%u].in%u" : "p%u.in%u", p, k),
          p, capacity[k]);
  if (out.threads)
    declare_shared(d);
  if (d->array)
    write_array(d, capacity);
  for (process_id p = 0; !d->array && p < d->process_count; p++)
    write_body(d, p, capacity);
  write_properties(d);
  twin_line(d);
  out.text = d->text;
  vec_free(&d->names);
  out.model = build_finish(&d->b);
  return out;
}

void twin_free(struct twin *t) {
  text_free(&t->text);
  model_free(t->model);
}
