#include "dd/distance.h"

#include "base/map.h"
#include "base/sound.h"
#include "dd/edges.h"
#include "dd/events.h"
#include "dd/queue.h"

/* --- nodes ---------------------------------------------------------------- */

/* Normalize: the least value goes up to the edge. */
struct dd_edge edge_make(struct dd *f, unsigned level, size_t row,
                         uint32_t size) {
  EXPECTS(level && level <= f->levels && size);
  uint32_t len = size, least = UINT32_MAX;
  while (len && !f->scratch[row + 2 * (len - 1)])
    len--;
  if (!len)
    return nothing;
  for (uint32_t i = 0; i < len; i++)
    if (f->scratch[row + 2 * i] && f->scratch[row + 2 * i + 1] < least)
      least = f->scratch[row + 2 * i + 1];
  for (uint32_t i = 0; i < len; i++)
    if (f->scratch[row + 2 * i])
      f->scratch[row + 2 * i + 1] -= least;
    else
      f->scratch[row + 2 * i + 1] = 0;
  return (struct dd_edge){least, forest_words(f, level, row, 2 * len, len)};
}

/* --- minimum -------------------------------------------------------------- */

struct dd_edge edge_minimum(struct dd *f, struct dd_edge a, struct dd_edge b) {
  if (!a.node || !b.node)
    return a.node ? a : b;
  if (a.node == b.node)
    return a.value <= b.value ? a : b;
  if (b.value < a.value || (b.value == a.value && b.node < a.node)) {
    const struct dd_edge swap = a;
    a = b;
    b = swap;
  }
  const uint32_t apart = b.value - a.value;
  struct dd_edge r;
  if (cache_get_value(f, OP_UNION, a.node, b.node, apart, &r.node, &r.value)) {
    r.value += a.value;
    return r;
  }
  const uint32_t na = node_len(f, a.node), nb = node_len(f, b.node);
  const uint32_t da = node_data(f, a.node), db = node_data(f, b.node);
  const uint32_t n = na > nb ? na : nb;
  const unsigned level = node_level(f, a.node);
  const size_t row = scratch_push(f, 2 * (size_t)n);
  for (uint32_t i = 0; i < n; i++) {
    const struct dd_edge x = i < na ? child_at(f, da, i) : nothing;
    struct dd_edge y = i < nb ? child_at(f, db, i) : nothing;
    y.value += apart;
    const struct dd_edge least = edge_minimum(f, x, y);
    row_put(f, row, i, least);
  }
  r = edge_make(f, level, row, n); /* its value is 0: a's least is */
  scratch_pop(f, row);
  cache_put_value(f, OP_UNION, a.node, b.node, apart, r.node, r.value);
  r.value += a.value;
  return r;
}

/* --- saturation ----------------------------------------------------------- */

static struct dd_edge fire(struct dd *f, struct dd_events *e, uint32_t step,
                           struct dd_edge q, unsigned level);

static void row_minimum(struct dd *f, size_t row, uint32_t to,
                        struct dd_edge a) {
  const struct dd_edge least = edge_minimum(f, row_at(f, row, to), a);
  row_put(f, row, to, least);
}

/* As close_level of saturate.c: an event costs 1. */
static void close_level(struct dd *f, struct dd_events *e, unsigned level,
                        size_t row) {
  EXPECTS(level && level <= f->levels);
  const struct event_level *at = &e->at[level];
  const uint32_t size = f->sizes[level];
  if (!at->count)
    return;
  struct queue q = queue_begin(f, size);
  for (uint32_t i = 0; i < size; i++)
    if (f->scratch[row + 2 * i] && events_leave(at, i))
      queue_add(f, &q, i);
  while (q.count) {
    const uint32_t i = queue_take(f, &q);
    forest_maybe_collect(f);
    for (uint32_t a = at->first[i]; a < at->first[i + 1]; a++) {
      const uint32_t to = at->arrows[a].to;
      struct dd_edge new =
          fire(f, e, at->arrows[a].down, row_at(f, row, i), level - 1);
      if (!new.node)
        continue;
      new.value++;
      const struct dd_edge old = row_at(f, row, to);
      const struct dd_edge least = edge_minimum(f, old, new);
      if (least.node == old.node && least.value == old.value)
        continue;
      row_put(f, row, to, least);
      if (events_leave(at, to))
        queue_add(f, &q, to);
    }
  }
  queue_end(f, &q);
}

static struct dd_edge saturate(struct dd *f, struct dd_events *e,
                               struct dd_edge p, unsigned level) {
  EXPECTS(level <= f->levels);
  struct dd_edge r;
  if (p.node <= DD_TRUE)
    return p;
  if (!cache_get_value(f, OP_SATURATE, p.node, level, 0, &r.node, &r.value)) {
    const uint32_t size = f->sizes[level], len = node_len(f, p.node);
    const uint32_t data = node_data(f, p.node);
    const size_t frame = scratch_zero(f, 2 * (size_t)size + 1);
    const size_t row = frame + 1;
    f->scratch[frame] = p.node;
    for (uint32_t i = 0; i < len; i++) {
      const struct dd_edge below =
          saturate(f, e, child_at(f, data, i), level - 1);
      row_put(f, row, i, below);
    }
    close_level(f, e, level, row);
    r = edge_make(f, level, row, size);
    scratch_pop(f, frame);
    cache_put_value(f, OP_SATURATE, p.node, level, 0, r.node, r.value);
  }
  r.value += p.value;
  return r;
}

static struct dd_edge fire(struct dd *f, struct dd_events *e, uint32_t step,
                           struct dd_edge q, unsigned level) {
  EXPECTS(level <= f->levels && step < e->steps.len);
  struct dd_edge r;
  if (!step || !q.node)
    return q;
  if (cache_get_value(f, OP_FIRE, q.node, step, 0, &r.node, &r.value)) {
    r.value += q.value;
    return r.node ? r : nothing;
  }
  const struct event_step s = e->steps.at[step];
  const bool mine = s.level == level;
  const uint32_t size = f->sizes[level], len = node_len(f, q.node);
  const uint32_t data = node_data(f, q.node);
  const size_t frame = scratch_zero(f, 2 * (size_t)size + 1);
  const size_t row = frame + 1;
  bool any = false;
  f->scratch[frame] = q.node;
  for (uint32_t i = 0; i < len; i++) {
    const struct dd_edge child = child_at(f, data, i);
    const uint32_t to = mine ? events_apply(e, s.map, i) : i;
    if (!child.node || to == DD_OFF)
      continue;
    const struct dd_edge below =
        fire(f, e, mine ? s.down : step, child, level - 1);
    if (!below.node)
      continue;
    row_minimum(f, row, to, below);
    any = true;
  }
  if (any)
    close_level(f, e, level, row);
  r = any ? edge_make(f, level, row, size) : nothing;
  scratch_pop(f, frame);
  cache_put_value(f, OP_FIRE, q.node, step, 0, r.node, r.value);
  r.value += q.value;
  return r.node ? r : nothing;
}

/* --- operations ----------------------------------------------------------- */

struct dd_edge dd_minimum(struct dd *f, struct dd_edge a, struct dd_edge b) {
  EDGE_OPERATION(f, edge_minimum(f, a, b));
}

struct dd_edge dd_distances(struct dd *f, struct dd_edge from,
                            struct dd_events *e) {
  assert(f->kind == DD_DISTANCES);
  events_prepare(e);
  cache_clear(f, OP_SATURATE);
  cache_clear(f, OP_FIRE);
  EDGE_OPERATION(f, saturate(f, e, from, f->levels));
}

static struct dd_edge origin(struct dd *f, const uint32_t *values) {
  struct dd_edge below = {0, DD_TRUE};
  for (unsigned l = 1; l <= f->levels; l++) {
    const size_t row = scratch_zero(f, 2 * (size_t)f->sizes[l]);
    row_put(f, row, values[l - 1], below);
    below = edge_make(f, l, row, f->sizes[l]);
    scratch_pop(f, row);
  }
  return below;
}

struct dd_edge dd_origin(struct dd *f, const uint32_t *values) {
  EDGE_OPERATION(f, origin(f, values));
}

static struct dd_edge constant(struct dd *f, struct dd *sets, dd_node n,
                               unsigned level) {
  EXPECTS(level <= f->levels);
  struct dd_edge r = {0, n};
  if (!n || !level)
    return r;
  if (cache_get_value(f, OP_PAIR, n, level, 0, &r.node, &r.value))
    return r;
  const uint32_t size = f->sizes[level];
  const size_t row = scratch_zero(f, 2 * (size_t)size);
  for (uint32_t i = 0; i < size; i++) {
    const dd_node child =
        node_level(sets, n) == level ? node_child(sets, n, i) : n;
    const struct dd_edge below = constant(f, sets, child, level - 1);
    row_put(f, row, i, below);
  }
  r = edge_make(f, level, row, size);
  scratch_pop(f, row);
  cache_put_value(f, OP_PAIR, n, level, 0, r.node, r.value);
  return r;
}

static struct dd_edge constant_all(struct dd *f, uint32_t value,
                                   struct dd *sets, dd_node set) {
  struct dd_edge r = constant(f, sets, set, f->levels);
  r.value += r.node ? value : 0;
  return r;
}

struct dd_edge dd_constant(struct dd *f, uint32_t value, struct dd *sets,
                           dd_node set) {
  cache_clear(f, OP_PAIR);
  EDGE_OPERATION(f, constant_all(f, value, sets, set));
}

bool dd_value(const struct dd *f, struct dd_edge a, const uint32_t *values,
              uint32_t *out) {
  *out = a.value;
  for (unsigned l = f->levels; l && a.node; l--) {
    const uint32_t i = values[l - 1];
    a = i < node_len(f, a.node) ? child_at(f, node_data(f, a.node), i)
                                : nothing;
    *out += a.value;
  }
  return a.node != DD_EMPTY;
}

static uint32_t greatest(const struct dd *f, dd_node n, struct map *known) {
  if (n <= DD_TRUE)
    return 0;
  const uint64_t *old = map_get(known, n);
  if (old)
    return (uint32_t)*old;
  uint32_t most = 0;
  for (uint32_t i = 0; i < node_len(f, n); i++) {
    const struct dd_edge c = child_at(f, node_data(f, n), i);
    if (!c.node)
      continue;
    const uint32_t v = c.value + greatest(f, c.node, known);
    most = v > most ? v : most;
  }
  map_put(known, n, most);
  return most;
}

uint32_t dd_greatest(const struct dd *f, struct dd_edge a) {
  struct map known = {0};
  const uint32_t most = a.value + greatest(f, a.node, &known);
  map_free(&known);
  return most;
}

static dd_node at_value(struct dd *sets, struct dd *f, dd_node n,
                        uint32_t value, unsigned level) {
  EXPECTS(level <= sets->levels);
  dd_node result;
  if (!n || !level)
    return n && !value ? DD_TRUE : DD_EMPTY;
  if (cache_get(sets, OP_PAIR, n, value, 0, &result))
    return result;
  const uint32_t size = sets->sizes[level];
  const size_t base = scratch_zero(sets, size);
  for (uint32_t i = 0; i < node_len(f, n); i++) {
    const struct dd_edge c = child_at(f, node_data(f, n), i);
    if (!c.node || c.value > value)
      continue;
    const dd_node below = at_value(sets, f, c.node, value - c.value, level - 1);
    sets->scratch[base + i] = below;
  }
  result = forest_dense(sets, level, base, size);
  scratch_pop(sets, base);
  cache_put(sets, OP_PAIR, n, value, 0, result);
  return result;
}

dd_node dd_at_value(struct dd *sets, struct dd *f, struct dd_edge a,
                    uint32_t value) {
  cache_clear(sets, OP_PAIR);
  if (!a.node || value < a.value)
    return DD_EMPTY;
  OPERATION(sets, at_value(sets, f, a.node, value - a.value, f->levels));
}
