/* run_layout: where everything of a space-time diagram goes, in pixels.
 *
 * Every event has a row of its own, so two labels of events never meet; the
 * width of a column is that of its widest label, so labels of a column never
 * reach the next one; states stand between the rows.  What may cross a label
 * is an arrow, and labels are painted over arrows. */
#ifndef REPORT_RUN_LAYOUT_H
#define REPORT_RUN_LAYOUT_H

#include "base/arena.h"
#include "base/vec.h"
#include "report/run.h"

enum {
  RUN_FONT = 12,
  RUN_SMALL = 10,      /* states, sources */
  RUN_BOX = 20,        /* height of a label's box */
  RUN_PAD = 6,         /* inside a box, left and right */
  RUN_FLAG = 10,       /* from a lifeline to the boxes at its right */
  RUN_BAR = 6,         /* width of the bar of a held lock */
  RUN_BAR_STEP = 9,    /* from one bar to the next */
  RUN_NAME_CELLS = 24, /* names, states and labels are cut to this */
  RUN_STATE_CELLS = 28,
  RUN_LABEL_CELLS = 40,
  RUN_END_CELLS = 34,
  RUN_SOURCE_CELLS = 44,
  RUN_NOTE_CELLS = 52,
  RUN_AGAIN = 40, /* names are repeated after so many events */
};

/* A lock is held by a column from one event to another. */
struct run_bar {
  uint32_t column, slot, object;
  size_t from, to; /* events; to == event_count: until the end */
};

struct run_layout {
  struct arena arena;
  const struct run_chart *c;
  bool states;
  double pitch;       /* from row to row */
  double *x;          /* lifelines */
  double *right;      /* end of the widest box of a column */
  double *y;          /* rows of events */
  bool *again;        /* names are repeated above this event */
  double top, bottom; /* of the lifelines */
  double notes, width, height;
  double steps;       /* right end of the numbers in the margin */
  uint32_t *receiver; /* of a send: 1 + index of its last reception */
  VEC(struct run_bar) bars;
  VEC(const char *) objects; /* of the bars */
  size_t end_lines;          /* lines in the largest box at the end */
  double waits; /* height of the arrows that say who waits for whom */
};

void run_layout_make(struct run_layout *l, const struct run_chart *c,
                     bool titled);
void run_layout_free(struct run_layout *l);

/* Width of a label's box, cut as it will be. */
double run_box_width(const char *label, size_t max_cells, double font);
/* The lines in the box at the end of a column; returns how many. */
enum { RUN_END_LINES = 3 };
size_t run_end_lines(const struct run_column *k, struct arena *a,
                     const char *lines[RUN_END_LINES]);
static inline bool run_fails(const struct run_event *e) {
  return e->fails || e->kind == RUN_FAIL;
}

#endif
