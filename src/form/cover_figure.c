/* The figures of the page of heddle cover.  The map of pairs: few values make
 * one square for every pair of values, many make one for every pair of
 * parameters.  Groups with a strength of their own are lines through their
 * parameters. */
#include <stdlib.h>

#include "base/alloc.h"
#include "form/cover_figure.h"
#include "report/label.h"

enum {
  SQUARES_MOST = 260, /* values on one side of the detailed map */
  NAME_CELLS = 16,    /* of a parameter beside it */
};

struct map_page {
  const struct cover_write *w;
  struct text *out;
  size_t *first;     /* by parameter: its first value on the axis */
  size_t values;
  uint32_t *count;   /* [value][value]: 0 impossible, else tests + 1 */
  uint64_t *possible, *covered; /* [param][param] */
};

static bool collect(void *user, const struct heddle_cover_tuple *t) {
  struct map_page *g = user;
  size_t n = g->w->tests->params, p = t->params[0], q = t->params[1];
  if (g->count)
    g->count[(g->first[p] + t->values[0]) * g->values + g->first[q] +
             t->values[1]] = (uint32_t)t->count + 1;
  g->possible[p * n + q]++;
  g->covered[p * n + q] += t->count > 0;
  return true;
}

/* Of a cell: grey when it is impossible, red when it is missing, the darker
 * the green the more tests. */
static void colour(struct text *out, uint32_t count) {
  if (count == 0)
    text_add(out, "var(--line)");
  else if (count == 1)
    text_add(out, "var(--bad)");
  else
    text_printf(out, "hsl(145,45%%,%u%%)",
                74 - 5 * (count > 9 ? 8 : count - 1));
}

#define SMALL "fill:var(--faint);font-size:11px"

enum { LEFT = 130, TOP = 110 }; /* room for the names of parameters */

static void square(struct text *out, size_t x, size_t y, unsigned side,
                   uint32_t count) {
  text_printf(out, "<rect x=\"%zu\" y=\"%zu\" width=\"%u\" height=\"%u\" "
                   "style=\"fill:", LEFT + x * side, TOP + y * side, side - 1,
              side - 1);
  colour(out, count);
  text_add(out, "\"><title>");
}

static void begin_map(struct text *out, size_t cells, unsigned side) {
  text_printf(out, "<svg width=\"%zu\" height=\"%zu\" role=\"img\" "
                   "aria-label=\"pairs and how many tests have them\">\n",
              LEFT + cells * side + 4, TOP + cells * side + 4);
}

/* The name of a parameter beside its rows and above its columns; `last` has no
 * rows, the first no columns. */
static void name_axis(struct map_page *g, size_t p, size_t first,
                      unsigned side) {
  const size_t at = first * side + side / 2 + 4, n = g->w->tests->params;
  const char *name = heddle_cover_param(g->w->m, p);
  if (p + 1 < n) {
    text_printf(g->out, "<text style=\"" SMALL "\" text-anchor=\"end\" "
                        "x=\"%d\" y=\"%zu\">", LEFT - 8, TOP + at);
    label_xml(g->out, name, NAME_CELLS);
    text_add(g->out, "</text>\n");
  }
  if (p) {
    text_printf(g->out, "<text style=\"" SMALL "\" transform=\"translate("
                        "%zu,%d) rotate(-90)\">", LEFT + at, TOP - 6);
    label_xml(g->out, name, NAME_CELLS);
    text_add(g->out, "</text>\n");
  }
}

static void pair_title(struct map_page *g, size_t p, size_t u, size_t q,
                       size_t v, uint32_t count) {
  const struct heddle_cover *m = g->w->m;
  struct text t = {0};
  text_printf(&t, "%s=%s, %s=%s", heddle_cover_param(m, p),
              heddle_cover_value(m, p, (unsigned)u), heddle_cover_param(m, q),
              heddle_cover_value(m, q, (unsigned)v));
  if (count == 0)
    text_add(&t, ": not possible");
  else
    text_printf(&t, ": %u test%s", count - 1, count == 2 ? "" : "s");
  label_xml(g->out, text_str(&t), LABEL_WHOLE);
  text_add(g->out, "</title></rect>\n");
  text_free(&t);
}

static void detailed(struct map_page *g) {
  const struct cover_write *w = g->w;
  const unsigned side = g->values > 120 ? 6 : 12;
  size_t n = w->tests->params;
  begin_map(g->out, g->values, side);
  for (size_t p = 0; p < n; p++)
    name_axis(g, p, g->first[p], side);
  for (size_t p = 0; p < n; p++)
    for (size_t q = p + 1; q < n; q++)
      for (size_t u = 0; u < heddle_cover_values(w->m, p); u++)
        for (size_t v = 0; v < heddle_cover_values(w->m, q); v++) {
          size_t y = g->first[p] + u, x = g->first[q] + v;
          uint32_t count = g->count[y * g->values + x];
          square(g->out, x, y, side, count);
          pair_title(g, p, u, q, v, count);
        }
  text_add(g->out, "</svg>\n");
}

static void coarse(struct map_page *g) {
  const struct cover_write *w = g->w;
  size_t n = w->tests->params;
  const unsigned side = n > 120 ? 5 : 12;
  begin_map(g->out, n, side);
  for (size_t p = 0; p < n; p++) {
    if (side > 10)
      name_axis(g, p, p, side);
    for (size_t q = p + 1; q < n; q++) {
      uint64_t all = g->possible[p * n + q], got = g->covered[p * n + q];
      struct text t = {0};
      square(g->out, q, p, side, !all ? 0 : got == all ? 9 : got ? 3 : 1);
      text_printf(&t, "%s x %s: %llu of %llu pairs",
                  heddle_cover_param(w->m, p), heddle_cover_param(w->m, q),
                  (unsigned long long)got, (unsigned long long)all);
      label_xml(g->out, text_str(&t), LABEL_WHOLE);
      text_add(g->out, "</title></rect>\n");
      text_free(&t);
    }
  }
  text_add(g->out, "</svg>\n");
}

void cover_draw_pairs(const struct cover_write *w, struct doc *d) {
  size_t n = w->tests->params;
  struct text svg = {0};
  struct map_page g = {.w = w, .out = &svg};
  struct heddle_cover_measure got = {.too_large = true};
  g.first = alloc_zero(n, sizeof *g.first);
  for (size_t p = 0; p < n; p++) {
    g.first[p] = g.values;
    g.values += heddle_cover_values(w->m, p);
  }
  if (g.values <= SQUARES_MOST)
    g.count = alloc_zero(g.values * g.values, sizeof *g.count);
  g.possible = alloc_zero(n * n, sizeof *g.possible);
  g.covered = alloc_zero(n * n, sizeof *g.covered);
  bool measured = n >= 2 && heddle_cover_measure(w->mutable_model, w->tests, 2,
                                                 w->memory, collect, &g, &got);
  if (measured && !got.too_large) {
    doc_section(d, "Pairs", "pairs");
    if (got.cut_off)
      doc_paragraph(d, "The pairs were not counted: the time was over.");
    else if (g.count)
      detailed(&g);
    else
      coarse(&g);
    if (svg.len)
      doc_svg(d, text_str(&svg),
              "a square for each pair: grey is impossible, red is missing, the "
              "darker the green the more tests; the pointer says which");
    doc_close(d);
  }
  text_free(&svg);
  free(g.first);
  free(g.count);
  free(g.possible);
  free(g.covered);
}

/* --- groups --------------------------------------------------------------- */

struct group_count {
  const uint32_t *params;
  size_t count;
  uint64_t possible, covered;
};

static bool in_group(const struct group_count *g, uint32_t param) {
  for (size_t i = 0; i < g->count; i++)
    if (g->params[i] == param)
      return true;
  return false;
}

static bool count_in_group(void *user, const struct heddle_cover_tuple *t) {
  struct group_count *g = user;
  for (size_t i = 0; i < t->size; i++)
    if (!in_group(g, t->params[i]))
      return true;
  g->possible++;
  g->covered += t->count > 0;
  return true;
}

enum { COLUMN = 26, ROW = 24, HEAD = 110 };

static size_t middle(size_t param) {
  return param * COLUMN + COLUMN / 2;
}

static void dot(struct text *out, size_t param, size_t y, unsigned radius,
                const char *colour) {
  text_printf(out, "<circle cx=\"%zu\" cy=\"%zu\" r=\"%u\" "
                   "style=\"fill:var(--%s)\"/>\n",
              middle(param), y, radius, colour);
}

/* A line through the parameters of the group, and what of it is covered. */
static void group_row(const struct cover_write *w, struct text *out,
                      size_t group, size_t y) {
  struct group_count g = {0};
  unsigned strength;
  g.params = heddle_cover_group(w->m, group, &g.count, &strength);
  strength = strength ? strength : w->strength;
  if (strength > g.count)
    strength = (unsigned)g.count;
  struct heddle_cover_measure got = {0};
  bool counted = heddle_cover_measure(w->mutable_model, w->tests, strength,
                                      w->memory ? w->memory
                                                : (uint64_t)24 << 20,
                                      count_in_group, &g, &got) &&
                 !got.too_large && !got.cut_off;
  text_printf(out, "<line x1=\"%zu\" x2=\"%zu\" y1=\"%zu\" y2=\"%zu\" "
                   "style=\"stroke:var(--link);opacity:.5\" "
                   "stroke-width=\"%u\"/>\n",
              middle(g.params[0]), middle(g.params[g.count - 1]), y, y,
              1 + 2 * strength);
  for (size_t i = 0; i < g.count; i++)
    dot(out, g.params[i], y, 8, "link");
  text_printf(out, "<text style=\"fill:var(--ink)\" x=\"%zu\" y=\"%zu\">"
                   "strength %u", w->tests->params * COLUMN + 8, y + 5,
              strength);
  if (counted) {
    text_add(out, ": ");
    text_count(out, g.covered);
    text_add(out, " of ");
    text_count(out, g.possible);
    text_char(out, ' ');
    cover_noun(out, strength, g.possible);
  }
  text_add(out, "</text>\n");
}

/* Which parameters have a strength of their own among themselves. */
void cover_draw_groups(const struct cover_write *w, struct doc *d) {
  size_t count = heddle_cover_groups(w->m), n = w->tests->params;
  if (!count)
    return;
  struct text out = {0};
  text_printf(&out, "<svg width=\"%zu\" height=\"%zu\" font-size=\"13\" "
                    "role=\"img\" aria-label=\"groups of parameters\">\n",
              n * COLUMN + 260, HEAD + count * ROW + 8);
  for (size_t p = 0; p < n; p++) {
    text_printf(&out, "<text style=\"" SMALL "\" transform=\"translate(%zu,%d) "
                      "rotate(-60)\">", middle(p) + 4, (int)HEAD - 14);
    label_xml(&out, heddle_cover_param(w->m, p), NAME_CELLS);
    text_add(&out, "</text>\n");
  }
  for (size_t i = 0; i < count; i++) {
    size_t y = HEAD + i * ROW + ROW / 2;
    for (size_t p = 0; p < n; p++)
      dot(&out, p, y, 3, "line");
    group_row(w, &out, i, y);
  }
  text_add(&out, "</svg>\n");
  doc_section(d, "Groups", "groups");
  doc_paragraph(d, "Parameters that are combined with a strength of their own; "
                   "all others with strength %u.", w->strength);
  doc_svg(d, text_str(&out), "the thicker the line the stronger");
  doc_close(d);
  text_free(&out);
}
