/* tree_part: a part of a tree on its own, searched by somebody else.
 *
 *     node_id n = tree_part_choose(&t, away, count, wanted, least);
 *     size_t nodes = tree_lend(&t, n, &loan);           n is away
 *
 *     tree_open(&other, ...);                           somewhere else
 *     tree_borrow(&other, &in_loan);
 *     ... propose and learn, for a while or until nothing is left ...
 *     tree_give_back(&other, &answer);
 *
 *     tree_take_back(&t, n, &in_answer);                or, as if nothing had
 *     tree_restore(&t, n, &loan, nodes);                been
 *
 * A part is what is below a node where nothing sleeps (NODE_ALONE), that node
 * included.  Insertions from outside end at such a node, since everything below
 * it is found from below (tree.h); so nobody else changes a part while it is
 * away, and it needs no help.  At home its node is a leaf that was sent: it is
 * not run, not closed, and no insertion goes through it, as before.
 *
 * What a part needs of the tree above is the way from the root: the steps, which
 * are the prefix of its plans, and at each node of the way its branches, of
 * which the elder ones sleep.  None of this changes any more.  A branch that is
 * there stays, and those that are added are younger; who sleeps at a node of the
 * way is settled, because a part is lent only when each elder on its way was
 * taken once or is known to sleep (tree_elders_known).
 *
 * A run of the part may race with a step above it.  Then the node before that
 * step is another's, and the branch is asked for (struct tree_ask) unless it is
 * certain that nothing would be inserted: something sleeps there that begins the
 * sequence, or sees to it (optimal.c), or a branch of that time begins it and
 * takes no insertions.  At home these would be found as well: they are the same
 * sleepers and branches, and come before all younger ones.  What was asked for
 * once is not asked for again; but it is not taken to be there, since in the
 * meantime others may have come first.
 *
 * So a part and its answer are a run of the whole search in which the runs of
 * the part were made when it was lent, and their races above it were answered
 * when it came back.  The argument of tree.h holds for the order that the tree
 * has when everything is over, whenever its branches were put there; and that no
 * trace is run twice does not depend on when either: a sequence is inserted only
 * where nothing begins it.  Nodes above a part are not done before it is, and it
 * is not before what it asked for has been inserted.
 *
 * A part may come back unfinished: then it is a part of the tree as any, with
 * branches of its own that may be parts.
 *
 * Of trees whose leaves are run with a sleep set, or looked at in turn, no node
 * is marked in time: of the rows only `optimal` lends parts. */
#ifndef SCHED_TREE_PART_H
#define SCHED_TREE_PART_H

#include "sched/tree.h"

/* A node that can be lent, or 0.  With those that are away there should be
 * `wanted` parts in all, each as large as can be; but what has fewer than
 * `least` runs, as far as can be told, is not divided.  The answer is a matter
 * of the tree and of what is away alone. */
node_id tree_part_choose(struct tree *t, const node_id *away, size_t count,
                         size_t wanted, uint64_t least);
/* Where in the loan the nodes begin. */
size_t tree_lend(struct tree *t, node_id top, struct text *loan);
void tree_restore(struct tree *t, node_id top, const struct text *loan,
                  size_t nodes);
/* False: this is no part. */
bool tree_borrow(struct tree *t, struct unpack *loan);
/* False: it gave up in the middle of learning, and has no answer. */
bool tree_give_back(struct tree *t, struct text *answer);
/* False: this is no answer, and the tree is not to be used any more. */
bool tree_take_back(struct tree *t, node_id top, struct unpack *answer);

/* For tree_insert_fn: the branch for t->sequence is wanted at a node above. */
void tree_ask_branch(struct tree *t, node_id at);
/* The other outcomes of a step that the run took there. */
void tree_ask_outcomes(struct tree *t, node_id at, const struct step *s);

#endif
