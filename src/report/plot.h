/* plot: numbers as pictures: lines, points, heat.
 *
 * The caller owns all data.  A point that cannot be shown (not finite, not
 * positive on a logarithmic axis, or outside a range that was asked for) is
 * left out and interrupts its line; a plot without a point says "no data".
 * Twelve series differ in colour, in dashes and in marks, on paper and for
 * those who do not see the colours too; the legend has them in the order in
 * which their lines end.
 * Axes choose round ticks; values that are all equal get room around them.
 *
 *     const struct plot_point full[] = {{2, 120}, {3, 900}, {4, 7100}};
 *     const struct plot_series series[] = {
 *       {.name = "full", .points = full, .count = 3, .joined = true}};
 *     struct plot p = {.title = "states against n",
 *       .x = {.label = "processes"}, .y = {.label = "states", .log = true},
 *       .series = series, .count = 1};
 *     plot_render_svg(&out, &p, SVG_ALONE); */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "report/svg.h"

struct plot_point {
  double x, y;
  double error;     /* half the length of an error bar; 0: none */
  const char *name; /* shown with the values where one points at it, or NULL */
};
struct plot_series {
  const char *name;
  const struct plot_point *points;
  size_t count;
  bool joined; /* by a line, in the order given */
  bool bare;   /* no marks on the points (ignored where not joined) */
};
struct plot_axis {
  const char *label;
  bool log;
  bool from_zero;  /* a linear axis that begins at 0 */
  bool whole;      /* a linear axis of whole numbers */
  double min, max; /* where min < max: exactly this range */
};
struct plot {
  const char *title;
  struct plot_axis x, y;
  const struct plot_series *series;
  size_t count;
  double width, height; /* pixels; 0: 640 by 400 */
};

/* A matrix of values between 0 and 1; others are cut to that, and one that
 * is not a number is left blank ("does not apply"). */
struct heat {
  const char *title;
  const char *row_label, *column_label;
  const char *const *row_names;    /* or NULL */
  const char *const *column_names; /* or NULL */
  size_t rows, columns;
  const double *values; /* rows * columns, row by row */
  bool show_values;     /* as per cent, where cells are big enough */
};

void plot_render_svg(struct text *out, const struct plot *p, enum svg_use use);
void heat_render_svg(struct text *out, const struct heat *h, enum svg_use use);
/* For a terminal: a table of the series (x, then a column for each series),
 * and the heat map as digits 0..9, '#' for 1. */
void plot_render_text(struct text *out, const struct plot *p);
void heat_render_text(struct text *out, const struct heat *h);

#endif
