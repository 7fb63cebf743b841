/* lang_show: a model as a few lines of text, for tests of the language. */
#ifndef TESTS_UNIT_LANG_SHOW_H
#define TESTS_UNIT_LANG_SHOW_H

#include "base/text.h"
#include "lang/lang.h"

/* Diagnostics as "line:col+len error: text | hint", one a line. */
struct heard {
  struct text text;
  struct diag diag;
};

/* Reads a text; what it says is in *h (free with heard_free). */
struct model *hear(struct heard *h, const char *text,
                   const struct lang_options *options);
void heard_free(struct heard *h);

/* One process: slots, then locations with their edges and code.
 *
 *     max 0..2 = 1
 *     0: send P1->P2 m1(s0) ? guard ; fits { s0 = 1 } 1
 *
 * Code is shown from where an edge's begins up to its stops, each
 * instruction with its number in the edge's code when it is a target. */
void show_process(const struct model *m, process_id p, struct text *out);
void show_expr(const struct model *m, expr_id e, struct text *out);

#endif
