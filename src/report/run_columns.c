/* Tracks, widths and rows of the picture in characters. */
#include "report/run_columns.h"

#include "base/sound.h"
#include "report/label.h"

enum {
  GAP = 4,       /* cells between text and the first track, at least */
  STEP = 2,      /* cells between tracks */
  LAND = 3,      /* cells between the last track and the next column */
  ROOM = 14,     /* cells that a column takes where there is room */
  NARROWEST = 16 /* labels are never cut to fewer cells */
};

/* --- tracks ------------------------------------------------------------- */

static void match_messages(struct run_picture *p) {
  const size_t n = p->c->event_count;
  p->receiver = arena_array(&p->arena, uint32_t, n + 1);
  p->track_x = arena_array(&p->arena, size_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    uint32_t sender = run_sender(p->c, i);
    if (sender)
      p->receiver[sender - 1] = (uint32_t)i + 1;
    enum run_kind kind = p->c->events[i].kind;
    p->messages |= kind == RUN_SEND || kind == RUN_RECEIVE;
  }
}

/* How many messages from one column are in flight at once. */
static size_t most_in_flight(const struct run_picture *p, size_t column) {
  EXPECTS(column < p->c->column_count);
  size_t live = 0, most = 0;
  for (size_t i = 0; i < p->c->event_count; i++) {
    uint32_t sender = run_sender(p->c, i);
    if (sender && p->c->events[sender - 1].column == column &&
        p->receiver[sender - 1] == i + 1)
      live--;
    if (run_picture_shows(p, i) && p->c->events[i].column == column &&
        p->receiver[i])
      most = ++live > most ? live : most;
  }
  return most;
}

/* A message to the right takes the rightmost free track, one to the left
 * the leftmost; as there are as many tracks as messages in flight at the
 * worst moment, one is always free. */
static void assign_tracks(struct run_picture *p, size_t column) {
  EXPECTS(column < p->c->column_count);
  const size_t count = p->tracks[column], last = p->c->column_count - 1;
  const size_t end = (column < last ? p->x[column + 1] : p->right) - LAND;
  bool *busy = arena_array(&p->arena, bool, count + 1);
  for (size_t i = 0; count && i < p->c->event_count; i++) {
    uint32_t sender = run_sender(p->c, i);
    if (sender && p->c->events[sender - 1].column == column &&
        p->receiver[sender - 1] == i + 1)
      busy[(end - p->track_x[sender - 1]) / STEP] = false;
    if (p->c->events[i].column != column || !p->receiver[i])
      continue;
    bool rightward = p->c->events[p->receiver[i] - 1].column > column;
    size_t t = rightward ? 0 : count - 1; /* counted from the right */
    while (busy[t])
      t = rightward ? t + 1 : t - 1;
    busy[t] = true;
    p->track_x[i] = end - STEP * t;
  }
}

/* --- widths ------------------------------------------------------------- */

size_t run_picture_label(const struct run_picture *p,
                         const struct run_event *e) {
  return label_width(e->label) + (p->digits ? p->digits + 1 : 0);
}

static void widen(size_t *width, size_t cells, size_t cap) {
  cells = cells < cap ? cells : cap;
  *width = cells > *width ? cells : *width;
}

static void measure(struct run_picture *p, size_t cap) {
  const struct run_chart *c = p->c;
  for (size_t i = 0; i < c->column_count; i++) {
    p->width[i] = 1;
    widen(&p->width[i], label_width(c->columns[i].name), cap);
    widen(&p->width[i], label_width(c->columns[i].state), cap);
  }
  for (size_t i = 0; i < c->event_count; i++) {
    if (!run_picture_shows(p, i))
      continue;
    size_t *width = &p->width[c->events[i].column];
    widen(width, run_picture_label(p, &c->events[i]), cap);
    widen(width, label_width(c->events[i].state), cap);
  }
}

/* Places the columns; false where they need more than the width. */
static bool place(struct run_picture *p, size_t cap, size_t room) {
  measure(p, cap);
  size_t x = p->style.indent;
  const size_t n = p->c->column_count;
  for (size_t i = 0; i < n; i++) {
    p->x[i] = x;
    size_t need = p->width[i] + 2;
    if (p->tracks[i])
      need = p->width[i] + GAP + STEP * (p->tracks[i] - 1) + LAND;
    else if (p->messages)
      need = p->width[i] + GAP + 1; /* the arrow of a pending message */
    x += need < room && (i + 1 < n || p->tracks[i]) ? room : need;
  }
  p->right = x;
  /* The gutter after the last column ends with its last track. */
  size_t used = n && p->tracks[n - 1] ? x - LAND + 1 : x;
  return used <= p->style.width;
}

static bool choose_widths(struct run_picture *p) {
  static const struct {
    size_t cap, room;
  } tries[] = {{40, ROOM}, {40, 0}, {24, 0}, {NARROWEST, 0}};
  for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
    if (place(p, tries[i].cap, tries[i].room))
      return true;
  return false;
}

/* --- rows --------------------------------------------------------------- */

/* Is there text in the way of the arrow to reception i, on that row? */
static bool crosses_text(const struct run_picture *p, size_t i, size_t row,
                         const size_t *next_free) {
  uint32_t sender = run_sender(p->c, i);
  if (!sender)
    return false;
  size_t from = p->c->events[sender - 1].column, to = p->c->events[i].column;
  size_t first = from < to ? from + 1 : to + 1;
  size_t last = from < to ? to : from + 1; /* exclusive */
  for (size_t k = first; k < last; k++)
    if (next_free[k] > row)
      return true;
  return false;
}

static size_t highest(const size_t *of, size_t count, size_t least) {
  EXPECTS(of || !count);
  for (size_t i = 0; i < count; i++)
    least = of[i] > least ? of[i] : least;
  return least;
}

/* Where a note to the right of event i begins: behind everything on its row;
 * with messages, behind the last column. */
static size_t right_of(const struct run_picture *p, size_t i, size_t row,
                       const size_t *next_free) {
  size_t last = p->c->events[i].column;
  if (p->messages)
    return p->right + (p->tracks[p->c->column_count - 1] ? 1 : 0);
  for (size_t k = last + 1; k < p->c->column_count; k++)
    if (next_free[k] > row)
      last = k;
  return last + 1 < p->c->column_count ? p->x[last + 1] : p->right;
}

static size_t lines_of(const char *s, size_t width) {
  EXPECTS(width > 0);
  size_t lines = 0;
  while (s) {
    label_wrap(s, width, &s);
    lines++;
  }
  return lines;
}

/* Room for words from x on; where that is less than they need, they begin
 * further left, where more than the line has, they are wrapped. */
static struct run_words fit_words(const struct run_picture *p, size_t row,
                                  size_t x, size_t cells) {
  const size_t left = p->style.indent, width = p->style.width;
  const size_t whole = width > left + 20 ? width - left : 20;
  cells = cells < whole ? cells : whole;
  if (x + cells > width)
    x = width > left + cells ? width - cells : left;
  return (struct run_words){row, x, cells};
}

/* The remark above an event, on rows of its own; returns the row below. */
static size_t place_remark(struct run_picture *p, size_t i, size_t row,
                           const size_t *next_free) {
  const struct run_event *e = &p->c->events[i];
  const size_t cells = label_width(e->before) + 2; /* "* " */
  const size_t right = right_of(p, i, row, next_free);
  size_t x = p->x[e->column] >= 2 ? p->x[e->column] - 2 : 0;
  if (p->messages && right + cells <= p->style.width)
    x = right; /* does not cut the arrows */
  row = highest(next_free, p->c->column_count, row);
  p->remark[i] = fit_words(p, row, x, cells);
  return row + lines_of(e->before, p->remark[i].width - 2);
}

/* The note: at the right of its event where it fits, else below the event
 * and the state after it.  Returns the next row for events. */
static size_t place_note(struct run_picture *p, size_t i, size_t row,
                         const size_t *next_free) {
  const struct run_event *e = &p->c->events[i];
  const size_t cells = label_width(e->note);
  const size_t right = right_of(p, i, p->row[i], next_free);
  if (right + cells <= p->style.width) {
    p->note[i] = (struct run_words){p->row[i], right, cells};
    return row;
  }
  const size_t x = p->x[e->column] + 2;
  size_t room = x + 24 < p->style.width ? p->style.width - x : 24;
  row = next_free[e->column];
  p->note[i] = fit_words(p, row, x, cells < room ? cells : room);
  return row + lines_of(e->note, p->note[i].width);
}

/* Every event has a row of its own, in order; the state after it stands on
 * the next row of its column, which another column's event may share. */
static void assign_rows(struct run_picture *p) {
  const struct run_chart *c = p->c;
  size_t *next_free = arena_array(&p->arena, size_t, c->column_count + 1);
  size_t row = 1;
  for (size_t i = 0; i < c->column_count; i++) {
    next_free[i] = c->columns[i].state ? 2 : 1;
    row = next_free[i] > row ? next_free[i] : row;
  }
  for (size_t i = 0; i < c->event_count; i++) {
    const struct run_event *e = &c->events[i];
    if (!run_picture_shows(p, i))
      continue;
    if (e->before)
      row = place_remark(p, i, row, next_free);
    if (next_free[e->column] > row)
      row = next_free[e->column];
    while (crosses_text(p, i, row, next_free))
      row++;
    p->row[i] = row++;
    next_free[e->column] = row + (e->state != NULL);
    if (e->note)
      row = place_note(p, i, row, next_free);
  }
  p->rows = highest(next_free, c->column_count, row);
}

static unsigned line_digits(const struct run_chart *c) {
  uint32_t most = 0;
  for (size_t i = 0; i < c->event_count; i++)
    most = c->events[i].line > most ? c->events[i].line : most;
  unsigned digits = 0;
  for (; most; most /= 10)
    digits++;
  return digits;
}

bool run_columns(struct text *out, const struct run_chart *c,
                 struct run_style style) {
  if (!c->column_count || c->column_count > RUN_COLUMNS ||
      c->event_count > RUN_COLUMN_EVENTS)
    return false;
  struct run_picture p = {.c = c, .style = style};
  p.digits = style.lines ? line_digits(c) : 0;
  p.x = arena_array(&p.arena, size_t, c->column_count);
  p.width = arena_array(&p.arena, size_t, c->column_count);
  p.tracks = arena_array(&p.arena, size_t, c->column_count);
  p.row = arena_array(&p.arena, size_t, c->event_count + 1);
  p.note = arena_array(&p.arena, struct run_words, c->event_count + 1);
  p.remark = arena_array(&p.arena, struct run_words, c->event_count + 1);
  match_messages(&p);
  for (size_t i = 0; i < c->column_count; i++)
    p.tracks[i] = most_in_flight(&p, i);
  const bool fits = choose_widths(&p);
  if (fits) {
    for (size_t i = 0; i < c->column_count; i++)
      assign_tracks(&p, i);
    assign_rows(&p);
    run_paint(out, &p);
  }
  arena_free(&p.arena);
  return fits;
}
