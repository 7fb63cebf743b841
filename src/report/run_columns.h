/* run_columns: the picture of a run in characters, for run_text.c.
 *
 * False, with nothing written, where the columns do not fit into the width
 * or there are too many of them to be read; the caller prints a list then. */
#ifndef REPORT_RUN_COLUMNS_H
#define REPORT_RUN_COLUMNS_H

#include "report/run.h"

enum { RUN_COLUMNS = 10, RUN_COLUMN_EVENTS = 5000 };

bool run_columns(struct text *out, const struct run_chart *c,
                 struct run_style style);

#endif
