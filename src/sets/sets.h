/* sets: the states of a model as one set, by decision diagrams.
 *
 * A level of the diagram is a part of the state (explore/parts.h): a process
 * with its variables, an object with its contents.  The values of a part are
 * found on the way, and so are the steps between them: what a process can do
 * depends on its own value and on that of the object it acts on, so a step
 * touches two levels, or as many as an atomic one names, and a pair of values
 * is asked for once both can be reached (dd/steps.h).  What `explore` lists,
 * this describes: 500 philosophers have 10^259 states, and a diagram of some
 * thousand nodes.
 *
 * From the set of all states follows what a set can show:
 *
 *   deadlocks, blocking   states that no step leaves: all states less those
 *                         that have the values which some step needs
 *   overflow, unspecified, assertion, range
 *                         pairs of values at which something is wrong
 *   properties            states selected by the parts that they look at
 *   never taken           edges whose pairs of values are in no state
 *   always possibly, endless
 *                         what does not lead back to a set, backwards
 *
 * Every finding has a shortest run: distances are an EV+MDD, and the run is
 * walked backwards from the nearest state that shows the finding.
 *
 * The order of the levels decides how large diagrams are; it comes from the
 * model's structure alone (order.c). */
#ifndef SETS_SETS_H
#define SETS_SETS_H

#include "base/text.h"
#include "explore/explore.h"

struct sets_figures {
  struct text states; /* exactly how many, in decimal; empty: not known */
  uint64_t peak_nodes;
  unsigned sifted; /* times that the order of levels was changed */
  /* In: the search gives up after so much work, 0: never.  Out: what it took.
   * Work is counted, not timed: a unit is about one result that a diagram
   * remembers, some 100 ns. */
  uint64_t work;
  /* In: all states would be listed otherwise, so once it is known how many
   * there are an eighth of that is allowed, too. */
  bool all_listed;
};

/* What it does not do for this model, as a message; false: it can be asked. */
bool sets_refuses(const struct model *m, struct text *why);
/* The kinds that it tells of this model exactly, 1u << FINDING_.... */
unsigned sets_tells(const struct model *m);
/* As explore, of whose options find, seconds, memory, findings_kept and
 * progress count.  Transitions are not counted. */
struct explore_result *sets_explore(const struct model *m,
                                    const struct explore_options *o,
                                    struct sets_figures *figures);

#endif
