/* rerun_report: a recording of a model (job/rerun.h) run again. */
#ifndef FORM_RERUN_REPORT_H
#define FORM_RERUN_REPORT_H

#include "job/rerun.h"

/* Runs it: its steps and whether it came out, for a person (quiet: without the
 * steps) or a machine.  False when it did not; `why` then says more. */
bool rerun_report_text(const struct rerun *r, bool quiet, struct text *out,
                       struct text *why);
bool rerun_report_json(const struct rerun *r, struct text *out,
                       struct text *why);

#endif
