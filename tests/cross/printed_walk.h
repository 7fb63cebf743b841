/* printed_walk: every state of a small model, with the order of delivery of
 * L (printed_causal.h) or with ours.
 *
 * Processes are run by the plain interpreter.  For the graphs of L 2.4.2 it is
 * told fifo, which offers the oldest message of each sender; the graphs let
 * some of these through and are part of the state.  For the single queue of
 * L 2.3.1 it is told mailbox, for ours causal, and nothing is held back.
 * Shares no code with the explorer. */
#ifndef TESTS_CROSS_PRINTED_WALK_H
#define TESTS_CROSS_PRINTED_WALK_H

#include "printed_causal.h"

enum walk_order {
  WALK_OURS,
  WALK_QUEUE, /* L 2.3.1 */
  WALK_GRAPH, /* L 2.4.2 */
};

enum walk_how {
  WALK_OLDEST = 0,
  WALK_NEWEST = 1, /* expand the state found last, as in L figure 2.2 */
  /* The blocking points of L 2.4.1: while a process that is at no reception
   * can move, only such processes do.  Where sends of different processes
   * commute, as they do not in a single queue, this leaves out no blocking
   * state (L theorem 2.4.1). */
  WALK_BLOCKING_POINTS = 2,
};

struct walk {
  uint64_t states, transitions, terminated;
  uint64_t blocking, deadlocks; /* deadlocks are among the blocking ones */
};

/* how: WALK_NEWEST and WALK_BLOCKING_POINTS, or-ed.  Changes the scheme of
 * the model. */
struct walk walk_model(struct model *m, enum walk_order order, unsigned how);

/* Does the order of delivery allow this run from the initial state?  Steps
 * are "P1 P3.in!x", NULL ends them.  The graphs after the last possible step
 * (WALK_GRAPH only) are shown in *out, "P3.in P1: 1 | ...", unless it is
 * NULL; the key of the state is in *key, unless NULL. */
bool walk_follow(struct model *m, enum walk_order order,
                 const char *const *steps, struct text *out, struct text *key);

#endif
