/* chart: a recorded run of a model as a space-time diagram.
 *
 * The run is walked on the plain interpreter; receptions are matched with
 * the sends they take their message from, and at the end it is said who
 * waits for what and who holds what. */
#ifndef JOB_CHART_H
#define JOB_CHART_H

#include "model/recording.h"
#include "report/run.h"

struct chart {
  struct arena arena; /* all strings of it */
  VEC(struct run_column) columns;
  VEC(struct run_event) events;
  struct run_chart run;
};

/* Fills the chart; false with *why when the recording does not replay. */
bool chart_make(struct chart *c, const struct recording *r,
                const struct model *m, struct text *why);
void chart_free(struct chart *c);

#endif
