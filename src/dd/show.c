/* Looking into a diagram: membership, the least tuple, all of them, size,
 * DOT. */
#include "base/map.h"
#include "base/sound.h"
#include "dd/forest.h"

bool dd_has(const struct dd *f, dd_node n, const uint32_t *values) {
  EXPECTS(values != NULL);
  assert(f->kind == DD_SETS || f->kind == DD_SETS_FULL);
  while (n > DD_TRUE)
    n = node_child(f, n, values[node_level(f, n) - 1]);
  return n == DD_TRUE;
}

bool dd_first(const struct dd *f, dd_node n, uint32_t *values) {
  if (!n)
    return false;
  for (unsigned l = 1; l <= f->levels; l++)
    values[l - 1] = 0; /* of variables that are left out */
  while (n > DD_TRUE) {
    struct walk w = walk_begin(f, n);
    const unsigned level = node_level(f, n);
    walk_next(f, &w, &values[level - 1], &n);
  }
  return true;
}

struct each {
  const struct dd *f;
  bool (*each)(void *, const uint32_t *);
  void *user;
  uint32_t *values;
};

static bool go(struct each *e, dd_node n, unsigned level) {
  EXPECTS(level <= e->f->levels);
  if (!n)
    return true;
  if (!level)
    return e->each(e->user, e->values);
  if (node_level(e->f, n) < level) {
    for (uint32_t i = 0; i < e->f->sizes[level]; i++) {
      e->values[level - 1] = i;
      if (!go(e, n, level - 1))
        return false;
    }
    return true;
  }
  struct walk w = walk_begin(e->f, n);
  uint32_t index;
  dd_node child;
  while (walk_next(e->f, &w, &index, &child)) {
    e->values[level - 1] = index;
    if (!go(e, child, level - 1))
      return false;
  }
  return true;
}

bool dd_each(const struct dd *f, dd_node n,
             bool (*each)(void *user, const uint32_t *values), void *user) {
  assert(f->kind == DD_SETS || f->kind == DD_SETS_FULL);
  struct each e = {f, each, user, alloc_zero(f->levels, sizeof *e.values)};
  const bool all = go(&e, n, f->levels);
  free(e.values);
  return all;
}

/* --- nodes ---------------------------------------------------------------- */

/* Every node once, parents before children of lower levels. */
typedef VEC(dd_node) node_list;

static void gather(const struct dd *f, dd_node n, node_list *out) {
  struct map seen = {0};
  bool added;
  if (n > DD_TRUE)
    vec_push(out, n);
  for (size_t i = 0; i < out->len; i++) {
    const dd_node p = out->at[i];
    const uint32_t data = node_data(f, p), len = node_len(f, p);
    const uint32_t step = f->stride + node_sparse(f, p);
    for (uint32_t k = 0; k < len; k++) {
      const dd_node c = f->pool[data + k * step + node_sparse(f, p)];
      if (c <= DD_TRUE)
        continue;
      map_at(&seen, c, &added);
      if (added)
        vec_push(out, c);
    }
  }
  map_free(&seen);
}

uint64_t dd_node_count(const struct dd *f, dd_node n) {
  node_list list = {0};
  gather(f, n, &list);
  const uint64_t count = list.len;
  vec_free(&list);
  return count;
}

static void dot_edge(const struct dd *f, dd_node p, uint32_t index,
                     dd_node child, uint32_t value, struct text *out) {
  EXPECTS(p > DD_TRUE);
  const uint32_t size = f->sizes[node_level(f, p)];
  text_printf(out, "  n%u -> n%u [label=\"", p, child);
  if (f->kind == DD_RELATIONS)
    text_printf(out, "%u:%u", index / size, index % size);
  else
    text_printf(out, "%u", index);
  if (f->kind == DD_DISTANCES)
    text_printf(out, "/%u", value);
  text_add(out, "\"];\n");
}

void dd_dot(const struct dd *f, dd_node n, struct text *out) {
  node_list list = {0};
  gather(f, n, &list);
  text_add(out, "digraph dd {\n  n1 [shape=box, label=\"1\"];\n");
  for (size_t i = 0; i < list.len; i++) {
    const dd_node p = list.at[i];
    text_printf(out, "  n%u [label=\"%u\"];\n", p, node_level(f, p));
    const uint32_t data = node_data(f, p), len = node_len(f, p);
    const uint32_t sparse = node_sparse(f, p), step = f->stride + sparse;
    for (uint32_t k = 0; k < len; k++) {
      const uint32_t at = data + k * step;
      const dd_node child = f->pool[at + sparse];
      if (child)
        dot_edge(f, p, sparse ? f->pool[at] : k, child,
                 f->stride == 2 ? f->pool[at + 1] : 0, out);
    }
  }
  text_add(out, "}\n");
  vec_free(&list);
}
