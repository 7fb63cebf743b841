/* check: what `heddle check` shows that is no result: see report/forms.h
 * for those. */
#ifndef FORM_CHECK_H
#define FORM_CHECK_H

#include "base/text.h"

/* Strategy by kind, without a model. */
void check_strategies_text(struct text *out);
void check_strategies_json(struct text *out);

#endif
