/* Clocks of many threads.
 *
 * A tree has two levels and is never written again, so that clocks can share it:
 * to take over a whole clock is to take over its tree, to raise one number is to
 * copy one leaf and the root.  Almost always one of two clocks that are joined
 * is known to be after the other, without looking at all their numbers: by the
 * event at which the tree came to be (vclocks.h; Mathur, Tunc, Pavlogiannis
 * and Viswanathan 2022 have one for each thread in their trees), or because an
 * object is after what it was before. */
#include <stdlib.h>
#include <string.h>

#include "base/sound.h"
#include "sched/vclocks.h"

enum { ENOUGH = 1 << 14 };

void vclocks_wide_begin(struct vclocks *c, size_t count) {
  vec_clear(&c->trees);
  vec_clear(&c->leaves);
  vec_clear(&c->many);
  vec_resize(&c->many, count);
  c->names = 0;
  c->enough = ENOUGH;
  for (uint32_t k = 0; k < count; k++)
    if (k < c->threads)
      c->many.at[k].owner = k;
    else
      c->many.at[k].name = ++c->names;
}

static uint32_t tree_get(const struct vclocks *c, uint32_t tree, unsigned t) {
  EXPECTS(tree <= c->trees.len && t < THREADS_MAX);
  uint32_t leaf = tree ? c->trees.at[tree - 1].leaves[t / VCLOCKS_LEAF] : 0;
  return leaf ? c->leaves.at[leaf - 1].at[t % VCLOCKS_LEAF] : 0;
}

static uint32_t get(const struct vclocks *c, const struct vclocks_wide *w,
                    unsigned t) {
  uint32_t n = tree_get(c, w->tree, t);
  return w->owner == t && w->own > n ? w->own : n;
}

uint32_t vclocks_wide_get(const struct vclocks *c, uint32_t k,
                          unsigned thread) {
  return get(c, &c->many.at[k], thread);
}

/* Whether all that the tree says is in w, as far as it is known. */
static bool within(const struct vclocks *c, uint32_t tree,
                   const struct vclocks_wide *w) {
  if (!tree || tree == w->tree)
    return true;
  const struct vclocks_tree *r = &c->trees.at[tree - 1];
  return (r->since && get(c, w, r->by) >= r->since) ||
         (r->of && r->of == w->name);
}

static uint32_t latest(const struct vclocks_wide *w) {
  return w->own > w->since ? w->own : w->since;
}

/* The same of a whole clock. */
static bool is_after(const struct vclocks *c, const struct vclocks_wide *w,
                     const struct vclocks_wide *other) {
  return other->own ? get(c, w, other->owner) >= latest(other)
                    : within(c, other->tree, w);
}

/* The tree with one number raised. */
static uint32_t tree_put(struct vclocks *c, uint32_t tree, unsigned t,
                         uint32_t n) {
  if (tree_get(c, tree, t) >= n)
    return tree;
  struct vclocks_tree r = {.since = 0};
  if (tree)
    memcpy(r.leaves, c->trees.at[tree - 1].leaves, sizeof r.leaves);
  uint32_t *leaf = &r.leaves[t / VCLOCKS_LEAF];
  struct vclocks_leaf l = {{0}};
  if (*leaf)
    l = c->leaves.at[*leaf - 1];
  l.at[t % VCLOCKS_LEAF] = n;
  vec_push(&c->leaves, l);
  *leaf = (uint32_t)c->leaves.len;
  vec_push(&c->trees, r);
  return (uint32_t)c->trees.len;
}

static uint32_t leaf_union(struct vclocks *c, uint32_t a, uint32_t b) {
  if (a == b || !a || !b)
    return a ? a : b;
  const struct vclocks_leaf *x = &c->leaves.at[a - 1],
                            *y = &c->leaves.at[b - 1];
  struct vclocks_leaf l = *x;
  vclocks_raise(l.at, y->at, VCLOCKS_LEAF);
  if (!memcmp(&l, x, sizeof l))
    return a;
  if (!memcmp(&l, y, sizeof l))
    return b;
  vec_push(&c->leaves, l);
  return (uint32_t)c->leaves.len;
}

/* One of the two, if that is all of it. */
static uint32_t tree_union(struct vclocks *c, uint32_t a, uint32_t b) {
  if (a == b || !a || !b)
    return a ? a : b;
  struct vclocks_tree r = {.since = 0};
  bool is_a = true, is_b = true;
  for (unsigned i = 0; i * VCLOCKS_LEAF < c->threads; i++) {
    uint32_t x = c->trees.at[a - 1].leaves[i], y = c->trees.at[b - 1].leaves[i];
    r.leaves[i] = leaf_union(c, x, y);
    is_a &= r.leaves[i] == x;
    is_b &= r.leaves[i] == y;
  }
  if (is_a || is_b)
    return is_a ? a : b;
  vec_push(&c->trees, r);
  return (uint32_t)c->trees.len;
}

/* All of a clock as a tree, which it has from now on. */
static uint32_t whole(struct vclocks *c, struct vclocks_wide *w) {
  uint32_t tree = w->own ? tree_put(c, w->tree, w->owner, w->own) : w->tree;
  if (tree != w->tree) {
    c->trees.at[tree - 1].by = w->owner;
    c->trees.at[tree - 1].since = latest(w);
  }
  return w->tree = tree;
}

/* Of two clocks of which none is known to be after the other. */
static uint32_t merge(struct vclocks *c, struct vclocks_wide *into,
                      struct vclocks_wide *from) {
  if (within(c, from->tree, into))
    return from->own ? tree_put(c, into->tree, from->owner, from->own)
                     : into->tree;
  return tree_union(c, into->tree, whole(c, from));
}

/* --- those in use ----------------------------------------------------------- */

struct moving {
  VEC(struct vclocks_tree) trees;
  VEC(struct vclocks_leaf) leaves;
  uint32_t *tree, *leaf; /* where it is now, index + 1; 0: not moved */
};

static uint32_t move_leaf(struct vclocks *c, struct moving *m, uint32_t leaf) {
  if (!leaf || m->leaf[leaf - 1])
    return leaf ? m->leaf[leaf - 1] : 0;
  vec_push(&m->leaves, c->leaves.at[leaf - 1]);
  return m->leaf[leaf - 1] = (uint32_t)m->leaves.len;
}

static uint32_t move_tree(struct vclocks *c, struct moving *m, uint32_t tree) {
  if (!tree || m->tree[tree - 1])
    return tree ? m->tree[tree - 1] : 0;
  struct vclocks_tree r = c->trees.at[tree - 1];
  for (unsigned i = 0; i < VCLOCKS_LEAVES; i++)
    r.leaves[i] = move_leaf(c, m, r.leaves[i]);
  vec_push(&m->trees, r);
  return m->tree[tree - 1] = (uint32_t)m->trees.len;
}

static void sort_out(struct vclocks *c) {
  struct moving m = {.tree = alloc_zero(c->trees.len + 1, sizeof *m.tree),
                     .leaf = alloc_zero(c->leaves.len + 1, sizeof *m.leaf)};
  vec_each(&c->many, w) w->tree = move_tree(c, &m, w->tree);
  vec_free(&c->trees);
  vec_free(&c->leaves);
  memcpy(&c->trees, &m.trees, sizeof c->trees);
  memcpy(&c->leaves, &m.leaves, sizeof c->leaves);
  free(m.tree);
  free(m.leaf);
  size_t left = c->trees.len + c->leaves.len;
  c->enough = left + left + ENOUGH;
}

void vclocks_wide_join(struct vclocks *c, uint32_t into, uint32_t from,
                       uint32_t event) {
  EXPECTS(into != from && into < c->many.len && from < c->many.len);
  if (c->trees.len + c->leaves.len > c->enough)
    sort_out(c);
  struct vclocks_wide *w = &c->many.at[into], *f = &c->many.at[from];
  if (is_after(c, w, f))
    return;
  if (into < c->threads) {
    uint32_t trees = (uint32_t)c->trees.len;
    w->tree = within(c, w->tree, f) ? whole(c, f) : merge(c, w, f);
    if (w->tree > trees && !c->trees.at[w->tree - 1].since) {
      c->trees.at[w->tree - 1].by = into;
      c->trees.at[w->tree - 1].since = event + 1;
    }
    w->since = event + 1;
    return;
  }
  uint32_t name = w->name;
  if (is_after(c, f, w)) {
    *w = *f;
    w->name = name;
    return;
  }
  whole(c, w);
  uint32_t trees = (uint32_t)c->trees.len, tree = merge(c, w, f);
  if (tree > trees)
    c->trees.at[tree - 1].of = name;
  *w = (struct vclocks_wide){.tree = tree, .name = name};
}
