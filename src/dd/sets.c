/* Union, intersection, difference, for sets and for relations.
 *
 * Children are merged in the order of indices.  Where one operand leaves a
 * variable out, what it stands for is put in its place: the same child
 * everywhere (fully reduced sets) or on the diagonal (relations). */
#include <string.h>

#include "base/sound.h"
#include "dd/forest.h"

/* The children of n, seen from `level`, as pairs index, child on scratch;
 * returns how many. */
static uint32_t expand(struct dd *f, dd_node n, unsigned level) {
  EXPECTS(level && level <= f->levels);
  uint32_t count = 0, index;
  dd_node child;
  if (node_level(f, n) == level) {
    struct walk w = walk_begin(f, n);
    while (walk_next(f, &w, &index, &child)) {
      const size_t at = scratch_push(f, 2);
      f->scratch[at] = index;
      f->scratch[at + 1] = child;
      count++;
    }
    return count;
  }
  const uint32_t size = f->sizes[level];
  for (; count < size; count++) {
    const size_t at = scratch_push(f, 2);
    f->scratch[at] = f->kind == DD_RELATIONS ? count * size + count : count;
    f->scratch[at + 1] = n;
  }
  return count;
}

static dd_node merge(struct dd *f, enum dd_op op, dd_node a, dd_node b);

/* What remains where only one operand has a child. */
static dd_node alone(enum dd_op op, dd_node a, dd_node b) {
  EXPECTS(op <= OP_MINUS);
  return op == OP_UNION ? a | b : op == OP_MINUS ? a : DD_EMPTY;
}

/* Both have their children as a plain array: the usual case. */
static dd_node merge_full(struct dd *f, enum dd_op op, dd_node a, dd_node b,
                          unsigned level) {
  EXPECTS(level && level <= f->levels && op <= OP_MINUS);
  const uint32_t na = node_len(f, a), nb = node_len(f, b);
  const uint32_t da = node_data(f, a), db = node_data(f, b);
  const uint32_t n = na > nb ? na : nb;
  const size_t base = scratch_push(f, n);
  for (uint32_t i = 0; i < n; i++) {
    const dd_node x = i < na ? f->pool[da + i] : DD_EMPTY;
    const dd_node y = i < nb ? f->pool[db + i] : DD_EMPTY;
    const dd_node r = x && y ? merge(f, op, x, y) : alone(op, x, y);
    f->scratch[base + i] = r;
  }
  const dd_node result = forest_dense(f, level, base, n);
  scratch_pop(f, base);
  return result;
}

static dd_node merge_pairs(struct dd *f, enum dd_op op, dd_node a, dd_node b,
                           unsigned level) {
  EXPECTS(level && level <= f->levels && op <= OP_MINUS);
  const size_t base = f->top;
  const uint32_t na = expand(f, a, level), nb = expand(f, b, level);
  const size_t xs = base, ys = base + 2 * (size_t)na;
  const size_t out = scratch_push(f, 2 * ((size_t)na + nb));
  uint32_t i = 0, j = 0, count = 0;
  while (i < na || j < nb) {
    const uint32_t x = i < na ? f->scratch[xs + 2 * i] : UINT32_MAX;
    const uint32_t y = j < nb ? f->scratch[ys + 2 * j] : UINT32_MAX;
    const dd_node p = x <= y ? f->scratch[xs + 2 * i + 1] : DD_EMPTY;
    const dd_node q = y <= x ? f->scratch[ys + 2 * j + 1] : DD_EMPTY;
    const dd_node r = p && q ? merge(f, op, p, q) : alone(op, p, q);
    i += x <= y;
    j += y <= x;
    if (!r)
      continue;
    f->scratch[out + 2 * count] = x < y ? x : y;
    f->scratch[out + 2 * count + 1] = r;
    count++;
  }
  const dd_node result = forest_pairs(f, level, out, count);
  scratch_pop(f, base);
  return result;
}

static dd_node merge(struct dd *f, enum dd_op op, dd_node a, dd_node b) {
  EXPECTS(op <= OP_MINUS);
  if (!a || !b)
    return alone(op, a, b);
  if (a == b)
    return op == OP_MINUS ? DD_EMPTY : a;
  const unsigned la = node_level(f, a), lb = node_level(f, b);
  if (f->kind == DD_SETS_FULL && op != OP_MINUS && (a == 1 || b == 1))
    return op == OP_UNION ? DD_TRUE : a == 1 ? b : a;
  if (f->kind == DD_SETS_FULL && op == OP_MINUS && b == 1)
    return DD_EMPTY;
  if (op != OP_MINUS && a > b) {
    const dd_node swap = a;
    a = b;
    b = swap;
  }
  dd_node result;
  if (cache_get(f, op, a, b, 0, &result))
    return result;
  const unsigned level = la > lb ? la : lb;
  const bool full = la == lb && !node_sparse(f, a) && !node_sparse(f, b);
  result = full && f->kind != DD_RELATIONS ? merge_full(f, op, a, b, level)
                                           : merge_pairs(f, op, a, b, level);
  cache_put(f, op, a, b, 0, result);
  return result;
}

dd_node dd_union(struct dd *f, dd_node a, dd_node b) {
  OPERATION(f, merge(f, OP_UNION, a, b));
}
dd_node dd_intersect(struct dd *f, dd_node a, dd_node b) {
  OPERATION(f, merge(f, OP_INTERSECT, a, b));
}
dd_node dd_minus(struct dd *f, dd_node a, dd_node b) {
  OPERATION(f, merge(f, OP_MINUS, a, b));
}

/* --- making sets ---------------------------------------------------------- */

static dd_node make(struct dd *f, unsigned level, const dd_node *children) {
  EXPECTS(level && level <= f->levels && children);
  const uint32_t size = f->sizes[level];
  const size_t base = scratch_push(f, size);
  memcpy(f->scratch + base, children, size * sizeof *children);
  const dd_node n = forest_dense(f, level, base, size);
  scratch_pop(f, base);
  return n;
}

dd_node dd_make(struct dd *f, unsigned level, const dd_node *children) {
  assert(f->kind == DD_SETS || f->kind == DD_SETS_FULL);
  OPERATION(f, make(f, level, children));
}

static dd_node tuple(struct dd *f, const uint32_t *values) {
  EXPECTS(values != NULL);
  dd_node below = DD_TRUE;
  for (unsigned l = 1; l <= f->levels; l++) {
    const size_t base = scratch_push(f, 2);
    f->scratch[base] = values[l - 1];
    f->scratch[base + 1] = below;
    below = forest_pairs(f, l, base, 1);
    scratch_pop(f, base);
  }
  return below;
}

dd_node dd_tuple(struct dd *f, const uint32_t *values) {
  OPERATION(f, tuple(f, values));
}

static dd_node box(struct dd *f, const bool *const *allowed) {
  dd_node below = DD_TRUE;
  for (unsigned l = 1; l <= f->levels && below; l++) {
    const size_t base = scratch_push(f, f->sizes[l]);
    for (uint32_t i = 0; i < f->sizes[l]; i++)
      f->scratch[base + i] =
          !allowed || !allowed[l - 1] || allowed[l - 1][i] ? below : 0;
    below = forest_dense(f, l, base, f->sizes[l]);
    scratch_pop(f, base);
  }
  return below;
}

dd_node dd_box(struct dd *f, const bool *const *allowed) {
  assert(f->kind == DD_SETS || f->kind == DD_SETS_FULL);
  OPERATION(f, box(f, allowed));
}
dd_node dd_all(struct dd *f) {
  return dd_box(f, NULL);
}

static dd_node convert(struct dd *to, struct dd *from, dd_node n,
                       unsigned level) {
  EXPECTS(level <= from->levels);
  dd_node result;
  if (!n || !level)
    return n;
  const bool skipped = node_level(from, n) < level;
  if (skipped && to->kind == DD_SETS_FULL)
    return convert(to, from, n, level - 1);
  if (cache_get(to, OP_PAIR, n, level, 0, &result))
    return result;
  const size_t base = scratch_zero(to, to->sizes[level]);
  if (skipped) {
    const dd_node below = convert(to, from, n, level - 1);
    for (uint32_t i = 0; i < to->sizes[level]; i++)
      to->scratch[base + i] = below;
  } else {
    struct walk w = walk_begin(from, n);
    uint32_t index;
    dd_node child;
    while (walk_next(from, &w, &index, &child)) {
      const dd_node below = convert(to, from, child, level - 1);
      to->scratch[base + index] = below;
    }
  }
  result = forest_dense(to, level, base, to->sizes[level]);
  scratch_pop(to, base);
  cache_put(to, OP_PAIR, n, level, 0, result);
  return result;
}

dd_node dd_convert(struct dd *to, struct dd *from, dd_node n) {
  assert(to->levels == from->levels);
  cache_clear(to, OP_PAIR);
  OPERATION(to, convert(to, from, n, to->levels));
}
