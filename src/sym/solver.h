/* solver: is there an assignment under which conditions hold?
 *
 * The one door to a decision procedure.  What it answers is not believed: a
 * model is evaluated by query.c before anybody sees it, and "unknown" is an
 * answer of its own, never taken for one of the others.  (That there is none
 * cannot be checked so; the tests compare it with enumeration.)
 *
 * Questions that begin with the same conditions cost only what is new in
 * them: conditions stay asserted, and are taken back when the next question
 * does not begin with them.
 *
 * Patience is counted in steps of the solver, not in time, so that the same
 * questions have the same answers on every machine; some millions take a
 * second.  Besides, whoever waits may give up: a thread looks after that. */
#ifndef SYM_SOLVER_H
#define SYM_SOLVER_H

#include "sym/expr.h"

enum sym_answer {
  SYM_UNSAT,
  SYM_SAT,
  SYM_UNKNOWN, /* it took too long, or the solver gave up */
};

enum { SOLVER_PATIENCE = 5000000 };

struct solver;

/* NULL when this build has no solver.  The store must outlive it. */
struct solver *solver_open(const struct sym_store *s, unsigned patience);
/* Asked by another thread while a question is open, every 10 ms or so; when it
 * says true the answer is "unknown".  NULL: nobody gives up. */
void solver_watch(struct solver *z, bool (*give_up)(void *user), void *user);
/* On SYM_SAT the values of the variables in the conditions are set in v. */
enum sym_answer solver_check(struct solver *z, const sym_id *conditions,
                             size_t count, struct sym_values *v);
void solver_close(struct solver *z);

#endif
