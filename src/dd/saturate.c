#include "dd/saturate.h"

#include "base/sound.h"
#include "dd/events.h"
#include "dd/queue.h"

static dd_node fire(struct dd *f, struct dd_events *e, uint32_t step, dd_node q,
                    unsigned level);

/* --- one level ------------------------------------------------------------ */

/* scratch[base .. base + size) are saturated children, by value of the
 * variable (for relations: of one row); they are closed under the events
 * whose top this level is.  Values that gained something wait in a queue. */
static void close_level(struct dd *f, struct dd_events *e, unsigned level,
                        size_t base) {
  EXPECTS(level && level <= f->levels);
  const struct event_level *at = &e->at[level];
  const uint32_t size = f->sizes[level];
  if (!at->count)
    return;
  struct queue q = queue_begin(f, size);
  for (uint32_t i = 0; i < size; i++)
    if (f->scratch[base + i] && events_leave(at, i))
      queue_add(f, &q, i);
  while (q.count) {
    const uint32_t i = queue_take(f, &q);
    forest_maybe_collect(f);
    for (uint32_t a = at->first[i]; a < at->first[i + 1]; a++) {
      const uint32_t to = at->arrows[a].to;
      const dd_node new =
          fire(f, e, at->arrows[a].down, f->scratch[base + i], level - 1);
      const dd_node old = f->scratch[base + to];
      if (!new || new == old)
        continue;
      const dd_node both = dd_union(f, old, new);
      if (both == old)
        continue;
      f->scratch[base + to] = both;
      if (events_leave(at, to))
        queue_add(f, &q, to);
    }
  }
  queue_end(f, &q);
}

/* Takes value `to` in a row under construction. */
static void add_to(struct dd *f, size_t row, uint32_t to, dd_node n) {
  const dd_node old = f->scratch[row + to];
  const dd_node both = old ? dd_union(f, old, n) : n;
  f->scratch[row + to] = both;
}

/* --- sets ----------------------------------------------------------------- */

static dd_node saturate(struct dd *f, struct dd_events *e, dd_node p,
                        unsigned level) {
  EXPECTS(level <= f->levels);
  dd_node result;
  if (p <= DD_TRUE)
    return p;
  if (cache_get(f, OP_SATURATE, p, level, 0, &result))
    return result;
  const uint32_t size = f->sizes[level];
  const size_t frame = scratch_zero(f, size + (size_t)1), row = frame + 1;
  f->scratch[frame] = p; /* keeps it, and its children, alive */
  struct walk w = walk_begin(f, p);
  uint32_t index;
  dd_node child;
  while (walk_next(f, &w, &index, &child)) {
    const dd_node below = saturate(f, e, child, level - 1);
    f->scratch[row + index] = below;
  }
  close_level(f, e, level, row);
  result = forest_dense(f, level, row, size);
  scratch_pop(f, frame);
  cache_put(f, OP_SATURATE, p, level, 0, result);
  return result;
}

/* The step and what follows it, fired on q, which is saturated and whose
 * level this is; the result is saturated. */
static dd_node fire_set(struct dd *f, struct dd_events *e, uint32_t step,
                        dd_node q, unsigned level) {
  EXPECTS(level <= f->levels && step < e->steps.len);
  dd_node result;
  if (cache_get(f, OP_FIRE, q, step, 0, &result))
    return result;
  const struct event_step s = e->steps.at[step];
  const bool mine = s.level == level;
  const uint32_t size = f->sizes[level];
  const size_t frame = scratch_zero(f, size + (size_t)1), row = frame + 1;
  f->scratch[frame] = q;
  struct walk w = walk_begin(f, q);
  uint32_t index;
  dd_node child;
  bool any = false;
  while (walk_next(f, &w, &index, &child)) {
    const uint32_t to = mine ? events_apply(e, s.map, index) : index;
    if (to == DD_OFF)
      continue;
    const dd_node below = fire(f, e, mine ? s.down : step, child, level - 1);
    if (!below)
      continue;
    add_to(f, row, to, below);
    any = true;
  }
  if (any)
    close_level(f, e, level, row);
  result = any ? forest_dense(f, level, row, size) : DD_EMPTY;
  scratch_pop(f, frame);
  cache_put(f, OP_FIRE, q, step, 0, result);
  return result;
}

/* --- relations ------------------------------------------------------------ */

/* A relation's node is closed row by row: events act on the second tuple, so
 * rows do not mix.  Rows come with increasing `from`; what is done with a
 * child on its way in is all that differs between the two walks. */
struct rows {
  unsigned level;
  uint32_t size;
  size_t row, out; /* the row under construction; pairs already made */
  uint32_t from, count;
  bool open;
};

static void rows_flush(struct dd *f, struct dd_events *e, struct rows *r) {
  if (!r->open)
    return;
  close_level(f, e, r->level, r->row);
  for (uint32_t to = 0; to < r->size; to++) {
    const dd_node n = f->scratch[r->row + to];
    f->scratch[r->row + to] = DD_EMPTY;
    if (!n)
      continue;
    const size_t at = scratch_push(f, 2);
    f->scratch[at] = r->from * r->size + to;
    f->scratch[at + 1] = n;
    r->count++;
  }
  r->open = false;
}

static void rows_add(struct dd *f, struct dd_events *e, struct rows *r,
                     uint32_t from, uint32_t to, dd_node n) {
  if (!n)
    return;
  if (r->open && r->from != from)
    rows_flush(f, e, r);
  r->from = from;
  r->open = true;
  add_to(f, r->row, to, n);
}

static struct rows rows_begin(struct dd *f, unsigned level, dd_node keep) {
  EXPECTS(level && level <= f->levels);
  struct rows r = {.level = level, .size = f->sizes[level]};
  const size_t frame = scratch_zero(f, r.size + (size_t)1);
  f->scratch[frame] = keep;
  r.row = frame + 1;
  r.out = f->top;
  return r;
}

static dd_node rows_end(struct dd *f, struct dd_events *e, struct rows *r) {
  rows_flush(f, e, r);
  const dd_node result = forest_pairs(f, r->level, r->out, r->count);
  scratch_pop(f, r->row - 1);
  return result;
}

static dd_node saturate_relation(struct dd *f, struct dd_events *e, dd_node p,
                                 unsigned level) {
  EXPECTS(level <= f->levels);
  dd_node result;
  if (!p || !level)
    return p;
  const bool skipped = node_level(f, p) < level;
  if (skipped && !e->at[level].count) /* unchanged stays unchanged */
    return saturate_relation(f, e, p, level - 1);
  if (cache_get(f, OP_SATURATE, p, level, 0, &result))
    return result;
  struct rows r = rows_begin(f, level, p);
  if (skipped) {
    for (uint32_t i = 0; i < r.size; i++) {
      const dd_node below = saturate_relation(f, e, p, level - 1);
      rows_add(f, e, &r, i, i, below);
    }
  } else {
    struct walk w = walk_begin(f, p);
    uint32_t index;
    dd_node child;
    while (walk_next(f, &w, &index, &child)) {
      const dd_node below = saturate_relation(f, e, child, level - 1);
      rows_add(f, e, &r, index / r.size, index % r.size, below);
    }
  }
  result = rows_end(f, e, &r);
  cache_put(f, OP_SATURATE, p, level, 0, result);
  return result;
}

static dd_node fire_relation(struct dd *f, struct dd_events *e, uint32_t step,
                             dd_node q, unsigned level) {
  EXPECTS(level <= f->levels && step < e->steps.len);
  const struct event_step s = e->steps.at[step];
  const bool mine = s.level == level;
  const bool skipped = node_level(f, q) < level;
  dd_node result;
  if (skipped && !mine && !e->at[level].count)
    return fire(f, e, step, q, level - 1);
  if (cache_get(f, OP_FIRE, q, step, level, &result))
    return result;
  struct rows r = rows_begin(f, level, q);
  struct walk w = {0};
  if (!skipped)
    w = walk_begin(f, q);
  for (uint32_t i = 0; !skipped || i < r.size; i++) {
    uint32_t index = i * r.size + i;
    dd_node child = q;
    if (!skipped && !walk_next(f, &w, &index, &child))
      break;
    const uint32_t from = index / r.size, to = index % r.size;
    const uint32_t moved = mine ? events_apply(e, s.map, to) : to;
    if (moved == DD_OFF)
      continue;
    const dd_node below = fire(f, e, mine ? s.down : step, child, level - 1);
    rows_add(f, e, &r, from, moved, below);
  }
  result = rows_end(f, e, &r);
  cache_put(f, OP_FIRE, q, step, level, result);
  return result;
}

static dd_node fire(struct dd *f, struct dd_events *e, uint32_t step, dd_node q,
                    unsigned level) {
  EXPECTS(level <= f->levels && step < e->steps.len);
  if (!step || !q)
    return q;
  return f->kind == DD_RELATIONS ? fire_relation(f, e, step, q, level)
                                 : fire_set(f, e, step, q, level);
}

dd_node dd_saturate(struct dd *f, dd_node n, struct dd_events *e) {
  assert(f->kind == DD_SETS || f->kind == DD_RELATIONS);
  events_prepare(e);
  cache_clear(f, OP_SATURATE); /* they may belong to other events */
  cache_clear(f, OP_FIRE);
  if (f->kind == DD_RELATIONS)
    OPERATION(f, saturate_relation(f, e, n, f->levels));
  OPERATION(f, saturate(f, e, n, f->levels));
}

/* --- breadth first -------------------------------------------------------- */

static dd_node step_set(struct dd *f, struct dd_events *e, uint32_t step,
                        dd_node q, unsigned level) {
  EXPECTS(level <= f->levels && step < e->steps.len);
  dd_node result;
  if (!step || !q)
    return q;
  if (cache_get(f, OP_STEP, q, step, 0, &result))
    return result;
  const struct event_step s = e->steps.at[step];
  const bool mine = s.level == level;
  const uint32_t size = f->sizes[level];
  const size_t row = scratch_zero(f, size);
  struct walk w = walk_begin(f, q);
  uint32_t index;
  dd_node child;
  while (walk_next(f, &w, &index, &child)) {
    const uint32_t to = mine ? events_apply(e, s.map, index) : index;
    if (to == DD_OFF)
      continue;
    const dd_node below =
        step_set(f, e, mine ? s.down : step, child, level - 1);
    if (below)
      add_to(f, row, to, below);
  }
  result = forest_dense(f, level, row, size);
  scratch_pop(f, row);
  cache_put(f, OP_STEP, q, step, 0, result);
  return result;
}

static dd_node fire_all(struct dd *f, dd_node n, struct dd_events *e) {
  dd_node all = DD_EMPTY;
  for (size_t t = 0; t < e->tops.len; t++) {
    const dd_node one = step_set(f, e, e->tops.at[t], n, f->levels);
    all = dd_union(f, all, one);
  }
  return all;
}

dd_node dd_fire_all(struct dd *f, dd_node n, struct dd_events *e) {
  assert(f->kind == DD_SETS);
  cache_clear(f, OP_STEP);
  OPERATION(f, fire_all(f, n, e));
}

dd_node dd_reach_bfs(struct dd *f, dd_node n, struct dd_events *e,
                     unsigned *rounds) {
  dd_node reached = n, front = n;
  *rounds = 0;
  dd_protect(f, &reached);
  dd_protect(f, &front);
  while (front && front != DD_FULL) {
    const dd_node next = dd_fire_all(f, front, e);
    ++*rounds;
    front = next == DD_FULL ? DD_FULL : dd_minus(f, next, reached);
    const dd_node more =
        front == DD_FULL ? DD_FULL : dd_union(f, reached, front);
    reached = more;
    if (more == DD_FULL)
      break;
    if (dd_crowded(f))
      dd_collect(f);
  }
  dd_unprotect(f, 2);
  return front == DD_FULL ? DD_FULL : reached;
}
