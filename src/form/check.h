/* check: the result of `heddle check` in its forms, one file each. */
#ifndef FORM_CHECK_H
#define FORM_CHECK_H

#include "job/check.h"

void check_text(const struct check *c, struct text *out);
/* The verdict, one line. */
void check_line(const struct check *c, struct text *out);
void check_html(const struct check *c, const char *source, struct text *out);

/* One finding as a recording and as a picture of its run. */
void check_finding_record(const struct check *c, const struct finding *f,
                          struct text *out);
void check_finding_svg(const struct check *c, const struct finding *f,
                       struct text *out);
/* The state graph; false when it is too large to be looked at. */
bool check_dot(const struct check *c, struct text *out);

/* Strategy by kind, without a model. */
void check_strategies_text(struct text *out);
void check_strategies_json(struct text *out);

/* The state graph; NULL when it is too large to be looked at. */
struct graph;
struct check_graph;
struct check_graph *check_graph_make(const struct check *c);
const struct graph *check_graph_get(const struct check_graph *g);
void check_graph_free(struct check_graph *g); /* NULL is fine */

#endif
