/* study: the result of `heddle study` in its forms, one file each. */
#ifndef FORM_STUDY_H
#define FORM_STUDY_H

#include "study/study.h"
#include "study/summary.h"

struct study_view {
  const struct study *study;
  const char *name;  /* of what was studied */
  bool by[BY_COUNT]; /* which groups */
  bool each;         /* in text: the table of each model too */
  bool tables;       /* in text: all tables, not the short ones */
  unsigned width;    /* of the terminal */
  bool colour;
};

/* The verdict, one line. */
void study_line(const struct study_view *v, struct text *out);
void study_text(const struct study_view *v, struct text *out);
void study_html(const struct study_view *v, struct text *out);
void study_json(const struct study_view *v, struct text *out);
void study_csv(const struct study_view *v, struct text *out);

/* One line for each strategy that misses what it promises. */
struct doc;
void study_verdicts(const struct study_view *v, struct doc *d);

#endif
