/* circles: fair circles that an automaton accepts.
 *
 * Nodes are pairs of a state of the model and one of the automaton; they are
 * numbered breadth first from the initial pair, so that a node's parents tell a
 * shortest way to it.  Nodes that reach each other form a component.  What a
 * run takes again and again lies in one component, and a run may take all of
 * it again and again.  So a component
 *
 *   - is of no use if it has no edge of some set of acceptance, or if somebody
 *     who is owed weak fairness could move in each of its states and never
 *     does: then the same is so of every part of it;
 *   - must leave out the states in which somebody can move who is owed strong
 *     fairness and never moves in it: no fair run stays while it passes them
 *     again and again.  What is left falls into smaller components, which are
 *     looked at in turn (Emerson and Lei, 1987);
 *   - otherwise holds a fair accepted run.
 *
 * An automaton may also end (struct ltl_end): then nothing more is looked at,
 * and the run to the first such pair has no circle.
 *
 * The run that is told has the shortest stem and circle together if the
 * automaton has at most one set and nobody is owed fairness, and the search for
 * it stays within CIRCLES_WORK; otherwise the circle is made by going to the
 * nearest of what is still missing, again and again. */
#ifndef EXPLORE_CIRCLES_H
#define EXPLORE_CIRCLES_H

#include "explore/arcs.h"
#include "explore/ltl.h"

enum { CIRCLES_WORK = 20000000 }; /* arcs looked at for a shorter run */

/* Who is owed fairness. */
struct demand {
  process_id process;
  uint32_t edge; /* by arcs.h; NONE: any of the process */
  bool strong;
};

struct circles {
  const struct arcs *arcs;
  const struct ltl *automaton; /* NULL: everything is accepted, and a state
                                  where nothing moves is no circle */
  const uint64_t *truth;       /* by state: the automaton's atoms */
  const struct demand *demands;
  size_t demand_count;
  bool moves;       /* a state where nothing moves is no circle */
  bool no_progress; /* a circle has no step that passes a progress label */
  struct search *search;
};

/* Where a run is and which step it takes there: the n-th of the state. */
struct visit {
  state_id state;
  uint64_t arc; /* VISIT_STAYS: none */
};
#define VISIT_STAYS UINT64_MAX

struct circle_run {
  VEC(struct visit) at;
  size_t circle; /* the last so many go round */
};

enum circles_answer { CIRCLES_NONE, CIRCLES_FOUND, CIRCLES_LATE };
enum circles_answer circles_find(const struct circles *c,
                                 struct circle_run *out);

#endif
