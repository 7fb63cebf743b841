/* run_columns: the picture of a run in characters, for run_text.c.
 *
 *     P1             P2
 *     0              0
 *     !m1 -------.   |
 *     1          |   !m2 ---.
 *     |          '-> ?m1    |
 *     |              2      |
 *     ?m2 <-----------------'
 *
 * A message goes down a track in the gutter to the right of its sender.  So
 * a send never crosses a column, and a reception crosses the columns between
 * on its own row, where only the state after an earlier event can be in the
 * way: then it moves one row down.  Messages in flight at the same time, from
 * the same column, have different tracks.  A horizontal line passes behind
 * the tracks it crosses and before lifelines.
 *
 * run_columns.c finds the places, run_paint.c fills a grid of characters. */
#ifndef REPORT_RUN_COLUMNS_H
#define REPORT_RUN_COLUMNS_H

#include "base/arena.h"
#include "base/sound.h"
#include "report/run.h"

enum { RUN_COLUMNS = 10, RUN_COLUMN_EVENTS = 5000 };

/* False, with nothing written, where the columns do not fit into the width
 * or there are too many of them to be read; the caller prints a list then. */
bool run_columns(struct text *out, const struct run_chart *c,
                 struct run_style style);

/* Where a note or a remark goes: from here on, so many cells wide. */
struct run_words {
  size_t row, x, width;
};

struct run_picture {
  struct arena arena;
  const struct run_chart *c;
  struct run_style style;
  bool messages;              /* are there any: lifelines, room for arrows */
  unsigned digits;            /* of source lines */
  uint32_t *receiver;         /* of a send: 1 + index of its last reception */
  size_t *track_x;            /* of a send that is received */
  size_t *row;                /* of an event */
  struct run_words *note;     /* of an event */
  struct run_words *remark;   /* above it */
  size_t *x, *width, *tracks; /* of a column: text, cells, tracks after it */
  size_t right;               /* where the last column ends */
  size_t rows;
};

void run_paint(struct text *out, struct run_picture *p);

static inline bool run_picture_shows(const struct run_picture *p,
                                     size_t event) {
  EXPECTS(event < p->c->event_count);
  return p->c->events[event].column < p->c->column_count;
}
/* Cells of an event's label, its source line included. */
size_t run_picture_label(const struct run_picture *p,
                         const struct run_event *e);

#endif
