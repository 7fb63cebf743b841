/* Saturation with discovery (dd/steps.h).
 *
 * Rows under construction grow: a value that is new at a level gets a place
 * while the row is open.  So a row lies at the end of the scratch memory
 * whenever it is written to, two words for a value: the child, and where in the
 * queue of values to be followed it stands. */
#include "base/sound.h"
#include "dd/steps_inside.h"

enum { QUEUE_NOT = 0, QUEUE_LAST = 1 }; /* otherwise 2 + the next value */

struct open_row {
  unsigned level;
  size_t frame;              /* one word, kept alive, then the row */
  uint32_t size, head, tail; /* head, tail: 1 + a value, or 0 */
};

static size_t cell(const struct open_row *r, uint32_t i) {
  return r->frame + 1 + 2 * (size_t)i;
}

static struct open_row row_open(struct dd *f, unsigned level, dd_node keep) {
  struct open_row r = {.level = level, .frame = scratch_push(f, 1)};
  f->scratch[r.frame] = keep;
  return r;
}

/* The value stands at the end of the queue. */
static void row_queue(struct dd *f, struct open_row *r, uint32_t i) {
  if (f->scratch[cell(r, i) + 1] != QUEUE_NOT)
    return;
  f->scratch[cell(r, i) + 1] = QUEUE_LAST;
  if (r->tail)
    f->scratch[cell(r, r->tail - 1) + 1] = 2 + i;
  else
    r->head = 1 + i;
  r->tail = 1 + i;
}

static uint32_t row_next(struct dd *f, struct open_row *r) {
  const uint32_t i = r->head - 1;
  const uint32_t link = f->scratch[cell(r, i) + 1];
  f->scratch[cell(r, i) + 1] = QUEUE_NOT;
  r->head = link == QUEUE_LAST ? 0 : link - 1;
  if (!r->head)
    r->tail = 0;
  return i;
}

/* Announces a value before a node has it. */
static void announce(struct dd *f, struct dd_search *x, unsigned level,
                     uint32_t value) {
  if (value >= DD_SIZE_MAX)
    forest_exhausted(f);
  if (value >= f->sizes[level])
    dd_grow(f, level, value + 1);
  if (x->found)
    x->found(x->user, level, value);
}

static void row_add(struct dd *f, struct dd_search *x, struct open_row *r,
                    uint32_t to, dd_node n) {
  if (!n)
    return;
  if (to >= r->size || !f->scratch[cell(r, to)]) {
    announce(f, x, r->level, to);
    if (to >= r->size) {
      EXPECTS(f->top == cell(r, r->size));
      scratch_zero(f, 2 * (size_t)(to + 1 - r->size));
      r->size = to + 1;
    }
  }
  const dd_node old = f->scratch[cell(r, to)];
  if (old == n)
    return;
  const dd_node both = old ? dd_union(f, old, n) : n;
  if (both == old)
    return;
  f->scratch[cell(r, to)] = both;
  row_queue(f, r, to);
}

static dd_node row_close(struct dd *f, struct open_row *r) {
  const size_t base = r->frame + 1;
  for (uint32_t i = 0; i < r->size; i++)
    f->scratch[base + i] = f->scratch[cell(r, i)];
  const dd_node n = forest_dense(f, r->level, base, r->size);
  scratch_pop(f, r->frame);
  return n;
}

static dd_node fire(struct dd *f, struct dd_search *x, uint32_t step, dd_node q,
                    unsigned level);

/* Are there too many nodes?  From then on everything that is open is closed with
 * what it has: a row has only what can be reached.  Nodes that nobody needs are
 * counted, too: collecting them so early would forget what is remembered of
 * them. */
static void pause_maybe(const struct dd *f, struct dd_search *x) {
  if (x->pause && f->nodes > x->pause)
    x->paused = true;
}

/* Closes the row under the steps whose top its level is. */
static void row_saturate(struct dd *f, struct dd_search *x,
                         struct open_row *r) {
  while (r->head && !x->paused) {
    const uint32_t i = row_next(f, r);
    const uint32_t root = x->steps->roots[r->level];
    forest_maybe_collect(f);
    pause_maybe(f, x);
    /* rows of steps may grow meanwhile: what is new cannot happen here */
    f->work += steps_row_len(x->steps, root, i) / 4;
    for (uint32_t a = 0; a < steps_row_len(x->steps, root, i); a++) {
      const struct steps_arrow arrow = steps_arrow_at(x->steps, root, i, a);
      const dd_node new =
          fire(f, x, arrow.down, f->scratch[cell(r, i)], r->level - 1);
      row_add(f, x, r, arrow.to, new);
    }
  }
}

static dd_node fire(struct dd *f, struct dd_search *x, uint32_t step, dd_node q,
                    unsigned level) {
  dd_node result;
  if (!step || !q)
    return q;
  if (cache_get(f, OP_FIRE, q, step, 0, &result))
    return result;
  if (x->paused)
    return DD_EMPTY;
  steps_poll(f, x);
  const bool mine = x->steps->nodes.at[step].level == level;
  struct open_row r = row_open(f, level, q);
  struct walk w = walk_begin(f, q);
  uint32_t index;
  dd_node child;
  while (walk_next(f, &w, &index, &child)) {
    if (!mine) {
      const dd_node below = fire(f, x, step, child, level - 1);
      row_add(f, x, &r, index, below);
      continue;
    }
    for (uint32_t a = 0; a < steps_row_len(x->steps, step, index); a++) {
      const struct steps_arrow arrow = steps_arrow_at(x->steps, step, index, a);
      const dd_node below = fire(f, x, arrow.down, child, level - 1);
      row_add(f, x, &r, arrow.to, below);
    }
  }
  row_saturate(f, x, &r);
  result = row_close(f, &r);
  cache_put(f, OP_FIRE, q, step, 0, result);
  return result;
}

static dd_node saturate(struct dd *f, struct dd_search *x, dd_node p,
                        unsigned level) {
  dd_node result;
  if (p <= DD_TRUE || x->paused)
    return p;
  if (cache_get(f, OP_SATURATE, p, level, 0, &result))
    return result;
  struct open_row r = row_open(f, level, p);
  struct walk w = walk_begin(f, p);
  uint32_t index;
  dd_node child;
  while (walk_next(f, &w, &index, &child)) {
    const dd_node below = saturate(f, x, child, level - 1);
    row_add(f, x, &r, index, below);
  }
  row_saturate(f, x, &r);
  result = row_close(f, &r);
  cache_put(f, OP_SATURATE, p, level, 0, result);
  return result;
}

static dd_node search(struct dd *f, dd_node n, struct dd_search *x) {
  OPERATION(f, saturate(f, x, n, f->levels));
}

dd_node dd_discover(struct dd *f, dd_node n, struct dd_search *x) {
  assert(f->kind == DD_SETS);
  x->paused = false;
  cache_clear(f, OP_SATURATE);
  cache_clear(f, OP_FIRE);
  const dd_node all = search(f, n, x);
  cache_clear(f, OP_SATURATE); /* they belong to these steps */
  cache_clear(f, OP_FIRE);
  return all;
}

void dd_grow(struct dd *f, unsigned level, uint32_t size) {
  EXPECTS(level && level <= f->levels);
  assert(size <= DD_SIZE_MAX && f->kind != DD_RELATIONS);
  if (size > f->sizes[level])
    f->sizes[level] = size;
}

/* --- selecting ------------------------------------------------------------ */

static dd_node select_by(struct dd *f, struct dd_search *x, uint32_t step,
                         dd_node q, unsigned level) {
  dd_node result;
  if (!step || !q)
    return q;
  if (cache_get(f, OP_STEP, q, step, 0, &result))
    return result;
  steps_poll(f, x);
  const bool mine = x->steps->nodes.at[step].level == level;
  const uint32_t size = f->sizes[level];
  const size_t row = scratch_zero(f, size);
  struct walk w = walk_begin(f, q);
  uint32_t index;
  dd_node child;
  while (walk_next(f, &w, &index, &child)) {
    dd_node below = DD_EMPTY;
    if (!mine)
      below = select_by(f, x, step, child, level - 1);
    for (uint32_t a = 0; mine && a < steps_row_len(x->steps, step, index);
         a++) {
      const uint32_t down = steps_arrow_at(x->steps, step, index, a).down;
      const dd_node more = select_by(f, x, down, child, level - 1);
      below = dd_union(f, below, more);
    }
    f->scratch[row + index] = below;
  }
  result = forest_dense(f, level, row, size);
  scratch_pop(f, row);
  cache_put(f, OP_STEP, q, step, 0, result);
  return result;
}

static dd_node select_all(struct dd *f, dd_node n, struct dd_search *x,
                          bool first) {
  dd_node all = DD_EMPTY;
  for (unsigned l = 1; l <= f->levels && !(first && all); l++) {
    if (!x->steps->roots[l])
      continue;
    const dd_node more = select_by(f, x, x->steps->roots[l], n, f->levels);
    all = dd_union(f, all, more);
  }
  return all;
}

/* What is left of q when all that meets a condition whose top is not above this
 * level is taken away. */
static dd_node reject(struct dd *f, struct dd_search *x, dd_node q,
                      unsigned level) {
  dd_node result;
  if (q <= DD_TRUE)
    return q;
  if (cache_get(f, OP_SATURATE, q, level, 0, &result))
    return result;
  const uint32_t size = f->sizes[level], root = x->steps->roots[level];
  const size_t row = scratch_zero(f, size);
  struct walk w = walk_begin(f, q);
  uint32_t index;
  dd_node child;
  while (walk_next(f, &w, &index, &child)) {
    dd_node left = reject(f, x, child, level - 1);
    for (uint32_t a = 0; a < steps_row_len(x->steps, root, index); a++) {
      const uint32_t down = steps_arrow_at(x->steps, root, index, a).down;
      const dd_node gone = select_by(f, x, down, left, level - 1);
      left = dd_minus(f, left, gone);
    }
    f->scratch[row + index] = left;
  }
  result = forest_dense(f, level, row, size);
  scratch_pop(f, row);
  cache_put(f, OP_SATURATE, q, level, 0, result);
  return result;
}

static dd_node select_run(struct dd *f, dd_node n, struct dd_search *x,
                          bool first) {
  OPERATION(f, select_all(f, n, x, first));
}
static dd_node reject_run(struct dd *f, dd_node n, struct dd_search *x) {
  OPERATION(f, reject(f, x, n, f->levels));
}

dd_node dd_select(struct dd *f, dd_node n, struct dd_search *x) {
  assert(f->kind == DD_SETS);
  cache_clear(f, OP_STEP);
  return select_run(f, n, x, false);
}

dd_node dd_meets(struct dd *f, dd_node n, struct dd_search *x) {
  assert(f->kind == DD_SETS);
  cache_clear(f, OP_STEP);
  return select_run(f, n, x, true);
}

dd_node dd_reject(struct dd *f, dd_node n, struct dd_search *x) {
  assert(f->kind == DD_SETS);
  cache_clear(f, OP_STEP);
  cache_clear(f, OP_SATURATE);
  return reject_run(f, n, x);
}
