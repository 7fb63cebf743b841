/* eval: expressions and code of a model, evaluated on working values.
 *
 * Used where a move is computed for the first time; what it yields is then
 * remembered (moves.h), so this need not be fast. */
#ifndef EXPLORE_EVAL_H
#define EXPLORE_EVAL_H

#include "model/model.h"

struct eval {
  const struct model *model;
  process_id process;     /* whose slots and bound values are meant */
  int32_t *const *locals; /* by process: location, slot 0, slot 1, ... */
  int32_t *shared;        /* by object: a value, or a number of messages */
  const int32_t *bound;   /* bound values of the step */
  /* Set by the first failure; nothing is evaluated after it. */
  enum fail_reason failure;
  struct place place;
  bool passed; /* code has passed a progress label */
};

int64_t eval_expr(struct eval *e, expr_id x);
/* True when x is NONE or holds. */
bool eval_holds(struct eval *e, expr_id x);
/* Runs code on the slots (and shared values) in place and sets the
 * location; false on failure, with the working values spoilt. */
bool eval_code(struct eval *e, code_id at);
/* Fails with FAIL_RANGE unless the value is in range. */
bool eval_in_range(struct eval *e, int64_t value, struct range r,
                   struct place place);

#endif
