/* check: the result of `heddle check` in its forms, one file each. */
#ifndef FORM_CHECK_H
#define FORM_CHECK_H

#include "explore/explore.h"
#include "explore/strategy.h"

struct check {
  const struct model *model;
  const struct strategy *strategy;
  const char *why; /* this strategy, or NULL when the user chose it */
  const struct explore_result *result;
  unsigned find, jobs;
  bool shortest;  /* the runs are */
  bool all_runs;  /* in text: every run, not only the first */
  bool hint;      /* in text: what to do next */
  unsigned width; /* of the terminal */
  bool colour;
};

/* Is the number of findings of this kind exact, or at least so many? */
bool check_exact(const struct check *c, enum finding_kind kind);

void check_text(const struct check *c, struct text *out);
void check_json(const struct check *c, struct text *out);
void check_junit(const struct check *c, struct text *out);
/* The verdict, one line. */
void check_line(const struct check *c, struct text *out);
void check_html(const struct check *c, const char *source, struct text *out);

/* Strategy by kind, without a model. */
void check_strategies_text(struct text *out);
void check_strategies_json(struct text *out);

/* The state graph; false when it is too large to be looked at. */
struct graph;
struct check_graph;
struct check_graph *check_graph_make(const struct check *c);
const struct graph *check_graph_get(const struct check_graph *g);
void check_graph_free(struct check_graph *g); /* NULL is fine */

#endif
