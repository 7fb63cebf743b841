/* tree: a test of a network with choices.
 *
 * A test says which input to give, which outputs are allowed then, and what
 * comes next after each of them: a tree, or rather a graph without circles,
 * since branches after which the network may be in the same states are one.
 * An output that is not allowed is a failure.  Tests are grown from a
 * sequence of inputs, given in that order.  The test is *fixed* when the
 * whole sequence is given whatever is seen, and *adaptive* when it ends early
 * after some outputs, because there the next input is not sure (belief.h).
 * Two tests are joined when one goes on where the other has ended: then
 * different inputs are given after different outputs. */
#ifndef NET_TREE_H
#define NET_TREE_H

#include "base/text.h"
#include "net/belief.h"

#define NET_TREE_END UINT32_MAX

struct net_tree_branch {
  symbol_id output;
  uint32_t next; /* a node, or NET_TREE_END: the test is passed */
};

struct net_tree_node {
  uint32_t input;        /* counts the network's inputs */
  uint32_t first, count; /* in `branches`, by output */
};

struct net_tree {
  VEC(struct net_tree_node) nodes; /* 0 is the root; children after parents */
  VEC(struct net_tree_branch) branches;
  uint32_t edges; /* of the specification that may fire: bit e % 32 */
  bool adaptive;
};

/* The test that gives these inputs; the first must be sure at the start.
 * `b` is the belief of the specification. */
void net_tree_grow(struct net_tree *t, struct belief *b,
                   const symbol_list *inputs);
void net_tree_free(struct net_tree *t);
/* One test that does what both do, in `out`; false, and nothing there, when
 * they give different inputs after the same outputs. */
bool net_tree_join(struct net_tree *out, const struct net_tree *a,
                   const struct net_tree *b);
/* The most inputs that a run of it is given. */
uint32_t net_tree_depth(const struct net_tree *t);

/* What a test does to a mutant. */
enum net_tree_fate {
  NET_TREE_PASSES, /* no run of the mutant fails */
  NET_TREE_MAY,    /* some run fails, another passes */
  NET_TREE_KILLS   /* every run fails */
};
enum net_tree_fate net_tree_run(const struct net_tree *t, struct belief *mutant,
                                enum net_mode mode);

/* "coin/ok|late take/tea", and where what follows depends on what was seen
 * "coin/(ok: take/tea | late: stop)"; a node to which several branches lead
 * is written once, as "#2 take/tea", and then called "#2". */
void net_tree_text(const struct network *n, const struct net_tree *t,
                   struct text *out);

#endif
