/* picture: what forms that draw are given with a result.
 *
 * The run of a finding, whoever tells it: a model's is a space-time diagram
 * (run.h), a program's a story.  Whoever made it owns it. */
#ifndef REPORT_PICTURE_H
#define REPORT_PICTURE_H

#include "report/run.h"

struct graph;

/* Of a terminal; width 0: 100 columns. */
struct picture_style {
  unsigned width;
  bool colour;
};

struct heddle_picture {
  const char *title;  /* of a page that shows nothing else */
  const char *broken; /* it could not be drawn (a bug in heddle); or NULL */
  /* In lines, two spaces in. */
  void (*text)(const struct heddle_picture *p, struct picture_style style,
               struct text *out);
  /* As a diagram, which lives as long as the picture. */
  struct run_chart (*chart)(const struct heddle_picture *p);
  /* As a page of its own; NULL: it is a part of one. */
  void (*page)(const struct heddle_picture *p, struct text *out);
};

/* Beside the runs. */
struct heddle_sheet {
  const char *source;        /* of the model */
  const struct graph *graph; /* all its states; NULL: too many */
};

#endif
