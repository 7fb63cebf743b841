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

#include "base/alloc.h"
#include "base/sound.h"
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

static struct size size_of(const struct tree *t, node_id id,
                           const struct size *sizes) {
  EXPECTS(id && id < t->nodes_len);
  const struct node *n = &t->nodes[id];
  struct family f = {0};
  double leaves = (double)n->leaves, size, children;
  if (n->flags & NODE_DONE)
    return (struct size){leaves, leaves};
  for (node_id c = n->first; c; c = t->nodes[c].next)
    add_child(&f, &t->nodes[c], sizes[c]);
  if (!f.begun)
    return (struct size){0};
  size = f.sum.by_size + f.waiting; /* at least a run each */
  children = f.begun + f.waiting;
  if (n->depth < t->closed.len && t->closed.at[n->depth].first) {
    const struct closed_nodes *c = &t->closed.at[n->depth];
    size = fmax(size, f.first.by_size * (double)c->leaves / (double)c->first);
    children = fmax(children, (double)c->children / (double)c->nodes);
  }
  return (struct size){size, f.sum.by_children / f.begun * children};
}

/* Children before parents. */
static node_id first_below(const struct tree *t, node_id n) {
  EXPECTS(n && n < t->nodes_len);
  while (t->nodes[n].first)
    n = t->nodes[n].first;
  return n;
}

void tree_estimate(const struct tree *t, struct sched_estimate *out) {
  struct size *sizes = alloc_zero(t->nodes_len, sizeof *sizes);
  for (node_id n = first_below(t, ROOT);;) {
    sizes[n] = size_of(t, n, sizes);
    if (n == ROOT)
      break;
    n = t->nodes[n].next ? first_below(t, t->nodes[n].next)
                         : t->nodes[n].parent;
  }
  double low = fmin(sizes[ROOT].by_size, sizes[ROOT].by_children);
  double high = fmax(sizes[ROOT].by_size, sizes[ROOT].by_children);
  *out = (struct sched_estimate){low, sqrt(low * high), high};
  free(sizes);
}
