/* show: a model as text for a person who has to find a bug with it.  Names
 * and places are those of build.h; processes without edges, objects and
 * variables that nothing refers to are left out. */
#ifndef TESTS_CROSS_SHOW_H
#define TESTS_CROSS_SHOW_H

#include "base/text.h"
#include "model/model.h"

void show_expr(const struct model *m, expr_id e, struct text *out);
void show_model(const struct model *m, struct text *out);

/* Which expressions something refers to, by id; the caller frees it. */
bool *show_used_exprs(const struct model *m);

#endif
