/* lasso: a run that goes on for ever, as steps: a stem, and a circle that is
 * taken again and again.  A circle of no steps is a state where nothing can
 * move: the run stays in it.
 *
 * Here such a run is judged on the plain interpreter, by the meaning of
 * formulas on the states it passes; no automaton is made, and nothing of the
 * search that found it is used.  So a violated property is a fact, whatever
 * the search believes.  Three things must be so:
 *
 *   - the steps can be taken, and the last one leads back to where the circle
 *     began;
 *   - it is fair: of a process or edge that is owed weak fairness some step is
 *     on the circle, or some state of it has none; strong: some step is on it,
 *     or no state of it has one (model.h);
 *   - the property does not hold of it, or what must never match it does (then
 *     its beginning may be enough); or, of a circle without progress, no
 *     step of it passes a progress label, and who can move moves. */
#ifndef MODEL_LASSO_H
#define MODEL_LASSO_H

#include "model/recording.h"

/* Kinds of findings whose run is a lasso, or may be one. */
static inline bool lasso_is(enum finding_kind kind) {
  return kind == FINDING_LIVENESS || kind == FINDING_CIRCLE;
}
/* False with the reason in *why.  A property of what is possible has no
 * circle, and nothing is looked at. */
bool lasso_shows(const struct recording *r, const struct model *m,
                 struct text *why);

#endif
