/* steps: events whose values are found on the way.
 *
 * Where the values of a variable are not known before the search (the states
 * of a process, the contents of a channel), a step is told as what it does to
 * the values that are there: variable l from this to that, and so on.  Steps
 * with a common beginning share it, so that they are a relation in the form of
 * a tree: (value, new value) of the topmost variable, then of the next one.
 *
 * Saturation with discovery (Ciardo, Marmorstein, Siminiceanu 2006).  A value
 * that comes up at a level for the first time is announced (`found`) before any
 * node has it; whoever knows the model adds the steps that it makes possible,
 * together with values that are known already.  Why nothing is lost: a step is
 * added when the last of the values that it leaves is announced, and no node
 * with that value exists yet.  So a node that is closed, and a result that is
 * remembered, stay right: the new step cannot happen in them.  And only values
 * that can really be reached are announced, for a step is followed downwards
 * from a node that is part of a reachable set, and what it yields is empty
 * unless it happens at every level.
 *
 *     struct dd_steps *s = dd_steps_open(levels);
 *     dd_steps_add(s, levels, from, to, count);       levels decreasing
 *     struct dd_search x = {.steps = s, .found = add_more, .user = me};
 *     dd_node all = dd_discover(forest, start, &x); */
#ifndef DD_STEPS_H
#define DD_STEPS_H

#include "dd/dd.h"
#include "dd/distance.h"

struct dd_steps;

struct dd_steps *dd_steps_open(unsigned levels);
void dd_steps_close(struct dd_steps *s);
/* One step; false: it was there. */
bool dd_steps_add(struct dd_steps *s, const unsigned *levels,
                  const uint32_t *from, const uint32_t *to, unsigned count);
/* The same steps backwards. */
struct dd_steps *dd_steps_inverse(const struct dd_steps *s);
uint64_t dd_steps_count(const struct dd_steps *s);
/* Every tuple to which one step leads from this one, until `each` returns
 * false.  values is changed meanwhile, and as it was afterwards. */
bool dd_steps_each(const struct dd_steps *s, uint32_t *values,
                   bool (*each)(void *user, const uint32_t *values),
                   void *user);

struct dd_search {
  struct dd_steps *steps;
  /* NULL: all values are known. */
  void (*found)(void *user, unsigned level, uint32_t value);
  /* NULL, or whether to give up: asked now and then. */
  bool (*late)(void *user);
  void *user;
  uint64_t asked;
  /* dd_discover comes back early, with what it has, when there are more nodes
   * than these; 0: never.  paused: it did. */
  uint64_t pause;
  bool paused;
};

/* There are so many values of a variable now. */
void dd_grow(struct dd *f, unsigned level, uint32_t size);

/* All that steps lead to from n, n included, in a forest of sets; DD_FULL also
 * when it is late.  Values of n itself must have been announced. */
dd_node dd_discover(struct dd *f, dd_node n, struct dd_search *x);
/* The tuples of n that have all the values that some step leaves. */
dd_node dd_select(struct dd *f, dd_node n, struct dd_search *x);
/* The others.  Each condition is looked for only between its own levels, so of
 * many this is the faster one to ask. */
dd_node dd_reject(struct dd *f, dd_node n, struct dd_search *x);
/* Whether there is one to select: DD_EMPTY if not. */
dd_node dd_meets(struct dd *f, dd_node n, struct dd_search *x);
/* As dd_distances, by steps. */
struct dd_edge dd_steps_distances(struct dd *f, struct dd_edge from,
                                  struct dd_search *x);

#endif
