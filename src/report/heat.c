#include <math.h>

#include "base/sound.h"
#include "report/label.h"
#include "report/plot.h"

enum { FONT = 11, NAME_CELLS = 24, MOST = 400, SHADES = 10 };

struct grid {
  const struct heat *h;
  size_t rows, columns;           /* as drawn */
  size_t row_block, column_block; /* values merged into one cell */
  double left, top, cell_w, cell_h;
};

static size_t blocks(size_t n) {
  return n > MOST ? (n + MOST - 1) / MOST : 1;
}

/* The mean of the values in a block; not a number where there is none. */
static double value_at(const struct grid *g, size_t row, size_t column) {
  EXPECTS(row < g->rows && column < g->columns);
  double sum = 0;
  size_t count = 0;
  for (size_t r = row * g->row_block;
       r < (row + 1) * g->row_block && r < g->h->rows; r++)
    for (size_t c = column * g->column_block;
         c < (column + 1) * g->column_block && c < g->h->columns; c++) {
      double v = g->h->values[r * g->h->columns + c];
      if (isnan(v))
        continue;
      sum += v < 0 ? 0 : v > 1 ? 1 : v;
      count++;
    }
  return count ? sum / (double)count : NAN;
}

static double between(double low, double x, double high) {
  return x < low ? low : x > high ? high : x;
}

static double name_room(const char *const *names, size_t count) {
  size_t cells = 0;
  for (size_t i = 0; names && i < count; i++) {
    size_t n = label_width(names[i]);
    cells = n > cells ? n : cells;
  }
  return svg_cells(cells < NAME_CELLS ? cells : NAME_CELLS, FONT);
}

static void place(struct grid *g, const struct heat *h, bool titled) {
  *g = (struct grid){.h = h};
  g->row_block = blocks(h->rows);
  g->column_block = blocks(h->columns);
  g->rows = (h->rows + g->row_block - 1) / g->row_block;
  g->columns = (h->columns + g->column_block - 1) / g->column_block;
  g->cell_w = between(3, 900.0 / (double)(g->columns ? g->columns : 1), 36);
  g->cell_h = between(3, 700.0 / (double)(g->rows ? g->rows : 1), 24);
  g->left = 20 + name_room(h->row_names, h->rows) + (h->row_label ? 22 : 0);
  g->top = 16 + (titled ? 26 : 0) + (h->column_label ? 22 : 0) +
           name_room(h->column_names, h->columns) + 4;
}

/* Names of every so many cells, that they do not touch. */
static size_t name_step(double cell) {
  return cell >= 13 ? 1 : (size_t)ceil(13 / cell);
}

static void draw_names(struct svg *s, const struct grid *g) {
  const struct heat *h = g->h;
  for (size_t c = 0; h->column_names && c < g->columns;
       c += name_step(g->cell_w))
    svg_text_up(s, "text small", SVG_START,
                g->left + ((double)c + 0.5) * g->cell_w + 4, g->top - 5,
                h->column_names[c * g->column_block], NAME_CELLS);
  for (size_t r = 0; h->row_names && r < g->rows; r += name_step(g->cell_h))
    svg_text(s, "text small", SVG_END, g->left - 6,
             g->top + ((double)r + 0.5) * g->cell_h + 4,
             h->row_names[r * g->row_block], NAME_CELLS);
  if (h->column_label)
    svg_text(s, "faint", SVG_MIDDLE,
             g->left + (double)g->columns * g->cell_w / 2,
             g->top - name_room(h->column_names, h->columns) - 12,
             h->column_label, 60);
  if (h->row_label)
    svg_text_up(s, "faint", SVG_MIDDLE, 18,
                g->top + (double)g->rows * g->cell_h / 2, h->row_label, 60);
}

static void hint_of(struct text *t, const struct grid *g, size_t row,
                    size_t column, double v) {
  const struct heat *h = g->h;
  const size_t r = row * g->row_block, c = column * g->column_block;
  if (h->row_names)
    text_printf(t, "%s", h->row_names[r] ? h->row_names[r] : "");
  else
    text_printf(t, "row %zu", r + 1);
  if (h->column_names)
    text_printf(t, ", %s: ", h->column_names[c] ? h->column_names[c] : "");
  else
    text_printf(t, ", column %zu: ", c + 1);
  if (isnan(v))
    text_add(t, "does not apply");
  else
    text_printf(t, "%d%%", (int)lround(v * 100));
}

static void draw_cell(struct svg *s, const struct grid *g, size_t r, size_t c) {
  EXPECTS(r < g->rows && c < g->columns);
  const double v = value_at(g, r, c);
  const double x = g->left + (double)c * g->cell_w;
  const double y = g->top + (double)r * g->cell_h;
  struct text cls = {0}, hint = {0};
  const int shade = isnan(v) ? 0 : (int)lround(v * SHADES);
  if (isnan(v))
    text_add(&cls, "blank");
  else
    text_printf(&cls, "heat-%d", shade);
  const bool hinted = g->rows * g->columns <= 10000;
  if (hinted) {
    hint_of(&hint, g, r, c, v);
    svg_open(s, NULL, text_str(&hint));
  }
  const double edge = g->cell_w > 8 && g->cell_h > 8 ? 1 : 0;
  svg_rect(s, text_str(&cls), x, y, g->cell_w - edge, g->cell_h - edge, 0);
  if (g->h->show_values && !isnan(v) && g->cell_w >= 28 && g->cell_h >= 15) {
    text_clear(&hint);
    text_printf(&hint, "%d", (int)lround(v * 100));
    svg_text(s, shade > 5 ? "on-dark small" : "on-light small", SVG_MIDDLE,
             x + g->cell_w / 2, y + g->cell_h / 2 + 4, text_str(&hint), 3);
  }
  if (hinted)
    svg_close(s);
  text_free(&cls);
  text_free(&hint);
}

static void draw_scale(struct svg *s, double x, double y) {
  for (int i = 0; i <= SHADES; i++) {
    struct text cls = {0}, percent = {0};
    text_printf(&cls, "heat-%d", SHADES - i);
    text_printf(&percent, "%d%%", (SHADES - i) * 10);
    svg_rect(s, text_str(&cls), x, y + i * 12, 14, 12, 0);
    if (i % 5 == 0)
      svg_text(s, "faint small", SVG_START, x + 20, y + i * 12 + 10,
               text_str(&percent), 5);
    text_free(&cls);
    text_free(&percent);
  }
}

void heat_render_svg(struct text *out, const struct heat *h, enum svg_use use) {
  struct grid g;
  place(&g, h, h->title != NULL);
  const double right = g.left + (double)g.columns * g.cell_w;
  double height = g.top + (double)g.rows * g.cell_h + 20;
  if (height < g.top + 160)
    height = g.top + 160;
  double width = right + 90;
  const double title = svg_width(h->title, 14) + 32;
  if (h->title && width < title)
    width = title < 800 ? title : 800;
  struct svg s = svg_begin(out, width, height, h->title, use);
  if (h->title)
    svg_text(&s, "title", SVG_START, 16, 22, h->title, 90);
  draw_names(&s, &g);
  for (size_t r = 0; r < g.rows; r++)
    for (size_t c = 0; c < g.columns; c++)
      draw_cell(&s, &g, r, c);
  if (!g.rows || !g.columns)
    svg_text(&s, "faint", SVG_START, g.left, g.top + 20, "no data", 20);
  draw_scale(&s, right + 20, g.top);
  svg_end(&s);
}

void heat_render_text(struct text *out, const struct heat *h) {
  for (size_t r = 0; r < h->rows; r++) {
    text_add(out, "  ");
    label_pad(out, h->row_names ? h->row_names[r] : "", h->row_names ? 20 : 0);
    text_char(out, ' ');
    for (size_t c = 0; c < h->columns; c++) {
      double v = h->values[r * h->columns + c];
      char cell = '.';
      if (!isnan(v))
        cell = v >= 1 ? '#' : (char)('0' + (int)(between(0, v, 1) * 10));
      text_char(out, cell);
    }
    text_char(out, '\n');
  }
}
