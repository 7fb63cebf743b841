#include "dd/pairs.h"

#include "base/alloc.h"
#include "dd/forest.h"

struct dd *dd_pairs_open(const struct dd *relations, uint64_t limit) {
  const unsigned levels = 2 * (relations->levels - 1);
  uint32_t *sizes = alloc_zero(levels, sizeof *sizes);
  for (unsigned l = 0; l < levels; l++)
    sizes[l] = relations->sizes[l / 2 + 2];
  struct dd *f = dd_open(DD_SETS, levels, sizes, limit);
  free(sizes);
  return f;
}

struct dd *dd_labels_open(const struct dd *relations, uint64_t limit) {
  const unsigned levels = relations->levels + 1;
  uint32_t *sizes = alloc_zero(levels, sizeof *sizes);
  for (unsigned l = 0; l < levels; l++)
    sizes[l] = relations->sizes[l ? l : 1];
  struct dd *f = dd_open(DD_SETS, levels, sizes, limit);
  free(sizes);
  return f;
}

/* --- steps ---------------------------------------------------------------- */

struct lockstep {
  struct dd *pairs, *relations;
  bool back;
};

/* Entries of a relation's node, seen from a level, as triples before, after,
 * child on the scratch of `pairs`; for steps back, after and before. */
static uint32_t entries(struct lockstep *s, dd_node n, unsigned level) {
  const struct dd *f = s->relations;
  const uint32_t size = f->sizes[level];
  uint32_t count = 0, index;
  dd_node child;
  if (node_level(f, n) < level) {
    for (; count < size; count++) {
      const size_t at = scratch_push(s->pairs, 3);
      s->pairs->scratch[at] = s->pairs->scratch[at + 1] = count;
      s->pairs->scratch[at + 2] = n;
    }
    return count;
  }
  struct walk w = walk_begin(f, n);
  for (; walk_next(f, &w, &index, &child); count++) {
    const size_t at = scratch_push(s->pairs, 3);
    s->pairs->scratch[at] = s->back ? index % size : index / size;
    s->pairs->scratch[at + 1] = s->back ? index / size : index % size;
    s->pairs->scratch[at + 2] = child;
  }
  return count;
}

/* Whether two label matrices have an entry in common. */
static bool meet(const struct dd *f, dd_node a, dd_node b) {
  struct walk v = walk_begin(f, a), w = walk_begin(f, b);
  uint32_t i = 0, j = 0;
  dd_node x, y;
  bool p = walk_next(f, &v, &i, &x), q = walk_next(f, &w, &j, &y);
  while (p && q && i != j)
    if (i < j)
      p = walk_next(f, &v, &i, &x);
    else
      q = walk_next(f, &w, &j, &y);
  return p && q;
}

/* `level` is the relation's; p is at the first system's variable of it. */
static dd_node step(struct lockstep *s, dd_node p, dd_node t, dd_node u,
                    unsigned level) {
  struct dd *f = s->pairs;
  dd_node result;
  if (!p || !t || !u)
    return DD_EMPTY;
  if (level == 1)
    return meet(s->relations, t, u) ? DD_TRUE : DD_EMPTY;
  const enum dd_op op = s->back ? OP_LOCKSTEP_BACK : OP_LOCKSTEP;
  if (cache_get(f, op, p, t, u, &result))
    return result;
  const uint32_t size = s->relations->sizes[level];
  const unsigned upper = 2 * (level - 2) + 2;
  const size_t frame = f->top;
  const size_t matrix = scratch_zero(f, (size_t)size * size);
  const size_t ts = f->top;
  const uint32_t nt = entries(s, t, level);
  const size_t us = f->top;
  const uint32_t nu = entries(s, u, level);
  for (uint32_t i = 0; i < nt; i++) {
    const dd_node row = node_child(f, p, f->scratch[ts + 3 * i]);
    for (uint32_t k = 0; row && k < nu; k++) {
      const dd_node below = node_child(f, row, f->scratch[us + 3 * k]);
      const dd_node reached = step(s, below, f->scratch[ts + 3 * i + 2],
                                   f->scratch[us + 3 * k + 2], level - 1);
      if (!reached)
        continue;
      const size_t at = matrix +
                        (size_t)f->scratch[ts + 3 * i + 1] * size +
                        f->scratch[us + 3 * k + 1];
      const dd_node both = dd_union(f, f->scratch[at], reached);
      f->scratch[at] = both;
    }
  }
  for (uint32_t i = 0; i < size; i++) {
    const dd_node row =
        forest_dense(f, upper - 1, matrix + (size_t)i * size, size);
    f->scratch[matrix + i] = row; /* rows before this one are done with */
  }
  result = forest_dense(f, upper, matrix, size);
  scratch_pop(f, frame);
  cache_put(f, op, p, t, u, result);
  return result;
}

dd_node dd_pairs_step(struct dd *pairs, dd_node p, struct dd *relations,
                      dd_node first, dd_node second, bool back) {
  struct lockstep s = {pairs, relations, back};
  cache_keep(pairs, back ? OP_LOCKSTEP_BACK : OP_LOCKSTEP, relations);
  OPERATION(pairs, step(&s, p, first, second, relations->levels));
}

/* --- labels --------------------------------------------------------------- */

/* The matrix of a label variable as a set of two levels. */
static dd_node label_set(struct dd *f, const struct dd *relations,
                         dd_node r) {
  const uint32_t size = relations->sizes[1];
  const size_t inputs = scratch_zero(f, size);
  uint32_t index;
  dd_node child;
  struct walk w = walk_begin(relations, r);
  bool more = walk_next(relations, &w, &index, &child);
  while (more) {
    const uint32_t in = index / size;
    const size_t outs = scratch_zero(f, size);
    for (; more && index / size == in;
         more = walk_next(relations, &w, &index, &child))
      f->scratch[outs + index % size] = DD_TRUE;
    const dd_node row = forest_dense(f, 1, outs, size);
    scratch_pop(f, outs);
    f->scratch[inputs + in] = row;
  }
  const dd_node n = forest_dense(f, 2, inputs, size);
  scratch_pop(f, inputs);
  return n;
}

static dd_node label_states(struct dd *f, const struct dd *relations,
                            dd_node r, unsigned level) {
  dd_node result;
  if (!r)
    return DD_EMPTY;
  if (cache_get(f, OP_LABELS, r, level, 0, &result))
    return result;
  if (level == 1) {
    result = label_set(f, relations, r);
  } else {
    const uint32_t size = relations->sizes[level];
    const size_t row = scratch_zero(f, size);
    if (node_level(relations, r) < level) {
      const dd_node below = label_states(f, relations, r, level - 1);
      for (uint32_t i = 0; i < size; i++)
        f->scratch[row + i] = below;
    } else {
      struct walk w = walk_begin(relations, r);
      uint32_t index;
      dd_node child;
      while (walk_next(relations, &w, &index, &child)) {
        const dd_node below = label_states(f, relations, child, level - 1);
        const dd_node both =
            dd_union(f, f->scratch[row + index / size], below);
        f->scratch[row + index / size] = both;
      }
    }
    result = forest_dense(f, level + 1, row, size);
    scratch_pop(f, row);
  }
  cache_put(f, OP_LABELS, r, level, 0, result);
  return result;
}

dd_node dd_labels(struct dd *labels, struct dd *relations,
                  dd_node relation) {
  cache_keep(labels, OP_LABELS, relations);
  OPERATION(labels,
            label_states(labels, relations, relation, relations->levels));
}

/* --- differences ---------------------------------------------------------- */

struct difference {
  struct dd *pairs, *labels;
  bool both;
};

/* At the inputs: the least one that tells apart, or UINT32_MAX. */
static uint32_t input_of(const struct difference *d, dd_node a, dd_node b) {
  struct walk w = walk_begin(d->labels, a);
  uint32_t input;
  dd_node out;
  while (walk_next(d->labels, &w, &input, &out)) {
    const dd_node other = b ? node_child(d->labels, b, input) : DD_EMPTY;
    if (other != out && (other || !d->both))
      return input;
  }
  return UINT32_MAX;
}

static dd_node differ(struct difference *d, dd_node p, dd_node a, dd_node b,
                      unsigned level) {
  struct dd *f = d->pairs;
  dd_node result = DD_EMPTY;
  if (!p || !a || (d->both && !b))
    return DD_EMPTY;
  if (!level)
    return input_of(d, a, b) != UINT32_MAX ? DD_TRUE : DD_EMPTY;
  const enum dd_op op = d->both ? OP_DIFFER_BOTH : OP_DIFFER;
  if (cache_get(f, op, p, a, b, &result))
    return result;
  struct walk w = walk_begin(f, p);
  uint32_t i, k;
  dd_node row, below;
  while (!result && walk_next(f, &w, &i, &row)) {
    struct walk v = walk_begin(f, row);
    while (!result && walk_next(f, &v, &k, &below))
      result = differ(d, below, node_child(d->labels, a, i),
                      b ? node_child(d->labels, b, k) : DD_EMPTY, level - 2);
  }
  cache_put(f, op, p, a, b, result);
  return result;
}

static dd_node differ_below(struct difference *d, dd_node p, dd_node a,
                            dd_node b, unsigned level) {
  OPERATION(d->pairs, differ(d, p, a, b, level));
}

int dd_pairs_differ(struct dd *pairs, dd_node p, struct dd *labels,
                     dd_node first, dd_node second, bool both,
                     uint32_t *pair, uint32_t *input) {
  struct difference d = {pairs, labels, both};
  cache_keep(pairs, both ? OP_DIFFER_BOTH : OP_DIFFER, labels);
  const dd_node any = differ_below(&d, p, first, second, pairs->levels);
  if (any != DD_TRUE)
    return any == DD_FULL ? -1 : 0;
  for (unsigned l = pairs->levels; l; l -= 2) {
    struct walk w = walk_begin(pairs, p);
    uint32_t i, k;
    dd_node row, below;
    bool found = false;
    while (!found && walk_next(pairs, &w, &i, &row)) {
      struct walk v = walk_begin(pairs, row);
      while (!found && walk_next(pairs, &v, &k, &below)) {
        const dd_node a = node_child(labels, first, i);
        const dd_node b = second ? node_child(labels, second, k) : DD_EMPTY;
        const dd_node here = differ_below(&d, below, a, b, l - 2);
        if (here == DD_FULL)
          return -1;
        if (!here)
          continue;
        pair[l - 1] = i;
        pair[l - 2] = k;
        p = below;
        first = a;
        second = b;
        found = true;
      }
    }
    assert(found);
  }
  *input = input_of(&d, first, second);
  return 1;
}
