#include "dd/pairs.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "dd/forest.h"

struct dd *dd_pairs_open(const struct dd *relations, uint64_t limit) {
  const unsigned levels = 2 * (relations->levels - 1);
  uint32_t *sizes = alloc_zero(levels, sizeof *sizes);
  for (unsigned l = 0; l < levels; l++)
    sizes[l] = relations->sizes[l / 2 + 1];
  struct dd *f = dd_open(DD_SETS, levels, sizes, limit);
  free(sizes);
  return f;
}

struct dd *dd_labels_open(const struct dd *relations, uint64_t limit) {
  const unsigned levels = relations->levels + 1;
  uint32_t *sizes = alloc_zero(levels, sizeof *sizes);
  for (unsigned l = 0; l < levels; l++)
    sizes[l] = relations->sizes[l + 1 < levels ? l + 1 : relations->levels];
  struct dd *f = dd_open(DD_SETS, levels, sizes, limit);
  free(sizes);
  return f;
}

/* --- equal states --------------------------------------------------------- */

static dd_node same(struct dd *f, const struct dd *sets, dd_node n) {
  dd_node result, child;
  if (n <= DD_TRUE)
    return n;
  if (cache_get(f, OP_PAIR, n, 0, 0, &result))
    return result;
  const unsigned level = node_level(sets, n);
  const size_t out = f->top;
  uint32_t i, count = 0;
  for (struct walk w = walk_begin(sets, n); walk_next(sets, &w, &i, &child);
       count++) {
    const dd_node below = same(f, sets, child);
    const size_t at = scratch_push(f, 2);
    f->scratch[at] = i;
    f->scratch[at + 1] = below;
    const dd_node row = forest_pairs(f, 2 * level - 1, at, 1);
    f->scratch[at + 1] = row;
  }
  result = forest_pairs(f, 2 * level, out, count);
  scratch_pop(f, out);
  cache_put(f, OP_PAIR, n, 0, 0, result);
  return result;
}

dd_node dd_pairs_same(struct dd *pairs, const struct dd *sets, dd_node set,
                      uint32_t label) {
  assert(sets->kind == DD_SETS);
  if (!set)
    return DD_EMPTY;
  cache_clear(pairs, OP_PAIR);
  OPERATION(pairs, same(pairs, sets, node_child(sets, set, label)));
}

/* --- steps ---------------------------------------------------------------- */

struct lockstep {
  struct dd *pairs, *relations;
  bool back;
};

/* A relation's node seen from a level, on the scratch of `pairs`: entries
 * (after, child) sorted by the value before, and where those of each value
 * begin.  A node that leaves the level out keeps every value. */
struct side {
  dd_node node;
  size_t first, entries; /* of scratch */
  bool skipped;
};

static struct side side_of(struct lockstep *s, dd_node n, unsigned level) {
  EXPECTS(level && level <= s->pairs->levels);
  struct dd *f = s->pairs;
  const struct dd *r = s->relations;
  const uint32_t size = r->sizes[level];
  struct side side = {.node = n, .skipped = node_level(r, n) < level};
  if (side.skipped)
    return side;
  uint32_t index, count = 0;
  dd_node child;
  side.first = scratch_zero(f, size + (size_t)1);
  for (struct walk w = walk_begin(r, n); walk_next(r, &w, &index, &child);
       count++)
    f->scratch[side.first + (s->back ? index % size : index / size) + 1]++;
  for (uint32_t i = 0; i < size; i++)
    f->scratch[side.first + i + 1] += f->scratch[side.first + i];
  side.entries = scratch_push(f, 2 * (size_t)count);
  const size_t next = scratch_push(f, size);
  for (uint32_t i = 0; i < size; i++)
    f->scratch[next + i] = f->scratch[side.first + i];
  for (struct walk w = walk_begin(r, n); walk_next(r, &w, &index, &child);) {
    const uint32_t before = s->back ? index % size : index / size;
    const size_t at = side.entries + 2 * (size_t)f->scratch[next + before]++;
    f->scratch[at] = s->back ? index / size : index % size;
    f->scratch[at + 1] = child;
  }
  scratch_pop(f, next);
  return side;
}

static uint32_t side_count(const struct dd *f, const struct side *s,
                           uint32_t before) {
  return s->skipped ? 1
                    : f->scratch[s->first + before + 1] -
                          f->scratch[s->first + before];
}

static void side_get(const struct dd *f, const struct side *s, uint32_t before,
                     uint32_t i, uint32_t *after, dd_node *child) {
  *after = before;
  *child = s->node;
  if (s->skipped)
    return;
  const size_t at =
      s->entries + 2 * (size_t)(f->scratch[s->first + before] + i);
  *after = f->scratch[at];
  *child = f->scratch[at + 1];
}

static dd_node step(struct lockstep *s, dd_node p, dd_node t, dd_node u,
                    unsigned level);

/* All moves of both from one pair of values, as triples (value of the first,
 * of the second, what is below) on the scratch of `pairs`. */
static void step_values(struct lockstep *s, const struct side *t, uint32_t i,
                        const struct side *u, uint32_t k, dd_node below,
                        unsigned level) {
  struct dd *f = s->pairs;
  const uint32_t nt = side_count(f, t, i), nu = side_count(f, u, k);
  for (uint32_t a = 0; a < nt; a++)
    for (uint32_t b = 0; b < nu; b++) {
      uint32_t x, y;
      dd_node tx, uy;
      side_get(f, t, i, a, &x, &tx);
      side_get(f, u, k, b, &y, &uy);
      const dd_node reached = step(s, below, tx, uy, level - 1);
      if (!reached)
        continue;
      const size_t at = scratch_push(f, 3);
      f->scratch[at] = x;
      f->scratch[at + 1] = y;
      f->scratch[at + 2] = reached;
    }
}

static int by_values(const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  const int first = x[0] < y[0] ? -1 : x[0] > y[0];
  return first ? first : x[1] < y[1] ? -1 : x[1] > y[1];
}

/* The row of the triples from *at on that have the same first value. */
static dd_node gather_row(struct dd *f, size_t *at, size_t end,
                          unsigned level) {
  const uint32_t x = f->scratch[*at];
  const size_t row = f->top;
  uint32_t count = 0;
  while (*at < end && f->scratch[*at] == x) {
    const uint32_t y = f->scratch[*at + 1];
    dd_node all = f->scratch[*at + 2];
    for (*at += 3;
         *at < end && f->scratch[*at] == x && f->scratch[*at + 1] == y;
         *at += 3)
      all = dd_union(f, all, f->scratch[*at + 2]);
    const size_t pair = scratch_push(f, 2);
    f->scratch[pair] = y;
    f->scratch[pair + 1] = all;
    count++;
  }
  const dd_node n = forest_pairs(f, 2 * level - 1, row, count);
  scratch_pop(f, row);
  return n;
}

/* The node of the triples from `moves` to the top. */
static dd_node gather(struct dd *f, size_t moves, unsigned level) {
  EXPECTS(level && level <= f->levels);
  const size_t end = f->top;
  uint32_t rows = 0;
  qsort(f->scratch + moves, (end - moves) / 3, 3 * sizeof *f->scratch,
        by_values);
  for (size_t at = moves; at < end; rows++) {
    const uint32_t x = f->scratch[at];
    const dd_node row = gather_row(f, &at, end, level);
    f->scratch[moves + 2 * rows] = x; /* triples before `at` are done with */
    f->scratch[moves + 2 * rows + 1] = row;
  }
  return forest_pairs(f, 2 * level, moves, rows);
}

/* `level` is the relation's; p is at the first system's variable of it. */
static dd_node step(struct lockstep *s, dd_node p, dd_node t, dd_node u,
                    unsigned level) {
  EXPECTS(level <= s->pairs->levels);
  struct dd *f = s->pairs;
  dd_node result;
  if (!p || !t || !u)
    return DD_EMPTY;
  if (t == DD_TRUE && u == DD_TRUE)
    return p; /* nothing below changes */
  const enum dd_op op = s->back ? OP_LOCKSTEP_BACK : OP_LOCKSTEP;
  if (cache_get(f, op, p, t, u, &result))
    return result;
  const size_t frame = f->top;
  const struct side first = side_of(s, t, level), second = side_of(s, u, level);
  const size_t moves = f->top;
  uint32_t i, k;
  dd_node row, below;
  for (struct walk v = walk_begin(f, p); walk_next(f, &v, &i, &row);)
    for (struct walk w = walk_begin(f, row); walk_next(f, &w, &k, &below);)
      step_values(s, &first, i, &second, k, below, level);
  result = gather(f, moves, level);
  scratch_pop(f, frame);
  cache_put(f, op, p, t, u, result);
  return result;
}

/* Label by label: those that both relations have. */
static dd_node step_labels(struct lockstep *s, dd_node p, dd_node first,
                           dd_node second) {
  const struct dd *r = s->relations;
  dd_node all = DD_EMPTY, x, y;
  if (!first || !second)
    return DD_EMPTY;
  assert(node_level(r, first) == r->levels);
  assert(node_level(r, second) == r->levels);
  struct walk v = walk_begin(r, first), w = walk_begin(r, second);
  uint32_t i, j;
  bool more = walk_next(r, &v, &i, &x) && walk_next(r, &w, &j, &y);
  while (more) {
    if (i == j)
      all = dd_union(s->pairs, all, step(s, p, x, y, r->levels - 1));
    more = i <= j ? walk_next(r, &v, &i, &x) : walk_next(r, &w, &j, &y);
  }
  return all;
}

dd_node dd_pairs_step(struct dd *pairs, dd_node p, struct dd *relations,
                      dd_node first, dd_node second, bool back) {
  struct lockstep s = {pairs, relations, back};
  cache_keep(pairs, back ? OP_LOCKSTEP_BACK : OP_LOCKSTEP, relations);
  OPERATION(pairs, step_labels(&s, p, first, second));
}

/* --- labels --------------------------------------------------------------- */

static dd_node label_sets(struct dd *f, const struct dd *relations, dd_node r) {
  if (!r)
    return DD_EMPTY;
  const unsigned top = relations->levels;
  const uint32_t size = relations->sizes[top];
  const size_t inputs = scratch_zero(f, size);
  uint32_t index;
  dd_node child;
  assert(node_level(relations, r) == top);
  struct walk w = walk_begin(relations, r);
  bool more = walk_next(relations, &w, &index, &child);
  while (more) {
    const uint32_t in = index / size;
    const size_t outs = scratch_zero(f, size);
    for (; more && index / size == in;
         more = walk_next(relations, &w, &index, &child)) {
      const dd_node states =
          forest_sources(f, relations, child, top - 1, OP_LABELS);
      f->scratch[outs + index % size] = states;
    }
    const dd_node row = forest_dense(f, top, outs, size);
    scratch_pop(f, outs);
    f->scratch[inputs + in] = row;
  }
  const dd_node n = forest_dense(f, top + 1, inputs, size);
  scratch_pop(f, inputs);
  return n;
}

dd_node dd_labels(struct dd *labels, struct dd *relations, dd_node relation) {
  cache_keep(labels, OP_LABELS, relations);
  OPERATION(labels, label_sets(labels, relations, relation));
}

/* --- differences ---------------------------------------------------------- */

struct difference {
  struct dd *pairs, *labels;
  bool inside; /* the second state is to be in its set, or outside */
};

/* Whether p has a pair whose first state is in a, and whose second one is in
 * b, or is not. */
static dd_node differ(struct difference *d, dd_node p, dd_node a, dd_node b) {
  struct dd *f = d->pairs;
  dd_node result = DD_EMPTY;
  if (!p || !a || (d->inside && !b))
    return DD_EMPTY;
  if (p == DD_TRUE)
    return d->inside || !b ? DD_TRUE : DD_EMPTY;
  const enum dd_op op = d->inside ? OP_DIFFER_BOTH : OP_DIFFER;
  if (cache_get(f, op, p, a, b, &result))
    return result;
  struct walk w = walk_begin(f, p);
  uint32_t i, k;
  dd_node row, below;
  while (!result && walk_next(f, &w, &i, &row)) {
    struct walk v = walk_begin(f, row);
    const dd_node x = node_child(d->labels, a, i);
    while (x && !result && walk_next(f, &v, &k, &below))
      result = differ(d, below, x, b ? node_child(d->labels, b, k) : b);
  }
  cache_put(f, op, p, a, b, result);
  return result;
}

static dd_node differ_below(struct difference *d, dd_node p, dd_node a,
                            dd_node b) {
  OPERATION(d->pairs, differ(d, p, a, b));
}

/* Goes down to the first such pair; there is one.  False: DD_FULL. */
static bool first_pair(struct difference *d, dd_node p, dd_node a, dd_node b,
                       uint32_t *pair) {
  for (unsigned l = d->pairs->levels; l; l -= 2) {
    struct walk w = walk_begin(d->pairs, p);
    uint32_t i, k;
    dd_node row, below;
    bool found = false;
    while (!found && walk_next(d->pairs, &w, &i, &row)) {
      struct walk v = walk_begin(d->pairs, row);
      while (!found && walk_next(d->pairs, &v, &k, &below)) {
        const dd_node x = node_child(d->labels, a, i);
        const dd_node y = b ? node_child(d->labels, b, k) : DD_EMPTY;
        const dd_node here = differ_below(d, below, x, y);
        if (here == DD_FULL)
          return false;
        if (!here)
          continue;
        pair[l - 1] = i;
        pair[l - 2] = k;
        p = below;
        a = x;
        b = y;
        found = true;
      }
    }
    assert(found);
  }
  return true;
}

static int differ_sets(struct difference *d, dd_node p, dd_node a, dd_node b,
                       uint32_t *pair) {
  const dd_node any = differ_below(d, p, a, b);
  if (!any)
    return 0;
  return any != DD_FULL && first_pair(d, p, a, b, pair) ? 1 : -1;
}

/* One input: `a` and `b` are its outputs with the states that answer so. */
static int differ_input(struct difference *d, dd_node p, dd_node a, dd_node b,
                        uint32_t *pair) {
  uint32_t out, other;
  dd_node x, y;
  int found = 0;
  for (struct walk w = walk_begin(d->labels, a);
       !found && walk_next(d->labels, &w, &out, &x);)
    if (!d->inside)
      found = differ_sets(d, p, x, b ? node_child(d->labels, b, out) : DD_EMPTY,
                          pair);
    else if (b)
      for (struct walk v = walk_begin(d->labels, b);
           !found && walk_next(d->labels, &v, &other, &y);)
        found = other == out ? 0 : differ_sets(d, p, x, y, pair);
  return found;
}

int dd_pairs_differ(struct dd *pairs, dd_node p, struct dd *labels,
                    dd_node first, dd_node second, bool both, uint32_t *pair,
                    uint32_t *input) {
  struct difference d = {pairs, labels, both};
  cache_keep(pairs, both ? OP_DIFFER_BOTH : OP_DIFFER, labels);
  int found = 0;
  dd_node a;
  if (!first)
    return 0;
  for (struct walk w = walk_begin(labels, first);
       !found && walk_next(labels, &w, input, &a);)
    found = differ_input(
        &d, p, a, second ? node_child(labels, second, *input) : DD_EMPTY, pair);
  return found;
}
