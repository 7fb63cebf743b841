#include "report/plot.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "report/axis.h"
#include "report/label.h"

enum { FONT = 12, SMALL = 11, PALETTE = 12, SHAPES = 6, NAME_CELLS = 24 };

struct frame {
  struct svg s;
  const struct plot *p;
  struct axis x, y;
  double left, top, right, bottom; /* of the area */
  double width, height;
  bool empty;
};

static bool point_shown(const struct frame *f, const struct plot_point *q) {
  return axis_shows(&f->x, q->x) && axis_shows(&f->y, q->y);
}

static double px(const struct frame *f, double value) {
  return f->left + axis_at(&f->x, value) * (f->right - f->left);
}

static double py(const struct frame *f, double value) {
  return f->bottom - axis_at(&f->y, value) * (f->bottom - f->top);
}

static void prepare_axis(struct axis *a, const struct plot_axis *from) {
  *a = (struct axis){.log = from->log, .whole = from->whole};
  if (from->min < from->max)
    axis_fix(a, from->min, from->max);
}

static void measure_data(struct frame *f) {
  prepare_axis(&f->x, &f->p->x);
  prepare_axis(&f->y, &f->p->y);
  f->empty = true;
  for (size_t i = 0; i < f->p->count; i++)
    for (size_t k = 0; k < f->p->series[i].count; k++) {
      const struct plot_point *q = &f->p->series[i].points[k];
      if (!point_shown(f, q))
        continue;
      f->empty = false;
      axis_extend(&f->x, q->x);
      axis_extend(&f->y, q->y);
      if (isfinite(q->error) && q->error > 0) {
        axis_extend(&f->y, q->y + q->error);
        axis_extend(&f->y, q->y - q->error);
      }
    }
  if (f->p->x.from_zero && !f->p->x.log)
    axis_extend(&f->x, 0);
  if (f->p->y.from_zero && !f->p->y.log)
    axis_extend(&f->y, 0);
}

static double legend_width(const struct plot *p) {
  size_t cells = 0;
  for (size_t i = 0; i < p->count; i++) {
    size_t n = label_width(p->series[i].name);
    cells = n > cells ? n : cells;
  }
  cells = cells > NAME_CELLS ? NAME_CELLS : cells;
  return cells ? svg_cells(cells, FONT) + 52 : 0;
}

static void place(struct frame *f) {
  const struct plot *p = f->p;
  const double legend = legend_width(p);
  f->width = p->width > 0 && p->width < 1e5 ? p->width : 640;
  f->height = p->height > 0 && p->height < 1e5 ? p->height : 400;
  size_t cells = 1;
  for (size_t i = 0; i < f->y.count; i++) {
    size_t n = label_width(f->y.ticks[i].label);
    cells = n > cells ? n : cells;
  }
  f->left = 20 + svg_cells(cells, SMALL) + (p->y.label ? 24 : 0);
  f->right = f->width - 20 - legend;
  if (f->right < f->left + 60) { /* rather wider than unreadable */
    f->right = f->left + 60;
    f->width = f->right + legend + 20;
  }
  f->top = p->title ? 40 : 16;
  f->bottom = f->height - (p->x.label ? 54 : 34);
  if (f->bottom < f->top + 40) {
    f->height += f->top + 40 - f->bottom;
    f->bottom = f->top + 40;
  }
}

static void draw_axes(struct frame *f) {
  struct svg *s = &f->s;
  for (size_t i = 0; i < f->x.count; i++) {
    const struct axis_tick *t = &f->x.ticks[i];
    double x = f->left + t->at * (f->right - f->left);
    if (t->major)
      svg_line(s, "guide", x, f->top, x, f->bottom);
    svg_line(s, "axis", x, f->bottom, x, f->bottom + (t->major ? 5 : 3));
    svg_text(s, "faint small", SVG_MIDDLE, x, f->bottom + 18, t->label, 12);
  }
  for (size_t i = 0; i < f->y.count; i++) {
    const struct axis_tick *t = &f->y.ticks[i];
    double y = f->bottom - t->at * (f->bottom - f->top);
    if (t->major)
      svg_line(s, "guide", f->left, y, f->right, y);
    svg_line(s, "axis", f->left - (t->major ? 5 : 3), y, f->left, y);
    svg_text(s, "faint small", SVG_END, f->left - 8, y + 4, t->label, 12);
  }
  svg_line(s, "axis", f->left, f->bottom, f->right, f->bottom);
  svg_line(s, "axis", f->left, f->top, f->left, f->bottom);
  const double middle = (f->left + f->right) / 2;
  if (f->p->title)
    svg_text(s, "title", SVG_START, 16, 22, f->p->title, 90);
  if (f->p->x.label)
    svg_text(s, "text", SVG_MIDDLE, middle, f->bottom + 42, f->p->x.label, 80);
  if (f->p->y.label)
    svg_text_up(s, "text", SVG_MIDDLE, 20, (f->top + f->bottom) / 2,
                f->p->y.label, 60);
}

/* Six shapes, full and hollow. */
static void draw_mark(struct svg *s, size_t series, double x, double y) {
  struct text cls = {0}, d = {0};
  series %= PALETTE;
  text_printf(&cls, "%s-%zu", series < SHAPES ? "fill" : "mark", series);
  switch (series % SHAPES) {
  case 0:
    svg_circle(s, text_str(&cls), x, y, 3.6);
    break;
  case 1:
    svg_rect(s, text_str(&cls), x - 3.3, y - 3.3, 6.6, 6.6, 0);
    break;
  case 2:
    svg_to(&d, "M", 2, x, y - 4.6);
    svg_to(&d, "L", 4, x + 4.2, y + 3.2, x - 4.2, y + 3.2);
    break;
  case 3:
    svg_to(&d, "M", 2, x, y - 4.8);
    svg_to(&d, "L", 6, x + 4.8, y, x, y + 4.8, x - 4.8, y);
    break;
  case 4:
    svg_to(&d, "M", 2, x, y + 4.6);
    svg_to(&d, "L", 4, x + 4.2, y - 3.2, x - 4.2, y - 3.2);
    break;
  default:
    svg_to(&d, "M", 2, x - 1.2, y - 4.4);
    svg_to(&d, "h2.4v3.2h3.2v2.4h-3.2v3.2h-2.4v-3.2h-3.2v-2.4h3.2", 0);
  }
  if (d.len)
    text_char(&d, 'Z');
  svg_path(s, text_str(&cls), &d);
  text_free(&cls);
  text_free(&d);
}

static void draw_error(struct frame *f, size_t series,
                       const struct plot_point *q) {
  if (!isfinite(q->error) || q->error <= 0)
    return;
  double low = q->y - q->error, high = q->y + q->error;
  double y1 = axis_shows(&f->y, low) ? py(f, low) : f->bottom;
  double y2 = axis_shows(&f->y, high) ? py(f, high) : f->top;
  struct text cls = {0};
  text_printf(&cls, "error-%zu", series % PALETTE);
  const double x = px(f, q->x);
  svg_line(&f->s, text_str(&cls), x, y1, x, y2);
  svg_line(&f->s, text_str(&cls), x - 4, y1, x + 4, y1);
  svg_line(&f->s, text_str(&cls), x - 4, y2, x + 4, y2);
  text_free(&cls);
}

/* A point, and what it says where one points at it or near it. */
static void draw_point(struct frame *f, size_t i, const struct plot_point *q) {
  EXPECTS(i < f->p->count);
  const struct plot_series *r = &f->p->series[i];
  const double x = px(f, q->x), y = py(f, q->y);
  struct text hint = {0};
  if (q->name)
    text_printf(&hint, "%s, ", q->name);
  text_printf(&hint, "%s: %.6g at %.6g", r->name ? r->name : "", q->y, q->x);
  svg_open(&f->s, NULL, text_str(&hint));
  draw_error(f, i, q);
  if (!r->bare || !r->joined)
    draw_mark(&f->s, i, x, y);
  svg_rect(&f->s, "hit", x - 7, y - 7, 14, 14, 0);
  svg_close(&f->s);
  text_free(&hint);
}

static void draw_series(struct frame *f, size_t i) {
  EXPECTS(i < f->p->count);
  const struct plot_series *r = &f->p->series[i];
  struct text cls = {0}, d = {0};
  text_printf(&cls, "line-%zu", i % PALETTE);
  bool joined = false;
  for (size_t k = 0; r->joined && k < r->count; k++) {
    const struct plot_point *q = &r->points[k];
    if (!point_shown(f, q)) {
      joined = false;
      continue;
    }
    svg_to(&d, joined ? "L" : "M", 2, px(f, q->x), py(f, q->y));
    joined = true;
  }
  svg_open(&f->s, NULL, r->name);
  svg_path(&f->s, text_str(&cls), &d);
  for (size_t k = 0; k < r->count; k++) {
    if (point_shown(f, &r->points[k]))
      draw_point(f, i, &r->points[k]);
  }
  svg_close(&f->s);
  text_free(&cls);
  text_free(&d);
}

/* Where the last point of a line is; below the plot for one without. */
static double last_height(const struct frame *f, size_t i) {
  const struct plot_series *r = &f->p->series[i];
  for (size_t k = r->count; r->joined && k-- > 0;)
    if (point_shown(f, &r->points[k]))
      return py(f, r->points[k].y);
  return f->height;
}

/* The series from top to bottom, as far as they are lines. */
static void order_legend(const struct frame *f, size_t *order) {
  for (size_t i = 0; i < f->p->count; i++) {
    size_t k = i;
    for (; k && last_height(f, order[k - 1]) > last_height(f, i); k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
}

static void draw_legend(struct frame *f) {
  if (!(legend_width(f->p) > 0))
    return;
  const double x = f->right + 16;
  double y = f->top + 8;
  size_t *order = alloc_zero(f->p->count, sizeof *order);
  order_legend(f, order);
  for (size_t k = 0; k < f->p->count && y < f->height - 8; k++, y += 19) {
    const struct plot_series *r = &f->p->series[order[k]];
    struct text cls = {0};
    text_printf(&cls, "line-%zu", order[k] % PALETTE);
    if (r->joined)
      svg_line(&f->s, text_str(&cls), x, y, x + 24, y);
    if (!r->bare || !r->joined)
      draw_mark(&f->s, order[k], x + 12, y);
    svg_text(&f->s, "text", SVG_START, x + 30, y + 4, r->name, NAME_CELLS);
    text_free(&cls);
  }
  free(order);
}

void plot_render_svg(struct text *out, const struct plot *p, enum svg_use use) {
  struct frame f = {.p = p};
  measure_data(&f);
  axis_finish(&f.x, 7);
  axis_finish(&f.y, 6);
  place(&f);
  f.s = svg_begin(out, f.width, f.height, p->title, use);
  draw_axes(&f);
  for (size_t i = 0; i < p->count; i++)
    draw_series(&f, i);
  if (f.empty)
    svg_text(&f.s, "faint", SVG_MIDDLE, (f.left + f.right) / 2,
             (f.top + f.bottom) / 2, "no data", 20);
  draw_legend(&f);
  svg_end(&f.s);
}

/* --- text --------------------------------------------------------------- */

static void end_line(struct text *out) {
  while (out->len && out->at[out->len - 1] == ' ')
    out->at[--out->len] = 0;
  text_char(out, '\n');
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void plot_render_text(struct text *out, const struct plot *p) {
  size_t count = 0, all = 0;
  for (size_t i = 0; i < p->count; i++)
    all += p->series[i].count;
  double *xs = alloc_zero(all + 1, sizeof *xs);
  for (size_t i = 0; i < p->count; i++)
    for (size_t k = 0; k < p->series[i].count; k++)
      if (isfinite(p->series[i].points[k].x))
        xs[count++] = p->series[i].points[k].x;
  qsort(xs, count, sizeof *xs, by_value);
  text_add(out, "  ");
  label_pad(out, p->x.label ? p->x.label : "x", 12);
  for (size_t i = 0; i < p->count; i++) {
    text_add(out, "  ");
    label_pad(out, p->series[i].name, 12);
  }
  end_line(out);
  for (size_t k = 0; k < count; k++) {
    if (k && xs[k] <= xs[k - 1])
      continue;
    text_printf(out, "  %-12.6g", xs[k]);
    for (size_t i = 0; i < p->count; i++) {
      const struct plot_series *r = &p->series[i];
      size_t j = 0;
      while (j < r->count &&
             !(r->points[j].x >= xs[k] && r->points[j].x <= xs[k]))
        j++;
      if (j < r->count && isfinite(r->points[j].y))
        text_printf(out, "  %-12.6g", r->points[j].y);
      else
        text_printf(out, "  %-12s", "-");
    }
    end_line(out);
  }
  free(xs);
}
