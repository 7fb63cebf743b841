/* schedules: a study of schedule strategies (job/schedules.h) in its forms. */
#ifndef FORM_SCHEDULES_H
#define FORM_SCHEDULES_H

#include "base/text.h"
#include "job/schedules.h"

struct schedules_view {
  const struct schedules *study;
  const char *name; /* of what was studied */
  unsigned width;   /* of the terminal */
  bool colour;
};

/* The verdict, one line. */
void schedules_line(const struct schedules_view *v, struct text *out);
void schedules_text(const struct schedules_view *v, struct text *out);
void schedules_html(const struct schedules_view *v, struct text *out);
void schedules_json(const struct schedules_view *v, struct text *out);
void schedules_csv(const struct schedules_view *v, struct text *out);

#endif
