/* valid: is a model well-formed?  An independent reading of model/model.h:
 * every id in range, edges grouped by location, code that stops, initial
 * values in their ranges, expressions where they may stand.  Used by the
 * tests of whatever makes models. */
#ifndef TESTS_UNIT_VALID_H
#define TESTS_UNIT_VALID_H

#include "model/model.h"

/* NULL, or what is wrong. */
const char *model_invalid(const struct model *m);

#endif
