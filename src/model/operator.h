/* operator: the operators of expressions whose two sides are always evaluated.
 *
 * The searches, what they are told about a model, and whoever reasons about
 * its guards ask here; the plain interpreter, which judges them, spells the
 * operators out for itself (interp_eval.c). */
#ifndef MODEL_OPERATOR_H
#define MODEL_OPERATOR_H

#include "model/model.h"

/* a op b, of EXPR_ADD ... EXPR_GE.  False: it fails, and *why says how. */
bool operator_apply(enum expr_op op, int64_t a, int64_t b, int64_t *out,
                    enum fail_reason *why);

#endif
