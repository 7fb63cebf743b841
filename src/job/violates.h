/* violates: the properties of a model as expressions for the solver, over the
 * things that they read (exec/shown.h, sched/constraints.h). */
#ifndef JOB_VIOLATES_H
#define JOB_VIOLATES_H

#include "exec/executor.h"
#include "model/model.h"
#include "sched/constraints.h"

struct violates {
  struct sym_store store;
  VEC(sym_id) at; /* by property: it is violated */
  struct constraints constraints;
};

/* Numbers are of 64 bits and what is violated is what the interpreter says
 * (model/interp.h): an evaluation that fails counts. */
void violates_model(struct violates *v, const struct model *m);
/* Of a program, whose executor says what they are.  False: one of them is no
 * expression of variables (cc/formula.c). */
bool violates_program(struct violates *v, const struct executor *x);
void violates_free(struct violates *v);

#endif
