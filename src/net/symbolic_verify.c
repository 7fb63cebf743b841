/* Verification on decision diagrams (Jin et al., section 4). */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "dd/forest.h"
#include "net/states.h"
#include "net/symbolic.h"

struct check {
  struct symbolic *s;
  struct coding *c;
  struct net_report *out;
  dd_node reached; /* all reachable states */
  dd_node rest;    /* ... with an empty buffer */
  bool **seen;     /* [machine][state * (symbols + 1) + buffer]: reached */
  bool full;       /* a limit was reached */
};

static dd_node ok(struct check *k, dd_node n) {
  k->full |= n == DD_FULL;
  return n == DD_FULL ? DD_EMPTY : n;
}

static uint64_t whole(double x) {
  return x >= 18446744073709551615.0 ? UINT64_MAX : (uint64_t)x;
}

/* --- the state space ------------------------------------------------------ */

static void reach(struct check *k) {
  struct coding *c = k->c;
  struct dd_events *e = coding_state_events(c);
  local_id *at = alloc_zero(c->machines, sizeof *at);
  for (machine_id m = 0; m < c->machines; m++)
    at[m] = k->s->net->machines.at[m].initial;
  const dd_node start = ok(k, coding_state(c, at, c->empty));
  unsigned rounds;
  k->reached = ok(k, k->s->bfs ? dd_reach_bfs(c->sets, start, e, &rounds)
                               : dd_saturate(c->sets, start, e));
  dd_events_close(e);
  k->rest = ok(k, dd_intersect(c->sets, k->reached, k->s->rest));
  k->out->stable = whole(dd_count_about(c->sets, k->rest));
  k->out->unstable =
      whole(dd_count_about(c->sets, k->reached)) - k->out->stable;
  /* a transition of the observable machine is a state and an input */
  const dd_node given =
      ok(k, dd_image(c->sets, k->rest, c->steps, k->s->enter));
  const dd_node used =
      ok(k, dd_restrict_from(c->steps, k->s->observable, c->sets, given));
  k->out->observable = whole(dd_count_about(c->steps, used));
  free(at);
}

/* --- ways ----------------------------------------------------------------- */

/* A shortest sequence to a state at rest of the set; false when none is
 * reached.  The state is left in `state` (buffer last). */
static bool way_to(struct check *k, dd_node set, uint32_t *state,
                   symbol_list *out) {
  const struct symbolic *s = k->s;
  size_t layer = 0;
  dd_node hit = DD_EMPTY;
  for (; layer < s->layers.len && !hit && !k->full; layer++)
    hit = ok(k, dd_intersect(k->c->sets, s->layers.at[layer], set));
  if (!hit || !dd_first(k->c->sets, hit, state))
    return false;
  k->full |= !symbolic_way(k->s, layer - 1, state, out);
  return !k->full;
}

/* The chain that an input sets off: whether it goes through a state. */
struct pass {
  const uint32_t *wanted; /* local states, symbol; NETWORK_NONE: any */
  uint32_t machines;
  bool through;
};

static void watch_pass(void *user, edge_id e, symbol_id now,
                       const local_id *at) {
  struct pass *p = user;
  (void)e;
  bool same = now == p->wanted[p->machines];
  for (uint32_t i = 0; i < p->machines && same; i++)
    same = p->wanted[i] == NETWORK_NONE || p->wanted[i] == at[i];
  p->through |= same;
}

/* A shortest sequence whose last input leads through an unstable state of
 * the pattern: local states or NETWORK_NONE for any, then the symbol. */
static bool way_through(struct check *k, const uint32_t *pattern,
                        symbol_list *out) {
  struct coding *c = k->c;
  const struct network *n = k->s->net;
  const unsigned width = c->machines + 1;
  const dd_node set = ok(k, symbolic_pattern(k->s, pattern));
  const dd_node given = ok(k, symbolic_through(k->s, set));
  const dd_node from =
      ok(k, dd_preimage(c->sets, given, c->steps, k->s->enter));
  uint32_t *state = alloc_zero(width, sizeof *state);
  bool found = way_to(k, from, state, out);
  struct stepper s;
  struct pass pass = {pattern, c->machines, false};
  stepper_begin(&s, n);
  s.watch = watch_pass;
  s.user = &pass;
  local_id *at = alloc_zero(width, sizeof *at);
  symbol_id output;
  for (size_t i = 0; found && i < n->inputs.len && !pass.through; i++) {
    memcpy(at, state, c->machines * sizeof *at);
    stepper_input(&s, at, n->inputs.at[i], &output);
    if (pass.through)
      vec_push(out, n->inputs.at[i]);
  }
  stepper_end(&s);
  free(state);
  free(at);
  return found;
}

/* --- livelocks ------------------------------------------------------------ */

/* Follows the cycle from one of its states. */
struct round {
  struct states seen;
  uint32_t *vector;
};

static void watch_round(void *user, edge_id e, symbol_id now,
                        const local_id *at) {
  struct round *r = user;
  (void)e;
  bool added;
  memcpy(r->vector, at, (r->seen.width - 1) * sizeof *at);
  r->vector[r->seen.width - 1] = now;
  states_add(&r->seen, r->vector, &added);
}

static dd_node take_cycle(struct check *k, dd_node cyclic, uint32_t *state) {
  struct coding *c = k->c;
  const unsigned width = c->machines + 1;
  struct round r = {.seen = {.width = width}};
  r.vector = alloc_zero(width, sizeof *r.vector);
  struct net_livelock lock = {0};
  symbol_id output;
  way_through(k, state, &lock.inputs);
  struct stepper s;
  stepper_begin(&s, k->s->net);
  s.watch = watch_round;
  s.user = &r;
  stepper_input(&s, state, state[c->machines], &output);
  for (uint32_t i = 0; i < r.seen.count; i++) {
    const uint32_t *v = states_at(&r.seen, i);
    vec_push(&lock.cycle, v[c->machines]);
    const dd_node one = ok(k, coding_state(c, v, v[c->machines]));
    cyclic = ok(k, dd_minus(c->sets, cyclic, one));
  }
  /* a cycle may be entered at several places: the nearest counts */
  for (uint32_t i = 0; i < r.seen.count; i++) {
    symbol_list other = {0};
    if (way_through(k, states_at(&r.seen, i), &other) &&
        other.len < lock.inputs.len) {
      vec_free(&lock.inputs);
      lock.inputs = other;
    } else {
      vec_free(&other);
    }
  }
  vec_push(&k->out->livelocks, lock);
  stepper_end(&s);
  states_free(&r.seen);
  free(r.vector);
  return cyclic;
}

/* A pair of the closure that is its own successor lies on a cycle. */
static void find_livelocks(struct check *k) {
  struct coding *c = k->c;
  const dd_node same = ok(k, dd_intersect(c->steps, k->s->closure, DD_TRUE));
  dd_node cyclic = ok(k, dd_sources(c->sets, c->steps, same));
  cyclic = ok(k, dd_intersect(c->sets, cyclic, k->reached));
  uint32_t *state = alloc_zero(c->machines + 1, sizeof *state);
  while (cyclic && !k->full && dd_first(c->sets, cyclic, state))
    cyclic = take_cycle(k, cyclic, state);
  free(state);
}

/* --- machine by machine --------------------------------------------------- */

/* seen[machine][state, buffer], over every node below one buffer. */
static void project_buffer(struct check *k, dd_node set, uint32_t buffer) {
  const struct dd *f = k->c->sets;
  struct map visited = {0};
  VEC(dd_node) work = {0};
  vec_push(&work, set);
  while (work.len) {
    const dd_node n = vec_pop(&work);
    bool added;
    map_at(&visited, n, &added);
    if (!added || n <= DD_TRUE)
      continue;
    bool *seen = k->seen[node_level(f, n) - 1] + buffer;
    struct walk w = walk_begin(f, n);
    uint32_t index;
    dd_node child;
    while (walk_next(f, &w, &index, &child)) {
      seen[(size_t)index * (k->c->empty + 1)] = true;
      vec_push(&work, child);
    }
  }
  vec_free(&work);
  map_free(&visited);
}

static void project(struct check *k) {
  if (!k->reached)
    return;
  struct walk w = walk_begin(k->c->sets, k->reached);
  uint32_t buffer;
  dd_node set;
  while (walk_next(k->c->sets, &w, &buffer, &set))
    project_buffer(k, set, buffer);
}

static bool met(const struct check *k, machine_id m, local_id s,
                uint32_t buffer) {
  return k->seen[m][(size_t)s * (k->c->empty + 1) + buffer];
}

static void find_dead(struct check *k) {
  const struct network *n = k->s->net;
  k->s->fired = alloc_zero(n->edges.len + 1, sizeof *k->s->fired);
  for (edge_id i = 0; i < n->edges.len; i++) {
    const struct network_edge *e = &n->edges.at[i];
    k->s->fired[i] = met(k, e->machine, e->from, e->input) ||
                     (network_is_external(n, e->input) &&
                      met(k, e->machine, e->from, k->c->empty));
    if (k->s->fired[i])
      continue;
    bool here = false;
    for (uint32_t b = 0; b <= k->c->empty; b++)
      here |= met(k, e->machine, e->from, b);
    struct net_dead d = {i, here ? DEAD_SYMBOL : DEAD_STATE};
    vec_push(&k->out->dead, d);
  }
}

static void find_stuck(struct check *k) {
  const struct network *n = k->s->net;
  const unsigned width = k->c->machines + 1;
  uint32_t *pattern = alloc_zero(width, sizeof *pattern);
  for (symbol_id a = 0; a < n->symbols.len; a++) {
    if (!network_is_internal(n, a))
      continue;
    const machine_id m = n->symbols.at[a].reader;
    for (local_id s = 0; s < n->machines.at[m].states.len; s++) {
      if (!met(k, m, s, a) || network_lookup(n, m, s, a) != NETWORK_NONE)
        continue;
      struct net_stuck stuck = {m, s, a, {0}};
      memset(pattern, 0xff, width * sizeof *pattern);
      pattern[k->c->machines] = a;
      pattern[m] = s;
      way_through(k, pattern, &stuck.inputs);
      vec_push(&k->out->stuck, stuck);
    }
  }
  free(pattern);
}

/* --- strong connectedness ------------------------------------------------- */

static void check_connected(struct check *k) {
  struct coding *c = k->c;
  dd_node back = k->s->layers.at[0], front = back;
  while (front && !k->full) {
    const dd_node before =
        ok(k, dd_preimage(c->sets, front, c->steps, k->s->next));
    const dd_node here = ok(k, dd_intersect(c->sets, before, k->rest));
    front = ok(k, dd_minus(c->sets, here, back));
    back = ok(k, dd_union(c->sets, back, front));
  }
  const dd_node lost = ok(k, dd_minus(c->sets, k->rest, back));
  k->out->strongly_connected = !lost;
  if (lost) {
    uint32_t *state = alloc_zero(c->machines + 1, sizeof *state);
    way_to(k, lost, state, &k->out->lost);
    free(state);
  }
}

enum net_verdict symbolic_verify(struct symbolic *s, struct net_report *out) {
  const struct network *n = s->net;
  *out = (struct net_report){0};
  struct check k = {.s = s, .c = &s->coding, .out = out};
  k.seen = alloc_zero(n->machines.len, sizeof *k.seen);
  for (machine_id m = 0; m < n->machines.len; m++)
    k.seen[m] =
        alloc_zero(n->machines.at[m].states.len * (size_t)(k.c->empty + 1),
                   sizeof **k.seen);
  reach(&k);
  project(&k);
  find_livelocks(&k);
  find_dead(&k);
  find_stuck(&k);
  check_connected(&k);
  for (machine_id m = 0; m < n->machines.len; m++)
    free(k.seen[m]);
  free(k.seen);
  out->closure_seconds = s->closure_seconds;
  if (k.full) { /* nothing of it can be relied on */
    net_report_free(out);
    return NET_MEMORY;
  }
  return net_limits_check(&s->limits, 0);
}
