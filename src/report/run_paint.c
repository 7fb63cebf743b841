/* The picture in characters, on a grid; run_columns.h says what it shows. */
#include "base/sound.h"
#include "report/label.h"
#include "report/run_columns.h"

enum cell_look { LOOK_TEXT, LOOK_TRACK, LOOK_BAD, LOOK_FAINT };
enum { SECOND_HALF = 0x110000 }; /* of a wide character; no character */

struct grid {
  const struct run_picture *p;
  const struct run_chart *c;
  size_t rows, pitch;
  uint32_t *cells;
  uint8_t *looks;
};

static void put(struct grid *g, size_t row, size_t x, uint32_t c,
                enum cell_look look) {
  EXPECTS(row < g->rows);
  if (row >= g->rows || x >= g->pitch)
    return;
  g->cells[row * g->pitch + x] = c;
  g->looks[row * g->pitch + x] = (uint8_t)look;
}

static void put_text(struct grid *g, size_t row, size_t x, const char *s,
                     size_t max, enum cell_look look) {
  struct text cut = {0};
  label_add(&cut, s, max);
  const char *at = text_str(&cut);
  for (uint32_t c; (c = label_next(&at));) {
    unsigned cells = label_cells(c);
    if (!cells)
      continue; /* the grid has no place for combining marks */
    put(g, row, x, c, look);
    if (cells == 2)
      put(g, row, x + 1, SECOND_HALF, look);
    x += cells;
  }
  text_free(&cut);
}

/* A horizontal line, behind the tracks it meets. */
static void put_dashes(struct grid *g, size_t row, size_t from, size_t to,
                       char c) {
  EXPECTS(row < g->rows && from <= to);
  for (size_t x = from; x < to && x < g->pitch; x++)
    if (g->looks[row * g->pitch + x] != LOOK_TRACK)
      put(g, row, x, (uint32_t)c, LOOK_TEXT);
}

/* Notes and remarks, wrapped. */
static void put_words(struct grid *g, const char *s, struct run_words at,
                      enum cell_look look) {
  struct text line = {0};
  for (size_t row = at.row; s; row++) {
    const char *from = s;
    text_clear(&line);
    text_add_n(&line, from, label_wrap(from, at.width, &s));
    put_text(g, row, at.x, text_str(&line), LABEL_WHOLE, look);
  }
  text_free(&line);
}

/* --- lines and arrows --------------------------------------------------- */

static void paint_lifelines(struct grid *g) {
  for (size_t i = 0; g->p->messages && i < g->c->column_count; i++)
    for (size_t row = 1; row < g->rows; row++)
      put(g, row, g->p->x[i], '|', LOOK_TEXT);
}

static void paint_tracks(struct grid *g) {
  const struct run_picture *p = g->p;
  for (size_t i = 0; i < g->c->event_count; i++) {
    if (!run_picture_shows(p, i) || !p->receiver[i])
      continue;
    const size_t x = p->track_x[i], last = p->row[p->receiver[i] - 1];
    put(g, p->row[i], x, '.', LOOK_TRACK);
    for (size_t row = p->row[i] + 1; row < last; row++)
      put(g, row, x, '|', LOOK_TRACK);
    put(g, last, x, '\'', LOOK_TRACK);
  }
}

/* Where the text of the event ends, as it is painted. */
static size_t label_end(const struct grid *g, size_t i) {
  const struct run_event *e = &g->c->events[i];
  const size_t cells = run_picture_label(g->p, e);
  const size_t width = g->p->width[e->column];
  return g->p->x[e->column] + (cells < width ? cells : width);
}

static void paint_send(struct grid *g, size_t i) {
  const size_t from = label_end(g, i) + 1, row = g->p->row[i];
  if (g->p->receiver[i]) {
    put_dashes(g, row, from, g->p->track_x[i], '-');
    return;
  }
  put_dashes(g, row, from, from + 2, '.');
  put(g, row, from + 2, '>', LOOK_TEXT);
}

static void paint_receive(struct grid *g, size_t i) {
  const struct run_picture *p = g->p;
  const uint32_t sender = run_sender(g->c, i);
  if (!sender)
    return;
  const size_t row = p->row[i], to = p->x[g->c->events[i].column];
  const size_t x = p->track_x[sender - 1];
  if (p->receiver[sender - 1] != i + 1) /* others receive it later */
    put(g, row, x, '+', LOOK_TRACK);
  if (x < to) {
    put_dashes(g, row, x + 1, to - 2, '-');
    put(g, row, to - 2, '>', LOOK_TEXT);
    put(g, row, to - 1, ' ', LOOK_TEXT);
  } else {
    const size_t end = label_end(g, i);
    put(g, row, end + 1, '<', LOOK_TEXT);
    put_dashes(g, row, end + 2, x, '-');
  }
}

/* --- events ------------------------------------------------------------- */

static void paint_event(struct grid *g, size_t i) {
  const struct run_picture *p = g->p;
  const struct run_event *e = &g->c->events[i];
  const size_t x = p->x[e->column], width = p->width[e->column];
  struct text label = {0};
  if (p->digits && e->line)
    text_printf(&label, "%*u ", (int)p->digits, e->line);
  else if (p->digits)
    text_fill(&label, ' ', p->digits + 1);
  text_add(&label, e->label ? e->label : "");
  if (e->kind == RUN_SEND)
    paint_send(g, i);
  if (e->kind == RUN_RECEIVE)
    paint_receive(g, i);
  put_text(g, p->row[i], x, text_str(&label), width,
           e->fails || e->kind == RUN_FAIL ? LOOK_BAD : LOOK_TEXT);
  put_text(g, p->row[i] + 1, x, e->state, width, LOOK_TEXT);
  text_free(&label);
}

static void paint_words(struct grid *g, size_t i) {
  const struct run_event *e = &g->c->events[i];
  if (e->note)
    put_words(g, e->note, g->p->note[i], LOOK_FAINT);
  if (e->before) {
    struct run_words at = g->p->remark[i];
    put_text(g, at.row, at.x, "* ", 2, LOOK_TEXT);
    at.x += 2;
    at.width -= 2;
    put_words(g, e->before, at, LOOK_TEXT);
  }
}

static void paint(struct grid *g) {
  const struct run_picture *p = g->p;
  paint_lifelines(g);
  paint_tracks(g);
  for (size_t i = 0; i < g->c->column_count; i++) {
    const struct run_column *k = &g->c->columns[i];
    put_text(g, 0, p->x[i], k->name, p->width[i], LOOK_TEXT);
    put_text(g, 1, p->x[i], k->state, p->width[i], LOOK_TEXT);
  }
  for (size_t i = 0; i < g->c->event_count; i++)
    if (run_picture_shows(p, i))
      paint_event(g, i);
  for (size_t i = 0; i < g->c->event_count; i++)
    if (run_picture_shows(p, i))
      paint_words(g, i);
}

/* --- writing ------------------------------------------------------------ */

static const char *escape_of(enum cell_look look) {
  return look == LOOK_BAD     ? "\033[0;1;31m"
         : look == LOOK_FAINT ? "\033[0;2m"
                              : "\033[0m";
}

static void write_row(struct text *out, const struct grid *g, size_t row) {
  EXPECTS(row < g->rows);
  const uint32_t *cells = g->cells + row * g->pitch;
  const uint8_t *looks = g->looks + row * g->pitch;
  size_t end = g->pitch;
  while (end && (!cells[end - 1] || cells[end - 1] == ' '))
    end--;
  enum cell_look look = LOOK_TEXT;
  for (size_t x = 0; x < end; x++) {
    enum cell_look wanted = (enum cell_look)looks[x];
    wanted = wanted == LOOK_TRACK ? LOOK_TEXT : wanted;
    if (g->p->style.colour && wanted != look)
      text_add(out, escape_of(wanted));
    look = wanted;
    if (cells[x] != SECOND_HALF)
      label_char(out, cells[x] ? cells[x] : ' ');
  }
  if (g->p->style.colour && look != LOOK_TEXT)
    text_add(out, escape_of(LOOK_TEXT));
  text_char(out, '\n');
}

void run_paint(struct text *out, struct run_picture *p) {
  struct grid g = {.p = p, .c = p->c, .rows = p->rows};
  g.pitch = (p->right > p->style.width ? p->right : p->style.width) + 2;
  g.cells = arena_array(&p->arena, uint32_t, g.rows * g.pitch);
  g.looks = arena_array(&p->arena, uint8_t, g.rows * g.pitch);
  paint(&g);
  for (size_t row = 0; row < g.rows; row++)
    write_row(out, &g, row);
}
