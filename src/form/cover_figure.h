/* cover_figure: pictures of what a set of tests covers, as sections of a
 * page. */
#ifndef FORM_COVER_FIGURE_H
#define FORM_COVER_FIGURE_H

#include "form/cover_write.h"
#include "report/doc.h"

/* Every pair and how many tests have it; nothing where they cannot be counted
 * in the memory there is. */
void cover_draw_pairs(const struct cover_write *w, struct doc *d);
/* Parameters with a strength of their own; nothing where there are none. */
void cover_draw_groups(const struct cover_write *w, struct doc *d);

#endif
