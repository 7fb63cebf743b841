/* tree: what has been run, what is to be run, and what sleeps meanwhile.
 *
 * A node is a state reached by the choices from the root; the edge into it
 * carries a step.  Children of a node are ordered: a child's subtree leaves
 * to its elder siblings every run they can begin equally well, so at a node
 * the elder siblings of the branch taken *sleep* until a dependent step
 * (Godefroid 1996).  New children come last; only alternatives of one and
 * the same step stay together, since a thread sleeps as a whole.
 *
 * A leaf that is *pending* waits for its run.  Leaves may be run in any
 * order, several in one batch: what sleeps at a node is a matter of the
 * order of siblings, not of time.  (Abdulla et al. explore depth first; the
 * closure they prove complete, that every race of every run is answered by
 * a branch or by a sleeper, speaks about the finished tree.)  Deepest first
 * keeps the tree small: a subtree that is done is given back at once and
 * only the edge into it stays, for its younger siblings.
 *
 * A strategy decides how a race becomes a branch: tree_insert_fn. */
#ifndef SCHED_TREE_H
#define SCHED_TREE_H

#include "exec/executor.h"
#include "sched/order.h"

typedef uint32_t node_id; /* 0: none; the root is 1 */

enum node_flags {
  NODE_STARTED = 1, /* a run went through, its races are in the tree */
  NODE_PENDING = 2, /* a leaf that waits for its run, or is being run */
  NODE_DONE = 4,    /* nothing left to run below */
};

struct node {
  uint64_t object;
  uint32_t size;
  node_id parent, next, first, last; /* next sibling; children */
  uint32_t open;                     /* children not done */
  uint32_t depth;                    /* steps from the root */
  choice choice;
  uint8_t kind, step_flags;          /* of the edge into it */
  uint8_t flags;
};

struct tree {
  struct node *nodes;
  uint32_t nodes_len, nodes_cap;
  node_id free; /* chain by next */
  VEC(VEC(node_id)) pending; /* by depth */
  uint32_t deepest;          /* no pending leaf below this depth */
  uint32_t pending_count;
  VEC(node_id) batch; /* leaf of each plan */
  VEC(node_id) path;  /* of the run being learned; [0] is the root */
  struct order order;
  VEC(uint32_t) heads, nexts; /* races by first step */
  VEC(uint32_t) sequence;     /* steps to be done instead of a race */
  uint32_t open; /* the step whose outcome is open: it reverses the race */
  /* the sleep set at the node being looked at */
  uint64_t sleep;
  node_id sleeper[THREADS_MAX]; /* the edge that put the thread to sleep */
  const char *error;
};

/* At path[first of the race] the steps in t->sequence could be done, the
 * last of them reversing the race.  May add branches. */
typedef void tree_insert_fn(struct tree *t, node_id at);

void tree_open(struct tree *t);
void tree_close(struct tree *t);
/* Plans for pending leaves, as many as fit; false when none is left. */
bool tree_propose(struct tree *t, struct batch *b, bool sleep_sets);
/* Takes in the run of plan i of the batch.  With `branch` false the run is
 * only noted, its races are not answered.  False: the run is not what its
 * prefix promised (t->error). */
bool tree_learn(struct tree *t, const struct batch *b, uint32_t i,
                tree_insert_fn *insert, bool branch);

/* For tree_insert_fn. */
static inline struct node *tree_node(const struct tree *t, node_id n) {
  return &t->nodes[n];
}
bool node_depends(const struct node *n, const struct step *s);
/* A new branch at a node for t->sequence[0..count), a pending leaf at its
 * end. */
void tree_add(struct tree *t, node_id at, const uint32_t *steps,
              uint32_t count);
/* How much of the tree is done, 0..1; rough. */
double tree_progress(const struct tree *t);

#endif
