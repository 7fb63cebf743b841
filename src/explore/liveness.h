/* liveness: what is asked of runs that go on for ever, after the search.
 *
 * Every state is stored then.  The steps between them are made once more
 * (arcs.h), and for each temporal property the states are paired with those of
 * the automaton of its negation (ltl.h): the property is violated if and only
 * if some pair that can be reached lies on a fair circle that the automaton
 * accepts (circles.h).  `always possibly p` is followed backwards from the
 * states where p holds.  Circles without progress are circles of the model
 * alone, over steps that pass no progress label, in which everybody moves who
 * can move in some state of it.
 *
 * A state where nothing can move stays as it is for ever: there the automaton
 * reads the same state again and again.  A step that fails ends the run, which
 * is a finding of its own; no property is violated by that.
 *
 * Reduced searches leave out steps that such runs need, so only `full` tells
 * these kinds. */
#ifndef EXPLORE_LIVENESS_H
#define EXPLORE_LIVENESS_H

#include "base/vec.h"
#include "model/model.h"

struct search;

/* A run whose last steps go round for ever (model/lasso.h). */
struct lasso {
  VEC(struct model_step) steps;
  uint32_t circle;
};

/* Adds the findings.  It may reach a limit. */
void liveness_find(struct search *s);

#endif
