/* text_result: a result as a terminal shows it: the verdict, the findings, the
 * run of the first, and what was done. */
#ifndef REPORT_TEXT_RESULT_H
#define REPORT_TEXT_RESULT_H

#include "report/forms.h"
#include "report/picture.h"

/* every: the runs of all findings that have a picture. */
void text_render_in(struct text *out, const struct heddle_result *r,
                    struct picture_style style, bool every);

/* Findings listed at most: of a kind, and of a program's beside the first. */
enum { TEXT_LISTED = 20 };

#endif
