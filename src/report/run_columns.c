/* Columns with arrows, drawn on a grid of characters.
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
 * the tracks it crosses and before lifelines. */
#include "report/run_columns.h"

#include "base/arena.h"
#include "report/label.h"

enum {
  GAP = 4,       /* cells between text and the first track, at least */
  STEP = 2,      /* cells between tracks */
  LAND = 3,      /* cells between the last track and the next column */
  ROOM = 14,     /* cells that a column takes where there is room */
  NARROWEST = 16 /* labels are never cut to fewer cells */
};

enum cell_look { LOOK_TEXT, LOOK_LIFE, LOOK_TRACK, LOOK_BAD, LOOK_FAINT };

struct picture {
  struct arena arena;
  const struct run_chart *c;
  struct run_style style;
  bool messages;              /* are there any: lifelines, room for arrows */
  unsigned digits;            /* of source lines */
  uint32_t *receiver;         /* of a send: 1 + index of its last reception */
  uint32_t *track;            /* of a send that is received */
  size_t *row;                /* of an event */
  size_t *note_row;           /* of its note; 0: at the right of the event */
  size_t *x, *width, *tracks; /* of a column: text, cells, tracks after it */
  size_t right;               /* where the last column ends */
  size_t rows, pitch;
  uint32_t *cells;
  uint8_t *looks;
};

static bool shown(const struct picture *p, size_t event) {
  return p->c->events[event].column < p->c->column_count;
}

static bool failing(const struct run_event *e) {
  return e->fails || e->kind == RUN_FAIL;
}

/* --- tracks ------------------------------------------------------------- */

static void match_messages(struct picture *p) {
  const size_t n = p->c->event_count;
  p->receiver = arena_array(&p->arena, uint32_t, n + 1);
  p->track = arena_array(&p->arena, uint32_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    uint32_t sender = run_sender(p->c, i);
    if (sender)
      p->receiver[sender - 1] = (uint32_t)i + 1;
    enum run_kind kind = p->c->events[i].kind;
    p->messages |= kind == RUN_SEND || kind == RUN_RECEIVE;
  }
}

/* How many messages from one column are in flight at once. */
static size_t most_in_flight(const struct picture *p, size_t column) {
  size_t live = 0, most = 0;
  for (size_t i = 0; i < p->c->event_count; i++) {
    uint32_t sender = run_sender(p->c, i);
    if (sender && p->c->events[sender - 1].column == column &&
        p->receiver[sender - 1] == i + 1)
      live--;
    if (shown(p, i) && p->c->events[i].column == column && p->receiver[i])
      most = ++live > most ? live : most;
  }
  return most;
}

/* A message to the right takes the rightmost free track, one to the left
 * the leftmost; as there are as many tracks as messages in flight at the
 * worst moment, one is always free. */
static void assign_tracks(struct picture *p, size_t column) {
  const size_t count = p->tracks[column];
  bool *busy = arena_array(&p->arena, bool, count + 1);
  for (size_t i = 0; count && i < p->c->event_count; i++) {
    uint32_t sender = run_sender(p->c, i);
    if (sender && p->c->events[sender - 1].column == column &&
        p->receiver[sender - 1] == i + 1)
      busy[p->track[sender - 1]] = false;
    if (p->c->events[i].column != column || !p->receiver[i])
      continue;
    bool rightward = p->c->events[p->receiver[i] - 1].column > column;
    size_t t = rightward ? count - 1 : 0;
    while (busy[t])
      t = rightward ? t - 1 : t + 1;
    busy[t] = true;
    p->track[i] = (uint32_t)t;
  }
}

static size_t track_x(const struct picture *p, size_t column, size_t track) {
  size_t after = column + 1 < p->c->column_count ? p->x[column + 1] : p->right;
  return after - LAND - STEP * (p->tracks[column] - 1 - track);
}

/* --- widths ------------------------------------------------------------- */

static size_t label_cells_of(const struct picture *p,
                             const struct run_event *e) {
  return label_width(e->label) + (p->digits ? p->digits + 1 : 0);
}

static void widen(size_t *width, size_t cells, size_t cap) {
  cells = cells < cap ? cells : cap;
  *width = cells > *width ? cells : *width;
}

static void measure(struct picture *p, size_t cap) {
  const struct run_chart *c = p->c;
  for (size_t i = 0; i < c->column_count; i++) {
    p->width[i] = 1;
    widen(&p->width[i], label_width(c->columns[i].name), cap);
    widen(&p->width[i], label_width(c->columns[i].state), cap);
  }
  for (size_t i = 0; i < c->event_count; i++) {
    if (!shown(p, i))
      continue;
    size_t *width = &p->width[c->events[i].column];
    widen(width, label_cells_of(p, &c->events[i]), cap);
    widen(width, label_width(c->events[i].state), cap);
  }
}

/* Places the columns; false where they need more than the width. */
static bool place(struct picture *p, size_t cap, size_t room) {
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

static bool choose_widths(struct picture *p) {
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
static bool crosses_text(const struct picture *p, size_t i, size_t row,
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
  for (size_t i = 0; i < count; i++)
    least = of[i] > least ? of[i] : least;
  return least;
}

/* Where a note to the right of an event begins. */
static size_t note_x(const struct picture *p, size_t i,
                     const size_t *next_free) {
  const size_t column = p->c->events[i].column;
  if (p->messages)
    return p->right + (p->tracks[p->c->column_count - 1] ? 1 : 0);
  size_t last = column;
  for (size_t k = column + 1; k < p->c->column_count; k++)
    if (!next_free || next_free[k] > p->row[i])
      last = k;
  return last + 1 < p->c->column_count ? p->x[last + 1] : p->right;
}

static size_t lines_of(const char *s, size_t width) {
  size_t lines = 0;
  while (s) {
    label_wrap(s, width, &s);
    lines++;
  }
  return lines;
}

static size_t note_width(const struct picture *p, size_t i) {
  size_t x = p->x[p->c->events[i].column] + 2;
  size_t rest = x < p->style.width ? p->style.width - x : 0;
  return rest < 20 ? 20 : rest;
}

/* Every event has a row of its own, in order; the state after it stands on
 * the next row of its column, which another column's event may share. */
static void assign_rows(struct picture *p) {
  const struct run_chart *c = p->c;
  size_t *next_free = arena_array(&p->arena, size_t, c->column_count + 1);
  bool states = false;
  for (size_t i = 0; i < c->column_count; i++)
    states |= c->columns[i].state != NULL;
  size_t row = states ? 2 : 1;
  for (size_t i = 0; i < c->column_count; i++)
    next_free[i] = c->columns[i].state ? 2 : 1;
  for (size_t i = 0; i < c->event_count; i++) {
    const struct run_event *e = &c->events[i];
    if (!shown(p, i))
      continue;
    if (e->before) /* a row without any other text */
      row = highest(next_free, c->column_count, row) + 1;
    if (next_free[e->column] > row)
      row = next_free[e->column];
    while (crosses_text(p, i, row, next_free))
      row++;
    p->row[i] = row++;
    next_free[e->column] = row + (e->state != NULL);
    size_t cells = label_width(e->note);
    if (e->note && note_x(p, i, next_free) + cells > p->style.width) {
      p->note_row[i] = next_free[e->column];
      row = p->note_row[i] + lines_of(e->note, note_width(p, i));
    }
  }
  p->rows = highest(next_free, c->column_count, row);
}

/* --- painting ----------------------------------------------------------- */

static void put(struct picture *p, size_t row, size_t x, uint32_t c,
                enum cell_look look) {
  if (row >= p->rows || x >= p->pitch)
    return;
  p->cells[row * p->pitch + x] = c;
  p->looks[row * p->pitch + x] = (uint8_t)look;
}

enum { SECOND_HALF = UINT32_MAX }; /* of a wide character */

static void put_text(struct picture *p, size_t row, size_t x, const char *s,
                     size_t max, enum cell_look look) {
  struct text cut = {0};
  label_add(&cut, s, max);
  const char *at = text_str(&cut);
  for (uint32_t c; (c = label_next(&at));) {
    unsigned cells = label_cells(c);
    if (!cells)
      continue; /* the grid has no place for combining marks */
    put(p, row, x, c, look);
    if (cells == 2)
      put(p, row, x + 1, (uint32_t)SECOND_HALF, look);
    x += cells;
  }
  text_free(&cut);
}

static void paint_dashes(struct picture *p, size_t row, size_t from, size_t to,
                         char c) {
  for (size_t x = from; x < to && x < p->pitch; x++)
    if (p->looks[row * p->pitch + x] != LOOK_TRACK)
      put(p, row, x, (uint32_t)c, LOOK_TEXT);
}

static void paint_lifelines(struct picture *p) {
  for (size_t i = 0; p->messages && i < p->c->column_count; i++)
    for (size_t row = 1; row < p->rows; row++)
      put(p, row, p->x[i], '|', LOOK_LIFE);
}

static void paint_tracks(struct picture *p) {
  for (size_t i = 0; i < p->c->event_count; i++) {
    if (!shown(p, i) || !p->receiver[i])
      continue;
    const size_t x = track_x(p, p->c->events[i].column, p->track[i]);
    const size_t last = p->row[p->receiver[i] - 1];
    put(p, p->row[i], x, '.', LOOK_TRACK);
    for (size_t row = p->row[i] + 1; row < last; row++)
      put(p, row, x, '|', LOOK_TRACK);
    put(p, last, x, '\'', LOOK_TRACK);
  }
}

/* The text of the event ends here, as it will be painted. */
static size_t label_end(const struct picture *p, size_t i) {
  const struct run_event *e = &p->c->events[i];
  size_t cells = label_cells_of(p, e);
  size_t width = p->width[e->column];
  return p->x[e->column] + (cells < width ? cells : width);
}

static void paint_send(struct picture *p, size_t i) {
  const size_t from = label_end(p, i) + 1;
  if (!p->receiver[i]) {
    paint_dashes(p, p->row[i], from, from + 2, '.');
    put(p, p->row[i], from + 2, '>', LOOK_TEXT);
    return;
  }
  size_t x = track_x(p, p->c->events[i].column, p->track[i]);
  paint_dashes(p, p->row[i], from, x, '-');
}

static void paint_receive(struct picture *p, size_t i) {
  const uint32_t sender = run_sender(p->c, i);
  const size_t row = p->row[i], to = p->c->events[i].column;
  if (!sender)
    return;
  const size_t from = p->c->events[sender - 1].column;
  const size_t x = track_x(p, from, p->track[sender - 1]);
  if (p->receiver[sender - 1] != i + 1) /* others receive it later */
    put(p, row, x, '+', LOOK_TRACK);
  if (from < to) {
    paint_dashes(p, row, x + 1, p->x[to] - 2, '-');
    put(p, row, p->x[to] - 2, '>', LOOK_TEXT);
    put(p, row, p->x[to] - 1, ' ', LOOK_TEXT);
  } else {
    const size_t end = label_end(p, i);
    put(p, row, end + 1, '<', LOOK_TEXT);
    paint_dashes(p, row, end + 2, x, '-');
  }
}

static void paint_note(struct picture *p, size_t i) {
  const char *note = p->c->events[i].note;
  if (!p->note_row[i]) {
    size_t x = note_x(p, i, NULL), row = p->row[i];
    if (!p->messages) {
      /* as far left as the row allows */
      size_t end = p->pitch;
      while (end && !p->cells[row * p->pitch + end - 1])
        end--;
      x = p->right;
      for (size_t k = p->c->column_count; k-- && p->x[k] >= end + 2;)
        x = p->x[k];
    }
    put_text(p, row, x, note, LABEL_WHOLE, LOOK_FAINT);
    return;
  }
  struct text line = {0};
  for (size_t row = p->note_row[i]; note; row++) {
    text_clear(&line);
    const char *at = note;
    text_add_n(&line, at, label_wrap(at, note_width(p, i), &note));
    put_text(p, row, p->x[p->c->events[i].column] + 2, text_str(&line),
             LABEL_WHOLE, LOOK_FAINT);
  }
  text_free(&line);
}

/* A remark stands two cells left of its column; where messages pass, at the
 * right of everything, if it fits there. */
static size_t remark_x(const struct picture *p, size_t i) {
  const struct run_event *e = &p->c->events[i];
  const size_t x = p->x[e->column], right = note_x(p, i, NULL);
  if (p->messages && right + 2 + label_width(e->before) <= p->style.width)
    return right;
  return x >= 2 ? x - 2 : x;
}

static void paint_event(struct picture *p, size_t i) {
  const struct run_event *e = &p->c->events[i];
  const size_t x = p->x[e->column], width = p->width[e->column];
  struct text label = {0};
  if (p->digits && e->line)
    text_printf(&label, "%*u ", (int)p->digits, e->line);
  else if (p->digits)
    text_fill(&label, ' ', p->digits + 1);
  text_add(&label, e->label ? e->label : "");
  if (e->kind == RUN_SEND)
    paint_send(p, i);
  if (e->kind == RUN_RECEIVE)
    paint_receive(p, i);
  put_text(p, p->row[i], x, text_str(&label), width,
           failing(e) ? LOOK_BAD : LOOK_TEXT);
  put_text(p, p->row[i] + 1, x, e->state, width, LOOK_TEXT);
  if (e->before) {
    size_t left = remark_x(p, i);
    put_text(p, p->row[i] - 1, left, "* ", 2, LOOK_TEXT);
    put_text(p, p->row[i] - 1, left + 2, e->before, LABEL_WHOLE, LOOK_TEXT);
  }
  text_free(&label);
}

static void paint(struct picture *p) {
  p->pitch = (p->right > p->style.width ? p->right : p->style.width) + 2;
  p->cells = arena_array(&p->arena, uint32_t, p->rows * p->pitch);
  p->looks = arena_array(&p->arena, uint8_t, p->rows * p->pitch);
  paint_lifelines(p);
  paint_tracks(p);
  for (size_t i = 0; i < p->c->column_count; i++) {
    put_text(p, 0, p->x[i], p->c->columns[i].name, p->width[i], LOOK_TEXT);
    put_text(p, 1, p->x[i], p->c->columns[i].state, p->width[i], LOOK_TEXT);
  }
  for (size_t i = 0; i < p->c->event_count; i++)
    if (shown(p, i))
      paint_event(p, i);
  for (size_t i = 0; i < p->c->event_count; i++)
    if (shown(p, i) && p->c->events[i].note)
      paint_note(p, i);
}

static void write_row(struct text *out, const struct picture *p, size_t row) {
  const uint32_t *cells = p->cells + row * p->pitch;
  const uint8_t *looks = p->looks + row * p->pitch;
  size_t end = p->pitch;
  while (end && (!cells[end - 1] || cells[end - 1] == ' '))
    end--;
  enum cell_look look = LOOK_TEXT;
  for (size_t x = 0; x < end; x++) {
    enum cell_look wanted = looks[x] == LOOK_BAD || looks[x] == LOOK_FAINT
                                ? (enum cell_look)looks[x]
                                : LOOK_TEXT;
    if (p->style.colour && wanted != look)
      text_add(out, wanted == LOOK_BAD     ? "\033[0;1;31m"
                    : wanted == LOOK_FAINT ? "\033[0;2m"
                                           : "\033[0m");
    look = wanted;
    if (cells[x] != (uint32_t)SECOND_HALF)
      label_char(out, cells[x] ? cells[x] : ' ');
  }
  if (p->style.colour && look != LOOK_TEXT)
    text_add(out, "\033[0m");
  text_char(out, '\n');
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
  struct picture p = {.c = c, .style = style};
  p.digits = style.lines ? line_digits(c) : 0;
  p.x = arena_array(&p.arena, size_t, c->column_count);
  p.width = arena_array(&p.arena, size_t, c->column_count);
  p.tracks = arena_array(&p.arena, size_t, c->column_count);
  p.row = arena_array(&p.arena, size_t, c->event_count + 1);
  p.note_row = arena_array(&p.arena, size_t, c->event_count + 1);
  match_messages(&p);
  for (size_t i = 0; i < c->column_count; i++)
    p.tracks[i] = most_in_flight(&p, i);
  const bool fits = choose_widths(&p);
  if (fits) {
    for (size_t i = 0; i < c->column_count; i++)
      assign_tracks(&p, i);
    assign_rows(&p);
    paint(&p);
    for (size_t row = 0; row < p.rows; row++)
      write_row(out, &p, row);
  }
  arena_free(&p.arena);
  return fits;
}
