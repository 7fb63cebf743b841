/* rerun_report: a recording of a model (job/rerun.h) run again, or drawn. */
#ifndef FORM_RERUN_REPORT_H
#define FORM_RERUN_REPORT_H

#include "job/chart.h"
#include "job/rerun.h"

/* Runs it: its steps and whether it came out, for a person (quiet: without the
 * steps) or a machine.  False when it did not; `why` then says more. */
bool rerun_report_text(const struct rerun *r, bool quiet, struct text *out,
                       struct text *why);
bool rerun_report_json(const struct rerun *r, struct text *out,
                       struct text *why);

/* The run drawn, in text, as a picture and as a page. */
void rerun_chart_text(const struct rerun *r, const struct chart *c,
                      bool colour, struct text *out);
void rerun_chart_svg(const struct chart *c, struct text *out);
void rerun_chart_html(const struct rerun *r, const struct chart *c,
                      struct text *out);

#endif
