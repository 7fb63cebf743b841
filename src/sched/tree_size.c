/* How many runs a tree will have had at its end (Knuth 1975; Kilby, Slaney,
 * Thiébaux, Walsh 2006, the recursive estimator).
 *
 * What is done is counted.  What has not begun is taken to be like its
 * brothers and sisters that are done or under way: as the mean of them, as
 * the least, as the largest; without any, like what was done at its depth.
 * A node that is open may get more children: as many, on the average and at
 * most, as the nodes of its depth had when they were done. */
#include <math.h>

#include "base/alloc.h"
#include "sched/sched.h"
#include "sched/tree.h"

#define ROOT 1

static struct sched_estimate plus(struct sched_estimate a,
                                  struct sched_estimate b, double times) {
  return (struct sched_estimate){a.low + b.low * times,
                                 a.middle + b.middle * times,
                                 a.high + b.high * times};
}

/* What is known of the children of a node. */
struct family {
  struct sched_estimate sum, one; /* of those known; one: of an unknown one */
  double known, unknown, members;
};

/* One at this depth, by those that are done. */
static struct sched_estimate by_depth(const struct tree *t, uint32_t depth) {
  struct sched_estimate e = {1, 1, 1};
  if (depth < t->closed.len && t->closed.at[depth].nodes) {
    const struct closed_nodes *c = &t->closed.at[depth];
    e.middle = fmax(1, (double)c->leaves / (double)c->nodes);
    e.high = fmax(1, (double)c->most_leaves);
  }
  return e;
}

static void add_child(struct family *f, const struct node *n,
                      struct sched_estimate e) {
  if (n->flags & NODE_IDLE)
    return;
  f->members++;
  if (!(e.middle > 0)) { /* it has not begun */
    f->unknown++;
    return;
  }
  f->sum = plus(f->sum, e, 1);
  f->one.low = f->known ? fmin(f->one.low, e.low) : e.low;
  f->one.high = f->known ? fmax(f->one.high, e.high) : e.high;
  f->known++;
}

/* Children that may still come: on the average, and at most. */
static void expect_more(const struct tree *t, const struct node *n,
                        double members, double *some, double *most) {
  *some = *most = 0;
  if (n->depth >= t->closed.len || !t->closed.at[n->depth].nodes)
    return;
  const struct closed_nodes *c = &t->closed.at[n->depth];
  *some = fmax(0, (double)c->children / (double)c->nodes - members);
  *most = fmax(0, (double)c->most_children - members);
}

static struct sched_estimate size_of(const struct tree *t, node_id id,
                                     const struct sched_estimate *sizes) {
  const struct node *n = &t->nodes[id];
  struct family f = {0};
  double some, most;
  if (n->flags & NODE_DONE)
    return (struct sched_estimate){(double)n->leaves, (double)n->leaves,
                                   (double)n->leaves};
  for (node_id c = n->first; c; c = t->nodes[c].next)
    add_child(&f, &t->nodes[c], sizes[c]);
  if (!f.known)
    return (struct sched_estimate){0};
  f.one.middle = f.sum.middle / f.known;
  struct sched_estimate all = by_depth(t, n->depth + 1);
  f.one.high = fmax(f.one.high, fmin(all.high, 4 * f.one.high));
  expect_more(t, n, f.members, &some, &most);
  struct sched_estimate out = plus(f.sum, f.one, f.unknown);
  out.low = f.sum.low + f.unknown; /* at least one run each */
  out.middle += some * f.one.middle;
  out.high += most * f.one.high;
  return out;
}

/* Children before parents. */
static node_id first_below(const struct tree *t, node_id n) {
  while (t->nodes[n].first)
    n = t->nodes[n].first;
  return n;
}

void tree_estimate(const struct tree *t, struct sched_estimate *out) {
  struct sched_estimate *sizes = alloc_zero(t->nodes_len, sizeof *sizes);
  for (node_id n = first_below(t, ROOT);;) {
    sizes[n] = size_of(t, n, sizes);
    if (n == ROOT)
      break;
    n = t->nodes[n].next ? first_below(t, t->nodes[n].next)
                         : t->nodes[n].parent;
  }
  *out = sizes[ROOT];
  free(sizes);
}
