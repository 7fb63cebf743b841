/* submodel: relations as PICT means its sub-models.
 *
 * A relation in our sense (space.h) gives its parameters a strength of their
 * own.  PICT makes the tests of a sub-model first and then combines them like
 * the values of one large parameter with the parameters outside of it.
 *
 * That is a model again: for every relation one more parameter, a unit, whose
 * values are the tests made for it, with rules that say which values the
 * parameters of the relation then have; these are computed, not combined.  A
 * test of a unit is always part of a valid test. */
#ifndef COVER_SUBMODEL_H
#define COVER_SUBMODEL_H

#include "cover/cover.h"

/* The same as cover_generate, tuples being those of units and of parameters
 * that are in no relation. */
bool submodel_generate(const struct cover_model *m,
                       const struct cover_options *o, struct diag *diag,
                       struct cover_result *result);

#endif
