/* Distances by steps (dd/steps.h), as dd/distance.c has them by events. */
#include "base/sound.h"
#include "dd/edges.h"
#include "dd/queue.h"
#include "dd/steps_inside.h"

static struct dd_edge fire(struct dd *f, struct dd_search *x, uint32_t step,
                           struct dd_edge q, unsigned level);

/* Values whose function has become less wait in a queue. */
static void close_level(struct dd *f, struct dd_search *x, unsigned level,
                        size_t row) {
  const uint32_t root = x->steps->roots[level], size = f->sizes[level];
  if (!root)
    return;
  struct queue q = queue_begin(f, size);
  for (uint32_t i = 0; i < size; i++)
    if (f->scratch[row + 2 * i])
      queue_add(f, &q, i);
  while (q.count) {
    const uint32_t i = queue_take(f, &q);
    forest_maybe_collect(f);
    for (uint32_t a = 0; a < steps_row_len(x->steps, root, i); a++) {
      const struct steps_arrow arrow = steps_arrow_at(x->steps, root, i, a);
      struct dd_edge new = fire(f, x, arrow.down, row_at(f, row, i), level - 1);
      if (!new.node)
        continue;
      new.value++;
      const struct dd_edge old = row_at(f, row, arrow.to);
      const struct dd_edge least = edge_minimum(f, old, new);
      if (least.node == old.node && least.value == old.value)
        continue;
      row_put(f, row, arrow.to, least);
      queue_add(f, &q, arrow.to);
    }
  }
  queue_end(f, &q);
}

static void row_minimum(struct dd *f, size_t row, uint32_t to,
                        struct dd_edge a) {
  if (!a.node)
    return;
  const struct dd_edge least = edge_minimum(f, row_at(f, row, to), a);
  row_put(f, row, to, least);
}

static struct dd_edge fire(struct dd *f, struct dd_search *x, uint32_t step,
                           struct dd_edge q, unsigned level) {
  struct dd_edge r;
  if (!step || !q.node)
    return q;
  if (!cache_get_value(f, OP_FIRE, q.node, step, 0, &r.node, &r.value)) {
    steps_poll(f, x);
    const bool mine = x->steps->nodes.at[step].level == level;
    const uint32_t size = f->sizes[level], len = node_len(f, q.node);
    const uint32_t data = node_data(f, q.node);
    const size_t frame = scratch_zero(f, 2 * (size_t)size + 1);
    const size_t row = frame + 1;
    f->scratch[frame] = q.node;
    for (uint32_t i = 0; i < len; i++) {
      const struct dd_edge child = child_at(f, data, i);
      if (!mine) {
        const struct dd_edge below = fire(f, x, step, child, level - 1);
        row_minimum(f, row, i, below);
        continue;
      }
      for (uint32_t a = 0; a < steps_row_len(x->steps, step, i); a++) {
        const struct steps_arrow arrow = steps_arrow_at(x->steps, step, i, a);
        const struct dd_edge below = fire(f, x, arrow.down, child, level - 1);
        row_minimum(f, row, arrow.to, below);
      }
    }
    close_level(f, x, level, row);
    r = edge_make(f, level, row, size);
    scratch_pop(f, frame);
    cache_put_value(f, OP_FIRE, q.node, step, 0, r.node, r.value);
  }
  r.value += q.value;
  return r.node ? r : nothing;
}

static struct dd_edge saturate(struct dd *f, struct dd_search *x,
                               struct dd_edge p, unsigned level) {
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
          saturate(f, x, child_at(f, data, i), level - 1);
      row_put(f, row, i, below);
    }
    close_level(f, x, level, row);
    r = edge_make(f, level, row, size);
    scratch_pop(f, frame);
    cache_put_value(f, OP_SATURATE, p.node, level, 0, r.node, r.value);
  }
  r.value += p.value;
  return r;
}

static struct dd_edge run(struct dd *f, struct dd_edge from,
                          struct dd_search *x) {
  EDGE_OPERATION(f, saturate(f, x, from, f->levels));
}

struct dd_edge dd_steps_distances(struct dd *f, struct dd_edge from,
                                  struct dd_search *x) {
  assert(f->kind == DD_DISTANCES && !x->found);
  cache_clear(f, OP_SATURATE);
  cache_clear(f, OP_FIRE);
  const struct dd_edge all = run(f, from, x);
  cache_clear(f, OP_SATURATE);
  cache_clear(f, OP_FIRE);
  return all;
}
