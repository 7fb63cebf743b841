/* Relations: composition, and what they do with sets.
 *
 * A node is the matrix of its variable, entries by from * size + to; a
 * variable that is left out is the identity there, so an operation first
 * looks at the higher of its operands' levels. */
#include <string.h>

#include "base/sound.h"
#include "dd/forest.h"

/* --- one step ------------------------------------------------------------- */

static dd_node step(struct dd *f, const uint32_t *from, const uint32_t *to) {
  dd_node below = DD_TRUE;
  for (unsigned l = 1; l <= f->levels; l++) {
    if (from[l - 1] == DD_KEEP)
      continue;
    const size_t base = scratch_push(f, 2);
    f->scratch[base] = from[l - 1] * f->sizes[l] + to[l - 1];
    f->scratch[base + 1] = below;
    below = forest_pairs(f, l, base, 1);
    scratch_pop(f, base);
  }
  return below;
}

dd_node dd_step(struct dd *f, const uint32_t *from, const uint32_t *to) {
  assert(f->kind == DD_RELATIONS);
  OPERATION(f, step(f, from, to));
}

/* --- composition ---------------------------------------------------------- */

static dd_node compose(struct dd *f, dd_node a, dd_node b);

/* Only one operand changes the variable: entry by entry. */
static dd_node compose_one(struct dd *f, dd_node a, dd_node b, bool a_has,
                           unsigned level) {
  EXPECTS(level && level <= f->levels);
  const size_t base = f->top;
  struct walk w = walk_begin(f, a_has ? a : b);
  uint32_t index, count = 0;
  dd_node child;
  while (walk_next(f, &w, &index, &child)) {
    const dd_node below = a_has ? compose(f, child, b) : compose(f, a, child);
    if (!below)
      continue;
    const size_t at = scratch_push(f, 2);
    f->scratch[at] = index;
    f->scratch[at + 1] = below;
    count++;
  }
  const dd_node result = forest_pairs(f, level, base, count);
  scratch_pop(f, base);
  return result;
}

/* The matrix product.  Entries of b are laid out with where each row begins;
 * rows of a come one after the other and fill one row of the result. */
static dd_node compose_both(struct dd *f, dd_node a, dd_node b,
                            unsigned level) {
  EXPECTS(level && level <= f->levels);
  const uint32_t size = f->sizes[level];
  const size_t frame = f->top;
  const size_t row = scratch_zero(f, size);
  const size_t first = scratch_zero(f, size + (size_t)1);
  const size_t entries = f->top;
  struct walk w = walk_begin(f, b);
  uint32_t index, count = 0;
  dd_node child;
  while (walk_next(f, &w, &index, &child)) {
    const size_t at = scratch_push(f, 2);
    f->scratch[at] = index % size;
    f->scratch[at + 1] = child;
    f->scratch[first + index / size + 1]++;
  }
  for (uint32_t i = 0; i < size; i++)
    f->scratch[first + i + 1] += f->scratch[first + i];
  const size_t out = f->top;
  w = walk_begin(f, a);
  bool more = walk_next(f, &w, &index, &child);
  while (more) {
    const uint32_t from = index / size;
    for (; more && index / size == from;
         more = walk_next(f, &w, &index, &child)) {
      const uint32_t middle = index % size;
      const uint32_t end = f->scratch[first + middle + 1];
      for (uint32_t k = f->scratch[first + middle]; k < end; k++) {
        const uint32_t to = f->scratch[entries + 2 * k];
        const dd_node below =
            compose(f, child, f->scratch[entries + 2 * k + 1]);
        const dd_node both = dd_union(f, f->scratch[row + to], below);
        f->scratch[row + to] = both;
      }
    }
    for (uint32_t to = 0; to < size; to++) {
      const dd_node n = f->scratch[row + to];
      f->scratch[row + to] = DD_EMPTY;
      if (!n)
        continue;
      const size_t at = scratch_push(f, 2);
      f->scratch[at] = from * size + to;
      f->scratch[at + 1] = n;
      count++;
    }
  }
  const dd_node result = forest_pairs(f, level, out, count);
  scratch_pop(f, frame);
  return result;
}

static dd_node compose(struct dd *f, dd_node a, dd_node b) {
  dd_node result;
  if (!a || !b)
    return DD_EMPTY;
  if (a == DD_TRUE || b == DD_TRUE)
    return a == DD_TRUE ? b : a; /* the identity */
  if (cache_get(f, OP_COMPOSE, a, b, 0, &result))
    return result;
  const unsigned la = node_level(f, a), lb = node_level(f, b);
  result = la == lb ? compose_both(f, a, b, la)
                    : compose_one(f, a, b, la > lb, la > lb ? la : lb);
  cache_put(f, OP_COMPOSE, a, b, 0, result);
  return result;
}

dd_node dd_compose(struct dd *f, dd_node a, dd_node b) {
  assert(f->kind == DD_RELATIONS);
  OPERATION(f, compose(f, a, b));
}

/* --- sets and relations --------------------------------------------------- */

/* Two forests in one operation: a limit reached in either leaves both. */
static dd_node image(struct dd *sets, dd_node s, const struct dd *relations,
                     dd_node r, unsigned level, bool back) {
  EXPECTS(level <= sets->levels);
  dd_node result;
  if (!s || !r || !level || r == DD_TRUE)
    return r ? s : DD_EMPTY;
  if (cache_get(sets, OP_PAIR, s, r, back, &result))
    return result;
  const uint32_t size = sets->sizes[level];
  const size_t row = scratch_zero(sets, size);
  uint32_t index;
  dd_node child;
  if (node_level(relations, r) < level) {
    struct walk w = walk_begin(sets, s);
    while (walk_next(sets, &w, &index, &child)) {
      const dd_node below = image(sets, child, relations, r, level - 1, back);
      sets->scratch[row + index] = below;
    }
  } else {
    struct walk w = walk_begin(relations, r);
    while (walk_next(relations, &w, &index, &child)) {
      const uint32_t from = back ? index % size : index / size;
      const uint32_t to = back ? index / size : index % size;
      const dd_node below = image(sets, node_child(sets, s, from), relations,
                                  child, level - 1, back);
      const dd_node both = dd_union(sets, sets->scratch[row + to], below);
      sets->scratch[row + to] = both;
    }
  }
  result = forest_dense(sets, level, row, size);
  scratch_pop(sets, row);
  cache_put(sets, OP_PAIR, s, r, back, result);
  return result;
}

dd_node dd_image(struct dd *sets, dd_node set, struct dd *relations,
                 dd_node relation) {
  assert(sets->kind == DD_SETS && relations->kind == DD_RELATIONS);
  cache_clear(sets, OP_PAIR);
  OPERATION(sets, image(sets, set, relations, relation, sets->levels, false));
}

dd_node dd_preimage(struct dd *sets, dd_node set, struct dd *relations,
                    dd_node relation) {
  assert(sets->kind == DD_SETS && relations->kind == DD_RELATIONS);
  cache_clear(sets, OP_PAIR);
  OPERATION(sets, image(sets, set, relations, relation, sets->levels, true));
}

static dd_node restricted(struct dd *f, dd_node r, const struct dd *sets,
                          dd_node s, unsigned level, bool to) {
  EXPECTS(level <= f->levels);
  dd_node result;
  if (!r || !s || !level)
    return s ? r : DD_EMPTY;
  if (cache_get(f, OP_PAIR, r, s, level << 1 | to, &result))
    return result;
  const uint32_t size = f->sizes[level];
  const size_t base = f->top;
  const bool skipped = node_level(f, r) < level;
  struct walk w = walk_begin(skipped ? sets : f, skipped ? s : r);
  uint32_t index, count = 0;
  dd_node child;
  while (walk_next(skipped ? sets : f, &w, &index, &child)) {
    const uint32_t entry = skipped ? index * size + index : index;
    const uint32_t value = to ? entry % size : entry / size;
    const dd_node below = restricted(f, skipped ? r : child, sets,
                                     node_child(sets, s, value), level - 1, to);
    if (!below)
      continue;
    const size_t at = scratch_push(f, 2);
    f->scratch[at] = entry;
    f->scratch[at + 1] = below;
    count++;
  }
  result = forest_pairs(f, level, base, count);
  scratch_pop(f, base);
  cache_put(f, OP_PAIR, r, s, level << 1 | to, result);
  return result;
}

dd_node dd_restrict_from(struct dd *relations, dd_node relation,
                         struct dd *sets, dd_node set) {
  assert(sets->kind == DD_SETS && relations->kind == DD_RELATIONS);
  cache_clear(relations, OP_PAIR);
  OPERATION(relations, restricted(relations, relation, sets, set,
                                  relations->levels, false));
}

dd_node dd_restrict_to(struct dd *relations, dd_node relation, struct dd *sets,
                       dd_node set) {
  assert(sets->kind == DD_SETS && relations->kind == DD_RELATIONS);
  cache_clear(relations, OP_PAIR);
  OPERATION(relations, restricted(relations, relation, sets, set,
                                  relations->levels, true));
}

dd_node forest_sources(struct dd *sets, const struct dd *f, dd_node r,
                       unsigned level, enum dd_op op) {
  EXPECTS(level <= sets->levels);
  dd_node result;
  if (!r || !level)
    return r;
  if (cache_get(sets, op, r, level, 2, &result))
    return result;
  const uint32_t size = sets->sizes[level];
  const size_t row = scratch_zero(sets, size);
  if (node_level(f, r) < level) {
    const dd_node below = forest_sources(sets, f, r, level - 1, op);
    for (uint32_t i = 0; i < size; i++)
      sets->scratch[row + i] = below;
  } else {
    struct walk w = walk_begin(f, r);
    uint32_t index;
    dd_node child;
    while (walk_next(f, &w, &index, &child)) {
      const dd_node below = forest_sources(sets, f, child, level - 1, op);
      const dd_node both =
          dd_union(sets, sets->scratch[row + index / size], below);
      sets->scratch[row + index / size] = both;
    }
  }
  result = forest_dense(sets, level, row, size);
  scratch_pop(sets, row);
  cache_put(sets, op, r, level, 2, result);
  return result;
}

dd_node dd_sources(struct dd *sets, struct dd *relations, dd_node relation) {
  assert(sets->kind == DD_SETS && relations->kind == DD_RELATIONS);
  cache_clear(sets, OP_PAIR);
  OPERATION(sets,
            forest_sources(sets, relations, relation, sets->levels, OP_PAIR));
}
