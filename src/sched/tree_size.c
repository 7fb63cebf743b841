/* How many runs a tree will have had at its end (after Knuth 1975 and Kilby,
 * Slaney, Thiébaux, Walsh 2006).
 *
 * What is done is counted; what is not is guessed from the leaf whose turn it
 * is up to the root, in two ways, by what the nodes of each depth that are
 * done have shown:
 *
 *   by size      a node is so many times as large as its first child.  What
 *                is done first is what is small, so this says too little.
 *   by children  a node has so many children, all as large as those that have
 *                begun.  But younger ones are smaller, because elder ones do
 *                what they can begin equally well, so this says too much.
 *
 * Between the two the truth is likely, and the middle is their mean as
 * factors go. */
#include <math.h>

#include "base/sound.h"
#include "base/vec.h"
#include "sched/sched.h"
#include "sched/tree.h"

#define ROOT 1

struct size {
  double by_size, by_children; /* 0: it has not begun */
};

struct family {
  struct size sum, first;
  double begun, waiting;
};

static void add_child(struct family *f, const struct node *n, struct size s) {
  if (n->flags & NODE_IDLE)
    return;
  if (!(s.by_size > 0)) {
    f->waiting++;
    return;
  }
  if (!f->begun++)
    f->first = s;
  f->sum.by_size += s.by_size;
  f->sum.by_children += s.by_children;
}

/* Of a node and its children. */
static struct size size_of(const struct tree *t, const struct node *n,
                           const struct family *f) {
  double leaves = (double)n->leaves, size, children;
  if (n->flags & NODE_DONE)
    return (struct size){leaves, leaves};
  if (!f->begun)
    return (struct size){0};
  size = f->sum.by_size + f->waiting; /* at least a run each */
  children = f->begun + f->waiting;
  if (n->depth < t->closed.len && t->closed.at[n->depth].first) {
    const struct closed_nodes *c = &t->closed.at[n->depth];
    size = fmax(size, f->first.by_size * (double)c->leaves / (double)c->first);
    children = fmax(children, (double)c->children / (double)c->nodes);
  }
  return (struct size){size, f->sum.by_children / f->begun * children};
}

/* Children before parents: of each depth only the family is kept that is being
 * counted. */
struct walk {
  const struct tree *t;
  VEC(struct family) families;
};

static node_id first_below(struct walk *w, node_id n) {
  const struct node *nodes = w->t->nodes;
  EXPECTS(n && n < w->t->nodes_len);
  while (nodes[n].first)
    n = nodes[n].first;
  while (w->families.len <= nodes[n].depth)
    vec_push(&w->families, (struct family){0});
  return n;
}

/* The node is counted, and its place is free for the next of its depth. */
static struct size leave(struct walk *w, const struct node *n) {
  struct family *f = &w->families.at[n->depth];
  struct size s = size_of(w->t, n, f);
  *f = (struct family){0};
  return s;
}

void tree_estimate(const struct tree *t, struct sched_estimate *out) {
  struct walk w = {.t = t};
  struct size s;
  for (node_id at = first_below(&w, ROOT);;) {
    const struct node *n = &t->nodes[at];
    s = leave(&w, n);
    if (at == ROOT)
      break;
    add_child(&w.families.at[n->depth - 1], n, s);
    at = n->next ? first_below(&w, n->next) : n->parent;
  }
  double low = fmin(s.by_size, s.by_children);
  double high = fmax(s.by_size, s.by_children);
  *out = (struct sched_estimate){low, sqrt(low * high), high};
  vec_free(&w.families);
}

/* By what was run, whoever computed it: all orders are taken to be as long as
 * the longest. */
uint64_t tree_bytes(const struct tree *t) {
  return t->nodes_cap * sizeof *t->nodes + t->kept.len * t->longest;
}
