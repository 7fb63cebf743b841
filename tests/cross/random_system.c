#include "random_system.h"

#include "base/rng.h"
#include "build.h"

const char *const system_kind_names[] = {"channels", "rings", "ports",
                                         "threads", "crowds"};

enum { PROCESSES_MAX = 5, OBJECTS_MAX = 4 };

struct draft {
  struct rng r, more; /* more: of what came later, so that the rest stays */
  struct build b;
  enum system_kind kind;
  uint32_t processes, messages;
  bool forward;  /* edges lead to later states only */
  unsigned calm; /* crowds: percent of internal edges */
  uint32_t locations[PROCESSES_MAX];
  object_id to[PROCESSES_MAX][PROCESSES_MAX]; /* channels; NONE */
  object_id ports[PROCESSES_MAX][2];
  uint32_t port_count;
  object_id locks[OBJECTS_MAX], shared[OBJECTS_MAX], semaphores[OBJECTS_MAX];
};

static uint32_t below(struct draft *d, uint32_t n) {
  return rng_below(&d->r, n);
}
static bool chance(struct draft *d, unsigned percent) {
  return rng_chance(&d->r, percent);
}

enum system_kind system_kind_of(uint64_t seed) {
  return (enum system_kind)(seed % SYSTEM_KINDS);
}

/* --- who talks to whom ---------------------------------------------------- */

static void link(struct draft *d, process_id p, process_id q, uint32_t room) {
  if (p != q && d->to[p][q] == NONE)
    d->to[p][q] =
        build_channel(&d->b, build_name(&d->b, "P%u->P%u", p, q), p, q, room);
}

static void link_rings(struct draft *d) {
  uint32_t room = 1 + below(d, 3);
  if (d->processes == 2 || chance(d, 40)) { /* one ring */
    for (process_id p = 0; p < d->processes; p++)
      link(d, p, (p + 1) % d->processes, room);
    return;
  }
  for (process_id p = 1; p < d->processes; p++) { /* a tree of pairs */
    process_id parent = below(d, p);
    room = 1 + below(d, 3);
    link(d, p, parent, room);
    link(d, parent, p, room);
  }
}

static void make_channels(struct draft *d) {
  if (d->kind == SYSTEM_RINGS) {
    link_rings(d);
    return;
  }
  for (process_id p = 0; p < d->processes; p++)
    for (process_id q = 0; q < d->processes; q++) {
      uint32_t room = 1 + below(d, 3);
      if (chance(d, 60))
        link(d, p, q, room);
    }
}

static void make_ports(struct draft *d) {
  bool unbounded = chance(d, 60);
  d->port_count = 1 + chance(d, 30);
  d->forward = unbounded;
  for (process_id p = 0; p < d->processes; p++)
    for (uint32_t k = 0; k < d->port_count; k++)
      d->ports[p][k] =
          build_port(&d->b, build_name(&d->b, "P%u.in%u", p, k), p,
                     unbounded && chance(d, 95) ? UNBOUNDED : 1 + below(d, 3));
}

static void make_objects(struct draft *d) {
  for (uint32_t k = 0; k < OBJECTS_MAX; k++) {
    struct range small = {0, 2};
    d->locks[k] = build_lock(&d->b, build_name(&d->b, "l%u", k));
    d->shared[k] = build_shared(&d->b, build_name(&d->b, "x%u", k), small, 0);
    d->semaphores[k] = build_semaphore(&d->b, build_name(&d->b, "s%u", k),
                                       (int32_t)below(d, 2), 3);
  }
}

/* --- edges ---------------------------------------------------------------- */

static location_id target(struct draft *d, process_id p, location_id from) {
  uint32_t n = d->locations[p];
  if (d->forward || chance(d, 50))
    return from + 1 < n ? from + 1 + below(d, n - from - 1) : 0;
  return below(d, n);
}

/* Sometimes only when the variable has a value; sometimes it changes, leaves
 * its range, or is not what is asserted. */
static void decorate(struct draft *d, struct edge *e, location_id to) {
  if (chance(d, 15))
    e->guard = build_op(&d->b, EXPR_NE, build_local(&d->b, 0),
                        build_const(&d->b, below(d, 2)));
  if (!chance(d, 20))
    return;
  struct code c = {.op = CODE_SET, .index = NONE};
  if (chance(d, 15)) {
    c.op = CODE_ASSERT;
    c.value = build_op(&d->b, EXPR_NE, build_local(&d->b, 0),
                       build_const(&d->b, 1 + below(d, 2)));
  } else if (chance(d, 30)) {
    c.value =
        build_op(&d->b, EXPR_ADD, build_local(&d->b, 0), build_const(&d->b, 1));
  } else {
    c.value = build_const(&d->b, below(d, 3));
  }
  e->code = build_code(&d->b, c);
  build_stop(&d->b, to);
}

/* Sometimes the variable says whose port it is. */
static void choose_port(struct draft *d, struct edge *e) {
  enum { VALUES = 3 };
  if (!rng_chance(&d->more, 30))
    return;
  uint32_t k = rng_below(&d->more, d->port_count);
  object_id *table = arena_array(&d->b.arena, object_id, VALUES);
  for (uint32_t i = 0; i < VALUES; i++)
    table[i] = d->ports[i % d->processes][k];
  e->table = table;
  e->count = VALUES;
  e->index = build_local(&d->b, 0);
}

static void message_edge(struct draft *d, process_id p, location_id from) {
  location_id to = target(d, p, from);
  message_id m = below(d, d->messages);
  bool sends = false;
  object_id o = NONE;
  for (int tries = 0; tries < 4 && o == NONE; tries++) {
    process_id q = below(d, d->processes);
    sends = chance(d, 50);
    if (d->port_count)
      o = d->ports[sends ? q : p][below(d, d->port_count)];
    else
      o = sends ? d->to[p][q] : d->to[q][p];
  }
  struct edge *e;
  if (chance(d, d->kind == SYSTEM_RINGS ? 0 : 8))
    e = build_edge(&d->b, p, from, to, ACT_NONE, NONE);
  else if (o == NONE)
    return;
  else
    e = sends ? build_send(&d->b, p, from, to, o, m)
              : build_receive(&d->b, p, from, to, o, m);
  if (sends && o != NONE && d->port_count)
    choose_port(d, e);
  decorate(d, e, to);
}

/* A reception from a port, for every message: nothing is unspecified. */
static void receive_any(struct draft *d, process_id p, location_id from) {
  object_id o = d->ports[p][below(d, d->port_count)];
  for (message_id m = 0; m < d->messages; m++)
    build_receive(&d->b, p, from, target(d, p, from), o, m);
}

static void thread_edge(struct draft *d, process_id p, location_id from) {
  location_id to = target(d, p, from);
  object_id k = below(d, OBJECTS_MAX);
  struct edge *e;
  switch (below(d, 6)) {
  case 0:
  case 1:
    build_edge(&d->b, p, from, to, ACT_LOCK, d->locks[k]);
    return;
  case 2:
    build_edge(&d->b, p, from, to, ACT_UNLOCK, d->locks[k]);
    return;
  case 3:
    e = build_edge(&d->b, p, from, to, ACT_READ, d->shared[k]);
    struct code set = {.op = CODE_SET, .value = build_bound(&d->b, 0)};
    e->code = build_code(&d->b, set);
    build_stop(&d->b, to);
    return;
  case 4:
    e = build_edge(&d->b, p, from, to, ACT_WRITE, d->shared[k]);
    build_arg(&d->b, e, build_const(&d->b, below(d, 3)));
    return;
  default:
    build_edge(&d->b, p, from, to, chance(d, 50) ? ACT_P : ACT_V,
               d->semaphores[k]);
  }
}

static void make_edges(struct draft *d, process_id p) {
  uint32_t last = d->locations[p];
  if (d->forward || d->kind == SYSTEM_THREADS)
    last--; /* where it ends */
  for (location_id l = 0; l < last; l++) {
    if (d->port_count && chance(d, 50)) {
      receive_any(d, p, l);
      if (chance(d, 60))
        continue;
    }
    for (uint32_t n = 1 + chance(d, 50); n > 0; n--) {
      if (d->kind == SYSTEM_THREADS)
        thread_edge(d, p, l);
      else
        message_edge(d, p, l);
    }
  }
}

/* A message with a number that the receiver may keep. */
static void parcel_edge(struct draft *d, process_id p, location_id from,
                        location_id to) {
  bool sends = chance(d, 50);
  process_id q = below(d, d->processes);
  message_id m = below(d, d->messages);
  object_id port = d->ports[sends ? q : p][0];
  struct edge *e =
      build_edge(&d->b, p, from, to, sends ? ACT_SEND : ACT_RECEIVE, port);
  e->message = m;
  if (sends) {
    build_arg(&d->b, e, build_const(&d->b, below(d, 3)));
  } else if (chance(d, 50)) {
    struct code set = {.op = CODE_SET, .value = build_bound(&d->b, 0)};
    e->code = build_code(&d->b, set);
    build_stop(&d->b, to);
  }
}

static void crowd_edge(struct draft *d, process_id p, location_id from) {
  location_id to = below(d, d->locations[p]);
  if (chance(d, d->calm))
    decorate(d, build_edge(&d->b, p, from, to, ACT_NONE, NONE), to);
  else if (d->port_count)
    parcel_edge(d, p, from, to);
  else
    thread_edge(d, p, from);
}

static void make_crowd(struct draft *d) {
  d->port_count = chance(d, 60);
  d->calm = chance(d, 50) ? 30 : 85;
  for (process_id p = 0; d->port_count && p < d->processes; p++)
    d->ports[p][0] =
        build_port(&d->b, build_name(&d->b, "P%u.in", p), p, 1 + below(d, 2));
  if (!d->port_count)
    make_objects(d);
  for (process_id p = 0; p < d->processes; p++)
    for (location_id l = 0; l < d->locations[p]; l++)
      for (uint32_t n = below(d, 3); n > 0; n--)
        crowd_edge(d, p, l);
}

/* --- properties ----------------------------------------------------------- */

static expr_id at_some(struct draft *d) {
  process_id p = below(d, d->processes);
  return build_expr(&d->b, EXPR_AT, p, below(d, d->locations[p]), NONE, 0);
}

static void make_property(struct draft *d) {
  expr_id a = at_some(d), b = at_some(d);
  if (chance(d, 30)) {
    expr_id peer =
        build_expr(&d->b, EXPR_PEER, below(d, d->processes), 0, NONE, 0);
    b = build_op(&d->b, EXPR_EQ, peer, build_const(&d->b, below(d, 3)));
  } else if (d->b.objects.len && d->b.objects.at[0].kind >= OBJECT_CHANNEL &&
             chance(d, 40)) {
    expr_id length =
        build_expr(&d->b, EXPR_LENGTH, below(d, (uint32_t)d->b.objects.len),
                   NONE, NONE, 0);
    b = build_op(&d->b, EXPR_GE, length, build_const(&d->b, 1 + below(d, 2)));
  }
  build_property(&d->b, PROPERTY_NEVER, build_op(&d->b, EXPR_AND, a, b));
}

struct model *random_system(uint64_t seed) {
  struct draft d = {.r = rng_seed(seed),
                    .more = rng_seed(~seed),
                    .kind = system_kind_of(seed)};
  struct range small = {0, 2};
  d.b.scheme = (enum scheme)below(&d, 4);
  bool crowd = d.kind == SYSTEM_CROWDS;
  d.processes = crowd ? 3 + below(&d, 3)
                      : 2 + below(&d, d.kind == SYSTEM_THREADS ? 2 : 3);
  d.messages = crowd ? 1 : 1 + below(&d, 3);
  for (uint32_t m = 0; m < d.messages; m++)
    build_message(&d.b, build_name(&d.b, "m%u", m), crowd, &small);
  for (process_id p = 0; p < d.processes; p++) {
    build_process(&d.b, build_name(&d.b, "P%u", p), d.kind == SYSTEM_THREADS);
    build_slot(&d.b, p, "v", small, 0);
    d.locations[p] = 2 + below(&d, crowd ? 2 : 4);
    bool any_final = chance(&d, 50);
    for (location_id l = 0; l < d.locations[p]; l++)
      build_location(&d.b, p, build_name(&d.b, "%u", l),
                     any_final && l + 1 == d.locations[p]);
    for (process_id q = 0; q < PROCESSES_MAX; q++)
      d.to[p][q] = NONE;
  }
  if (d.kind == SYSTEM_PORTS)
    make_ports(&d);
  else if (d.kind == SYSTEM_THREADS)
    make_objects(&d);
  else if (!crowd)
    make_channels(&d);
  if (crowd)
    make_crowd(&d);
  for (process_id p = 0; !crowd && p < d.processes; p++)
    make_edges(&d, p);
  for (uint32_t n = below(&d, 3); n > 0; n--)
    make_property(&d);
  return build_finish(&d.b);
}
