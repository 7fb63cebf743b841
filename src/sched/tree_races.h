/* tree_races: the way of a run through the tree, who sleeps on it, and the
 * answers to the run's races; for tree.c.
 *
 * Runs that are looked at one after the other have most of their way in common,
 * and who sleeps at a node never changes (tree.h); so both are kept and looked
 * up again only below the first node that is another one.
 *
 * Nor are all races answered again.  Let R be a run, e and f a race of it, both
 * within the steps that an earlier run Q took through the same nodes, and let
 * every step of R beyond those happen after e.  Then R's answer v, the steps
 * that do not happen after e, and f, is made of the common steps alone.  Q has
 * the same race, and its answer w is that and steps that come behind f in Q and
 * do not happen after e, nor therefore after f: so w is equivalent to v and
 * these.  When Q was learned, a branch of the node before e was there or was
 * added, or something slept there, that begins w equally well.  Whatever begins
 * a continuation of v so begins v (a step that is independent of all of w, or
 * comes first in it, is or does so in v, or its thread does not move in v and it
 * is independent of v); so v is covered, too, and stays so.  (If R is one of the
 * first runs it may have races that Q was not asked for; nobody needs an answer
 * to those, see `hurried` in tree.h.) */
#ifndef SCHED_TREE_RACES_H
#define SCHED_TREE_RACES_H

#include "sched/tree.h"

/* The nodes from the root to a leaf become t->path. */
void tree_path_to(struct tree *t, node_id leaf);
/* Asks memory for those on the way to the leaves of plans some way behind plan
 * i: they were made long ago, and waiting for one after the other takes as long
 * as much else that is done with a run. */
void tree_fetch_soon(const struct tree *t, uint32_t i);
/* t->sleep at a node becomes that at its child. */
void tree_sleep_down(struct tree *t, node_id from, node_id into);
/* So many steps of the run that is looked at are those of earlier ones whose
 * races were answered; 0: nothing is known of it. */
void tree_note_news(struct tree *t, uint32_t old);
/* tree.c: the run's next step becomes a node, the last of t->path. */
void tree_extend_path(struct tree *t);
/* Answers the races whose first step is one of from..to-1, as far as the cursor
 * does not say that it is done.  Nodes are made as far as they are needed.
 * False when it gave up. */
bool tree_answer_races(struct tree *t, uint32_t from, uint32_t to);
/* The branches that a part asks for (tree_part.h), of steps of t->order, are
 * inserted above it, unless they need not be. */
void tree_answer_asks(struct tree *t, node_id top, const struct tree_ask *asks,
                      size_t count);

#endif
