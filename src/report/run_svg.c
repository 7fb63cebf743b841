/* A run as a space-time diagram in SVG; run_layout.h says where things go. */
#include <math.h>

#include "report/label.h"
#include "report/run.h"
#include "report/run_layout.h"

enum { PALETTE = 8 };

static const char *box_class(const struct run_event *e) {
  if (run_fails(e))
    return "box-bad";
  switch (e->kind) {
  case RUN_SEND:
    return "box-send";
  case RUN_RECEIVE:
    return "box-receive";
  case RUN_LOCK:
  case RUN_UNLOCK:
  case RUN_P:
  case RUN_V:
    return "box-lock";
  case RUN_INPUT:
    return "box-input";
  default:
    return "box";
  }
}

static double box_right(const struct run_layout *l, size_t i) {
  const struct run_event *e = &l->c->events[i];
  return l->x[e->column] + RUN_FLAG +
         run_box_width(e->label, RUN_LABEL_CELLS, RUN_FONT);
}

static bool shown(const struct run_layout *l, size_t i) {
  return l->c->events[i].column < l->c->column_count;
}

static double end_y(const struct run_layout *l, const struct run_bar *b) {
  return b->to < l->c->event_count ? l->y[b->to] : l->bottom;
}

/* --- columns ------------------------------------------------------------ */

static void draw_names(struct svg *s, const struct run_layout *l, double y,
                       bool repeated) {
  for (size_t i = 0; i < l->c->column_count; i++) {
    const char *name = l->c->columns[i].name;
    double w = run_box_width(name, RUN_NAME_CELLS, RUN_FONT);
    svg_rect(s, repeated ? "box" : "head", l->x[i] - w / 2, y - 12, w, 24, 4);
    svg_text(s, repeated ? "faint" : "name", SVG_MIDDLE, l->x[i], y + 4, name,
             RUN_NAME_CELLS);
  }
}

/* From the last event of a blocked process on, its line is broken. */
static void draw_lifelines(struct svg *s, const struct run_layout *l) {
  const struct run_chart *c = l->c;
  for (size_t i = 0; i < c->column_count; i++) {
    double from = l->top, last = l->top;
    for (size_t k = 0; k < c->event_count; k++)
      if (c->events[k].column == i)
        last = l->y[k];
    if (!c->columns[i].waits)
      last = l->bottom;
    if (last > from)
      svg_line(s, "life", l->x[i], from, l->x[i], last);
    if (l->bottom > last)
      svg_line(s, "stuck", l->x[i], last, l->x[i], l->bottom);
  }
}

static void draw_bars(struct svg *s, const struct run_layout *l) {
  vec_each(&l->bars, b) {
    struct text cls = {0}, hint = {0};
    text_printf(&cls, "fill-%u", b->object % PALETTE);
    text_printf(&hint, "%s held by %s from step %zu", l->objects.at[b->object],
                l->c->columns[b->column].name, b->from + 1);
    svg_open(s, NULL, text_str(&hint));
    svg_rect(s, text_str(&cls),
             l->x[b->column] - RUN_BAR / 2.0 - b->slot * RUN_BAR_STEP,
             l->y[b->from], RUN_BAR, end_y(l, b) - l->y[b->from], 2);
    svg_close(s);
    text_free(&cls);
    text_free(&hint);
  }
}

static void draw_states(struct svg *s, const struct run_layout *l) {
  const struct run_chart *c = l->c;
  for (size_t i = 0; i < c->column_count; i++)
    if (c->columns[i].state)
      svg_text(s, "faint tiny halo", SVG_START, l->x[i] + RUN_FLAG, l->top + 14,
               c->columns[i].state, RUN_STATE_CELLS);
  for (size_t i = 0; i < c->event_count; i++)
    if (shown(l, i) && c->events[i].state)
      svg_text(s, "faint tiny halo", SVG_START,
               l->x[c->events[i].column] + RUN_FLAG + 1, l->y[i] + 21,
               c->events[i].state, RUN_STATE_CELLS);
}

/* --- messages ----------------------------------------------------------- */

static void arrow(struct svg *s, const char *line, const char *head, double x1,
                  double y1, double x2, double y2) {
  svg_line(s, line, x1, y1, x2, y2);
  svg_head(s, head, x2, y2, x2 - x1, y2 - y1);
}

/* From the side of the sender's box that faces the receiver to the side of
 * the receiver's that faces the sender. */
static void draw_message(struct svg *s, const struct run_layout *l, size_t from,
                         size_t to) {
  const uint32_t a = l->c->events[from].column, b = l->c->events[to].column;
  double x1 = a < b || a == b ? box_right(l, from) : l->x[a] - 4;
  double x2 = a < b ? l->x[b] - 6 : box_right(l, to) + 2;
  if (a != b) {
    arrow(s, "message", "message-head", x1, l->y[from], x2, l->y[to]);
    return;
  }
  /* to itself: around the right side of its column */
  struct text d = {0};
  double out = l->right[a] + 12;
  svg_to(&d, "M", 2, x1, l->y[from]);
  svg_to(&d, "C", 6, out, l->y[from], out, l->y[to], x2 + 2, l->y[to]);
  svg_path(s, "message", &d);
  svg_head(s, "message-head", x2, l->y[to], -1, 0);
  text_free(&d);
}

/* A message that nobody receives ends in the void, towards its receiver; one
 * that comes from outside begins there. */
static void draw_pending(struct svg *s, const struct run_layout *l, size_t i) {
  const struct run_event *e = &l->c->events[i];
  const bool left = e->to && e->to - 1 < e->column;
  double x = left ? l->x[e->column] - 4 : box_right(l, i);
  double to = left ? x - 24 : x + 24;
  svg_line(s, "pending", x, l->y[i], to, l->y[i] + 8);
  svg_circle(s, "hollow", to, l->y[i] + 8, 3);
}

static void draw_messages(struct svg *s, const struct run_layout *l) {
  for (size_t i = 0; i < l->c->event_count; i++) {
    if (!shown(l, i))
      continue;
    const struct run_event *e = &l->c->events[i];
    const uint32_t sender = run_sender(l->c, i);
    if (sender)
      draw_message(s, l, sender - 1, i);
    else if (e->kind == RUN_RECEIVE)
      arrow(s, "pending", "message-head", l->x[e->column] - 28, l->y[i] - 8,
            l->x[e->column] - 6, l->y[i]);
    else if (e->kind == RUN_SEND && !l->receiver[i])
      draw_pending(s, l, i);
  }
}

/* What an event follows from: who wrote, unlocked, created. */
static void draw_orders(struct svg *s, const struct run_layout *l) {
  for (size_t i = 0; i < l->c->event_count; i++) {
    const struct run_event *e = &l->c->events[i];
    if (!e->after || e->after > i || !shown(l, i) || !shown(l, e->after - 1))
      continue;
    const uint32_t a = l->c->events[e->after - 1].column, b = e->column;
    if (a == b)
      continue;
    const double x1 = a < b ? box_right(l, e->after - 1) : l->x[a] - 4;
    const double x2 = a < b ? l->x[b] - 6 : box_right(l, i) + 2;
    arrow(s, "order", "order-head", x1, l->y[e->after - 1], x2, l->y[i]);
  }
}

/* --- events ------------------------------------------------------------- */

/* What a resting pointer shows: everything that is known, uncut. */
static void hint_of(struct text *t, const struct run_layout *l, size_t i) {
  const struct run_event *e = &l->c->events[i];
  const char *name = l->c->columns[e->column].name;
  text_printf(t, "step %zu, %s: %s", i + 1, name ? name : "",
              e->label ? e->label : "");
  text_printf(t, " (%s", run_kind_word(e->kind));
  if (run_sender(l->c, i))
    text_printf(t, ", sent in step %u", run_sender(l->c, i));
  if (e->kind == RUN_SEND && !l->receiver[i])
    text_add(t, ", never received");
  text_add(t, ")");
  if (e->line)
    text_printf(t, " %s:%u", e->file ? e->file : "line", e->line);
  if (e->note)
    text_printf(t, " %s", e->note);
}

/* Source and note in the right margin, the note on two lines at most. */
static void draw_margin(struct svg *s, const struct run_layout *l, size_t i) {
  const struct run_event *e = &l->c->events[i];
  double x = l->notes;
  if (e->line) {
    struct text where = {0};
    if (e->source) {
      text_printf(&where, "%u  ", e->line);
      label_add(&where, e->source, RUN_SOURCE_CELLS);
    } else {
      if (e->file)
        label_add(&where, run_file(e), RUN_NAME_CELLS);
      text_printf(&where, e->file ? ":%u" : "line %u", e->line);
    }
    svg_text(s, "faint tiny", SVG_START, x, l->y[i] + 4, text_str(&where),
             LABEL_WHOLE);
    x += svg_width(text_str(&where), RUN_SMALL) + 10;
    text_free(&where);
  }
  if (!e->note)
    return;
  const char *rest = NULL;
  size_t bytes = label_wrap(e->note, RUN_NOTE_CELLS, &rest);
  struct text first = {0};
  text_add_n(&first, e->note, bytes);
  svg_text(s, "text small", SVG_START, x, l->y[i] + (rest ? -2 : 4),
           text_str(&first), RUN_NOTE_CELLS);
  if (rest)
    svg_text(s, "text small", SVG_START, x, l->y[i] + 11, rest, RUN_NOTE_CELLS);
  text_free(&first);
}

static void draw_remark(struct svg *s, const struct run_layout *l, size_t i) {
  const struct run_event *e = &l->c->events[i];
  const double y = l->y[i] - (l->states ? 24 : 22);
  const double x = l->x[e->column] + RUN_FLAG;
  struct text starred = {0};
  text_printf(&starred, "\xE2\x98\x85 %s", e->before);
  const double end = x + svg_width(text_str(&starred), RUN_FONT) + 6;
  svg_line(s, "remark-line", l->steps + 8, y, x - 4, y);
  if (end < l->notes - 8)
    svg_line(s, "remark-line", end, y, l->notes - 8, y);
  svg_text(s, "remark halo", SVG_START, x, y + 4, text_str(&starred),
           2 * RUN_NOTE_CELLS);
  text_free(&starred);
}

static void draw_event(struct svg *s, const struct run_layout *l, size_t i) {
  const struct run_event *e = &l->c->events[i];
  const double x = l->x[e->column], y = l->y[i];
  struct text hint = {0}, number = {0};
  hint_of(&hint, l, i);
  text_printf(&number, "%zu", i + 1);
  if (l->again[i])
    draw_names(s, l, y - l->pitch - (e->before ? 30 : 4), true);
  if (e->before)
    draw_remark(s, l, i);
  svg_open(s, NULL, text_str(&hint));
  svg_text(s, run_fails(e) ? "bad tiny" : "faint tiny", SVG_END, l->steps,
           y + 3.5, text_str(&number), LABEL_WHOLE);
  svg_line(s, run_fails(e) ? "stuck" : "axis", x, y, x + RUN_FLAG, y);
  svg_circle(s, run_fails(e) ? "bad-dot" : "dot", x, y, 3.4);
  svg_rect(s, box_class(e), x + RUN_FLAG, y - RUN_BOX / 2.0,
           box_right(l, i) - x - RUN_FLAG, RUN_BOX, 4);
  svg_text(s, run_fails(e) ? "bad" : "text", SVG_START, x + RUN_FLAG + RUN_PAD,
           y + 4, e->label, RUN_LABEL_CELLS);
  svg_close(s);
  draw_margin(s, l, i);
  text_free(&hint);
  text_free(&number);
}

/* --- the end ------------------------------------------------------------ */

/* From the last event back to where it goes on. */
static void draw_circle(struct svg *s, const struct run_layout *l) {
  const size_t n = l->c->event_count;
  if (!l->c->circle || l->c->circle > n)
    return;
  const double x = l->steps + 4, from = l->y[n - 1] + 10;
  const double to = l->y[n - l->c->circle] - 6;
  struct text d = {0};
  svg_to(&d, "M", 2, x + 9, from);
  svg_to(&d, "L", 2, x, from);
  svg_to(&d, "L", 2, x, to);
  svg_to(&d, "L", 2, x + 4, to);
  svg_path(s, "wait", &d);
  svg_head(s, "wait-head", x + 9, to, 1, 0);
  text_free(&d);
}

static void draw_end(struct svg *s, struct run_layout *l, size_t i) {
  const struct run_column *k = &l->c->columns[i];
  const double x = l->x[i], y = l->bottom;
  const char *lines[RUN_END_LINES];
  const size_t count = run_end_lines(k, &l->arena, lines);
  if (k->waits)
    svg_rect(s, "bad-dot", x - 9, y - 2, 18, 4, 1);
  else
    svg_rect(s, "dot", x - 6, y - 1, 12, 2, 0);
  if (!count)
    return;
  double width = 0;
  for (size_t j = 0; j < count; j++)
    width = fmax(width, run_box_width(lines[j], RUN_END_CELLS, RUN_FONT));
  svg_rect(s, k->waits ? "box-bad" : "box", x + RUN_FLAG, y + 6, width,
           6 + 16.0 * (double)count, 4);
  for (size_t j = 0; j < count; j++)
    svg_text(s, k->waits && !j ? "bad" : "text", SVG_START,
             x + RUN_FLAG + RUN_PAD, y + 20 + 16.0 * (double)j, lines[j],
             RUN_END_CELLS);
}

/* Who waits for whom: an arc below the boxes.  Those to the left go around
 * those to the right, so that two processes that wait for each other show
 * two arcs. */
static void draw_wait(struct svg *s, const struct run_layout *l, size_t i,
                      double y) {
  const uint32_t whom = l->c->columns[i].waits_for;
  if (!whom || whom > l->c->column_count || whom - 1 == i)
    return;
  const bool rightward = whom - 1 > i;
  const double apart = fabs((double)whom - 1 - (double)i);
  const double depth = (rightward ? 22 : 34) + 8 * fmin(apart, 6);
  const double x1 = l->x[i] + 4, x2 = l->x[whom - 1] - 4;
  struct text d = {0};
  svg_to(&d, "M", 2, x1, l->bottom + 4);
  svg_to(&d, "L", 2, x1, y);
  svg_to(&d, "C", 6, x1, y + depth, x2, y + depth, x2, y);
  svg_to(&d, "L", 2, x2, l->bottom + 12);
  svg_path(s, "wait", &d);
  svg_head(s, "wait-head", x2, l->bottom + 6, 0, -1);
  text_free(&d);
}

static void draw_legend(struct svg *s, const struct run_layout *l, double y) {
  double x = 16;
  for (size_t i = 0; i < l->objects.len && i < PALETTE; i++) {
    const double w =
        24 + run_box_width(l->objects.at[i], RUN_NAME_CELLS, RUN_FONT);
    if (x + w > l->width && i)
      break; /* the rest is in the hints of the bars */
    struct text cls = {0};
    text_printf(&cls, "fill-%zu", i);
    svg_rect(s, text_str(&cls), x, y - 10, RUN_BAR, 14, 2);
    svg_text(s, "text small", SVG_START, x + 12, y + 1, l->objects.at[i],
             RUN_NAME_CELLS);
    x += w;
    text_free(&cls);
  }
}

static void draw_foot(struct svg *s, struct run_layout *l) {
  for (size_t i = 0; i < l->c->column_count; i++)
    draw_end(s, l, i);
  double y = l->bottom + 14 + 16.0 * (double)l->end_lines;
  for (size_t i = 0; i < l->c->column_count; i++)
    draw_wait(s, l, i, y);
  y += l->waits + 20;
  if (l->objects.len) {
    draw_legend(s, l, y);
    y += 26;
  }
  if (l->c->finding)
    svg_text(s, "bad", SVG_START, 16, y + 2, l->c->finding, 2 * RUN_NOTE_CELLS);
}

void run_render_svg(struct text *out, const struct run_chart *c,
                    enum svg_use use) {
  struct run_layout l;
  const bool titled = use == SVG_ALONE;
  run_layout_make(&l, c, titled);
  struct svg s = svg_begin(out, l.width, l.height, c->title, use);
  if (titled && c->title)
    svg_text(&s, "title", SVG_START, 16, 24, c->title, 80);
  for (size_t i = 0; i < c->event_count; i++)
    if (shown(&l, i) && c->column_count > 1)
      svg_line(&s, "guide", l.steps + 6, l.y[i], l.right[c->column_count - 1],
               l.y[i]);
  draw_lifelines(&s, &l);
  draw_bars(&s, &l);
  draw_orders(&s, &l);
  draw_messages(&s, &l);
  draw_names(&s, &l, l.top - 14, false);
  draw_states(&s, &l);
  for (size_t i = 0; i < c->event_count; i++)
    if (shown(&l, i))
      draw_event(&s, &l, i);
  draw_circle(&s, &l);
  draw_foot(&s, &l);
  svg_end(&s);
  run_layout_free(&l);
}
