/* check_graph: the state graph of a model that was checked (report/graph.h),
 * when it is small enough to be looked at. */
#ifndef JOB_CHECK_GRAPH_H
#define JOB_CHECK_GRAPH_H

#include "job/check.h"

struct graph;
struct check_graph;

/* NULL when it is too large. */
struct check_graph *check_graph_make(const struct check *c);
const struct graph *check_graph_get(const struct check_graph *g);
void check_graph_free(struct check_graph *g); /* NULL is fine */

/* As DOT, as SVG; false when it is too large. */
bool check_dot(const struct check *c, struct text *out);
bool check_svg(const struct check *c, struct text *out);

#endif
