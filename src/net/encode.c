#include "net/encode.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "dd/pairs.h"

/* --- forests -------------------------------------------------------------- */

static dd_node buffer_box(struct coding *c,
                          bool (*in)(const struct network *, symbol_id)) {
  const size_t symbols = c->net->symbols.len;
  bool *allowed = alloc_zero(symbols + 1, sizeof *allowed);
  const bool **box = alloc_zero(c->machines + 1, sizeof *box);
  for (symbol_id s = 0; s < symbols; s++)
    allowed[s] = in(c->net, s);
  box[c->machines] = allowed;
  const dd_node n = dd_box(c->sets, box);
  free(box);
  free(allowed);
  return n;
}

static bool is_observable(const struct network *n, symbol_id s) {
  EXPECTS(s < n->symbols.len);
  return n->symbols.at[s].reader == NETWORK_NONE;
}

static void make_groups(struct coding *c) {
  const struct network *n = c->net;
  struct map known = {0};
  for (edge_id i = 0; i < n->edges.len; i++) {
    const struct network_edge *e = &n->edges.at[i];
    bool added;
    uint64_t *place =
        map_at(&known, (uint64_t)e->input << 32 | e->output, &added);
    if (added) {
      const size_t states = n->machines.at[e->machine].states.len;
      struct edge_group g = {e->machine, e->input, e->output, NULL};
      g.to = alloc_resize(NULL, states, sizeof *g.to);
      memset(g.to, 0xff, states * sizeof *g.to);
      *place = c->groups.len;
      vec_push(&c->groups, g);
    }
    c->groups.at[*place].to[e->from] = e->to;
  }
  map_free(&known);
}

static dd_node edge_step(struct coding *c, const struct network_edge *e) {
  const unsigned levels = c->machines + 1;
  uint32_t *from = alloc_resize(NULL, levels, sizeof *from);
  uint32_t *to = alloc_zero(levels, sizeof *to);
  memset(from, 0xff, levels * sizeof *from); /* DD_KEEP */
  from[c->machines] = e->input;
  to[c->machines] = e->output;
  from[e->machine] = e->from;
  to[e->machine] = e->to;
  const dd_node n = dd_step(c->steps, from, to);
  free(from);
  free(to);
  return n;
}

/* Halves, then their union: about n log n instead of n squared. */
static dd_node edge_union(struct coding *c, edge_id first, edge_id end) {
  EXPECTS(first <= end && end <= c->net->edges.len);
  if (first == end)
    return DD_EMPTY;
  if (end - first == 1)
    return edge_step(c, &c->net->edges.at[first]);
  const edge_id middle = first + (end - first) / 2;
  const dd_node a = edge_union(c, first, middle);
  const dd_node b = edge_union(c, middle, end);
  return a == DD_FULL || b == DD_FULL ? DD_FULL : dd_union(c->steps, a, b);
}

bool coding_begin(struct coding *c, const struct network *n, uint64_t limit) {
  const unsigned levels = (unsigned)n->machines.len + 1;
  uint32_t *sizes = alloc_zero(levels, sizeof *sizes);
  *c = (struct coding){
      .net = n, .machines = levels - 1, .empty = (uint32_t)n->symbols.len};
  sizes[c->machines] = c->empty + 1;
  for (unsigned k = 0; k < c->machines; k++)
    sizes[k] = (uint32_t)n->machines.at[k].states.len;
  /* relations and pairs grow most */
  c->sets = dd_open(DD_SETS, levels, sizes, limit / 8);
  c->steps = dd_open(DD_RELATIONS, levels, sizes, limit / 2);
  free(sizes);
  c->pairs = dd_pairs_open(c->steps, limit / 4);
  c->labels = dd_labels_open(c->steps, limit / 8);
  make_groups(c);
  c->inputs = buffer_box(c, network_is_external);
  c->outputs = buffer_box(c, is_observable);
  c->sent = buffer_box(c, network_is_internal);
  c->all_edges = edge_union(c, 0, (edge_id)n->edges.len);
  if (c->inputs == DD_FULL || c->outputs == DD_FULL || c->sent == DD_FULL ||
      c->all_edges == DD_FULL)
    return false;
  c->internal = dd_restrict_from(c->steps, c->all_edges, c->sets, c->sent);
  if (c->internal == DD_FULL)
    return false;
  dd_protect(c->steps, &c->all_edges);
  dd_protect(c->steps, &c->internal);
  dd_protect(c->sets, &c->inputs);
  dd_protect(c->sets, &c->outputs);
  dd_protect(c->sets, &c->sent);
  return true;
}

void coding_end(struct coding *c) {
  vec_each(&c->groups, g) free(g->to);
  vec_free(&c->groups);
  dd_close(c->sets);
  dd_close(c->steps);
  dd_close(c->pairs);
  dd_close(c->labels);
}

uint64_t coding_bytes(const struct coding *c) {
  const struct dd *forests[] = {c->sets, c->steps, c->pairs, c->labels};
  uint64_t bytes = 0;
  for (size_t i = 0; i < 4; i++) {
    struct dd_stats s;
    dd_statistics(forests[i], &s);
    bytes += s.peak_bytes;
  }
  return bytes;
}

void coding_tidy(struct coding *c, bool all) {
  struct dd *forests[] = {c->sets, c->steps, c->pairs, c->labels};
  for (size_t i = 0; i < 4; i++)
    if (all || dd_crowded(forests[i]))
      dd_collect(forests[i]);
}

/* --- relations ------------------------------------------------------------ */

/* Only the faulty edge differs, and no other edge makes its pairs: symbols
 * have one reader, machines are deterministic. */
static dd_node with_fault(struct coding *c, dd_node edges,
                          const struct mutant *m) {
  struct network_edge now;
  const dd_node old = edge_step(c, &c->net->edges.at[m->edge]);
  const dd_node rest =
      old == DD_FULL ? DD_FULL : dd_minus(c->steps, edges, old);
  if (rest == DD_FULL || !mutant_edge(c->net, m, m->edge, &now))
    return rest;
  const dd_node new = edge_step(c, &now);
  return new == DD_FULL ? DD_FULL : dd_union(c->steps, rest, new);
}

dd_node coding_edges(struct coding *c, const struct mutant *m) {
  if (!m || m->edge == NETWORK_NONE)
    return c->all_edges;
  return with_fault(c, c->all_edges, m);
}

dd_node coding_internal(struct coding *c, const struct mutant *m) {
  if (!m || m->edge == NETWORK_NONE ||
      !network_is_internal(c->net, c->net->edges.at[m->edge].input))
    return c->internal;
  return with_fault(c, c->internal, m);
}

dd_node coding_state(struct coding *c, const local_id *at, uint32_t buffer) {
  EXPECTS(at && buffer <= c->empty);
  uint32_t *values = alloc_zero(c->machines + 1, sizeof *values);
  memcpy(values, at, c->machines * sizeof *values);
  values[c->machines] = buffer;
  const dd_node n = dd_tuple(c->sets, values);
  free(values);
  return n;
}

dd_node coding_buffer(struct coding *c, const uint32_t *from, size_t froms,
                      const uint32_t *to, size_t tos) {
  EXPECTS((from || !froms) && (to || !tos));
  EXPECTS((from || !froms) && (to || !tos));
  const unsigned levels = c->machines + 1;
  uint32_t *before = alloc_resize(NULL, levels, sizeof *before);
  uint32_t *after = alloc_zero(levels, sizeof *after);
  memset(before, 0xff, levels * sizeof *before);
  dd_node all = DD_EMPTY;
  for (size_t i = 0; i < froms; i++)
    for (size_t j = 0; j < tos && all != DD_FULL; j++) {
      before[c->machines] = from[i];
      after[c->machines] = to[j];
      const dd_node one = dd_step(c->steps, before, after);
      all = one == DD_FULL ? DD_FULL : dd_union(c->steps, all, one);
    }
  free(before);
  free(after);
  return all;
}

/* --- events --------------------------------------------------------------- */

static void add_event(struct coding *c, struct dd_events *e, machine_id k,
                      const uint32_t *to, uint32_t before, uint32_t after,
                      uint32_t *buffer) {
  EXPECTS(k < c->machines);
  const uint32_t states = (uint32_t)c->net->machines.at[k].states.len;
  buffer[before] = after;
  const uint32_t maps[2] = {dd_events_map(e, c->empty + 1, buffer),
                            dd_events_map(e, states, to)};
  buffer[before] = DD_OFF;
  dd_events_add(e, (const unsigned[]){c->machines + 1, k + 1}, maps, 2);
}

static uint32_t *empty_buffer(const struct coding *c) {
  uint32_t *buffer = alloc_resize(NULL, c->empty + 1, sizeof *buffer);
  memset(buffer, 0xff, (c->empty + 1) * sizeof *buffer);
  return buffer;
}

struct dd_events *coding_state_events(struct coding *c) {
  struct dd_events *e = dd_events_open(c->sets);
  uint32_t *buffer = empty_buffer(c);
  for (size_t i = 0; i < c->groups.len; i++) {
    const struct edge_group *g = &c->groups.at[i];
    const uint32_t after =
        network_is_internal(c->net, g->output) ? g->output : c->empty;
    if (network_is_internal(c->net, g->input))
      add_event(c, e, g->machine, g->to, g->input, after, buffer);
    if (network_is_external(c->net, g->input))
      add_event(c, e, g->machine, g->to, c->empty, after, buffer);
  }
  free(buffer);
  return e;
}
