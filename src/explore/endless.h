/* endless: processes that can no longer come to their end.
 *
 * A process has an end if its text leads to a final location: the end of a
 * thread, a final state.  It is endless in a reachable state from which no run
 * comes to one where it is at its end, nor to one that nothing leaves: there
 * everything has ended, or it is a finding of its own (a deadlock, a step that
 * fails).  So what is left are runs that go on for ever.
 *
 * How.  Ends are followed backwards, from the states where a process has ended
 * to those that lead there: a least fixed point, in a set of bits for each
 * state.  The search keeps one successor of each state, its newest, and along
 * these alone nearly every state is decided, for the newest successor is mostly
 * a state that was new.  What is not decided is expanded once more, again and
 * again until nothing changes.
 *
 * The first state in which a process is endless is told, breadth first the one
 * with the shortest run.
 *
 * Reduced searches.  `sleep` sees all states, and all their steps are followed
 * here.  `ample` leaves nobody out for ever, so from every state of the whole
 * graph some run comes to one of the reduced graph, where what was out of reach
 * still is; and what is in reach of a state of the reduced graph is in reach
 * there as well, with the process still at its end, if nothing leads away from
 * an end; where something does, the steps to and from it are visible, as those
 * that a property sees. */
#ifndef EXPLORE_ENDLESS_H
#define EXPLORE_ENDLESS_H

#include "base/sound.h"
#include "base/vec.h"
#include "explore/store.h"
#include "model/model.h"

struct search;

struct endless {
  bool on;
  VEC(process_id) who;  /* that have an end */
  VEC(uint32_t) newest; /* by state: its newest successor, + 1; 0: none */
};

/* Some process has an end, and some process may go round. */
bool endless_possible(const struct model *m);
void endless_open(struct endless *e, const struct model *m);
void endless_close(struct endless *e);
/* There is room for so many states. */
static inline void endless_reserve(struct endless *e, state_id count) {
  vec_resize(&e->newest, count);
}
static inline void endless_edge(struct endless *e, state_id from, state_id to) {
  EXPECTS(from < e->newest.len);
  if (e->newest.at[from] < to + 1)
    e->newest.at[from] = to + 1;
}
/* Has every process that has an end come to it? */
bool endless_all_ended(struct search *s, const value_id *values);
/* After the search: the findings.  It may reach a limit. */
void endless_find(struct search *s);

#endif
