/* write_model: a model as a file of another tool.
 *
 *     [Parameter]                         Model phone
 *     Size (int) : 1, [2], 3 ; -1         Parameters:
 *     [Constraint]                          Size: { 1 2 3 }
 *     Size > 1 => On = true               Constraints:
 *                                           # Size <= 1 || On == true #
 *
 * The same tests are valid there as here.  Rules are written in negation
 * normal form: an atom that the other language has too is written as it is, any
 * other as the values for which it holds (not holds, where that is shorter),
 * over several parameters value by value.  "Absent" becomes a value with that
 * name, and an atom that is unknown there holds, as it does in a rule.  What
 * the other language cannot say and what only guides the choice of tests
 * (aliases, weights, a strength of a single parameter) is left out with a
 * warning; where that would change which tests are valid, it is an error. */
#ifndef COVER_WRITE_MODEL_H
#define COVER_WRITE_MODEL_H

#include "base/text.h"
#include "cover/model.h"

struct dialect;
/* "acts", "ctwedge" or "pict"; NULL when there is no such language. */
const struct dialect *dialect_find(const char *name);
/* False after an error. */
bool write_model(const struct cover_model *m, const struct dialect *d,
                 struct diag *diag, struct text *out);

#endif
