/* markdown: a result to be pasted into an issue: the verdict, and each finding
 * with its run. */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "base/text.h"
#include "heddle.h"

void markdown_render(struct text *out, const struct heddle_result *r);

#endif
