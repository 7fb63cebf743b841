/* The HTML page of heddle cover: the tests, and a heat map of their
 * coverage.  Few values: one square for every pair of values.  Many: one for
 * every pair of parameters.  Groups with a strength of their own are lines
 * through their parameters. */
#include <string.h>

#include "base/alloc.h"
#include "form/cover_write.h"

enum { SQUARES_MOST = 260 }; /* values on one side of the detailed map */

struct map_page {
  const struct cover_write *w;
  struct text *out;
  size_t *first;     /* by parameter: its first value on the axis */
  size_t values;
  uint32_t *count;   /* [value][value]: 0 impossible, else tests + 1 */
  uint64_t *possible, *covered; /* [param][param] */
};

static void escape(struct text *out, const char *s) {
  for (; *s; s++)
    switch (*s) {
    case '<':
      text_add(out, "&lt;");
      break;
    case '>':
      text_add(out, "&gt;");
      break;
    case '&':
      text_add(out, "&amp;");
      break;
    case '"':
      text_add(out, "&quot;");
      break;
    default:
      text_char(out, *s);
    }
}

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

/* Grey: impossible; red: missing; from light to dark green: tests. */
static void colour(struct text *out, uint32_t count) {
  if (count == 0) {
    text_add(out, "#ddd");
  } else if (count == 1) {
    text_add(out, "#d33");
  } else {
    unsigned shade = count > 9 ? 8 : count - 1;
    text_printf(out, "hsl(140,45%%,%u%%)", 85 - 6 * shade);
  }
}

static void square(struct text *out, size_t x, size_t y, unsigned side,
                   uint32_t count) {
  text_printf(out, "<rect x=\"%zu\" y=\"%zu\" width=\"%u\" height=\"%u\" "
                   "fill=\"", x * side, y * side, side - 1, side - 1);
  colour(out, count);
  text_add(out, "\"><title>");
}

static void detailed(struct map_page *g) {
  const struct cover_write *w = g->w;
  struct text *out = g->out;
  const unsigned side = g->values > 120 ? 6 : 10;
  text_printf(out, "<svg width=\"%zu\" height=\"%zu\" role=\"img\">\n",
              g->values * side, g->values * side);
  size_t n = w->tests->params;
  for (size_t p = 0; p < n; p++)
    for (size_t q = p + 1; q < n; q++)
      for (size_t u = 0; u < heddle_cover_values(w->m, p); u++)
        for (size_t v = 0; v < heddle_cover_values(w->m, q); v++) {
          size_t y = g->first[p] + u, x = g->first[q] + v;
          uint32_t count = g->count[y * g->values + x];
          square(out, x, y, side, count);
          escape(out, heddle_cover_param(w->m, p));
          text_char(out, '=');
          escape(out, heddle_cover_value(w->m, p, (unsigned)u));
          text_add(out, ", ");
          escape(out, heddle_cover_param(w->m, q));
          text_char(out, '=');
          escape(out, heddle_cover_value(w->m, q, (unsigned)v));
          if (count == 0)
            text_add(out, ": not possible");
          else
            text_printf(out, ": %u test%s", count - 1,
                        count == 2 ? "" : "s");
          text_add(out, "</title></rect>\n");
        }
  text_add(out, "</svg>\n");
}

static void coarse(struct map_page *g) {
  const struct cover_write *w = g->w;
  size_t n = w->tests->params;
  const unsigned side = n > 120 ? 5 : 10;
  text_printf(g->out, "<svg width=\"%zu\" height=\"%zu\" role=\"img\">\n",
              n * side, n * side);
  for (size_t p = 0; p < n; p++)
    for (size_t q = p + 1; q < n; q++) {
      uint64_t all = g->possible[p * n + q], got = g->covered[p * n + q];
      uint32_t count = !all ? 0 : got == all ? 9 : got ? 3 : 1;
      square(g->out, q, p, side, count);
      escape(g->out, heddle_cover_param(w->m, p));
      text_add(g->out, " x ");
      escape(g->out, heddle_cover_param(w->m, q));
      text_printf(g->out, ": %llu of %llu pairs</title></rect>\n",
                  (unsigned long long)got, (unsigned long long)all);
    }
  text_add(g->out, "</svg>\n");
}

static void heat_map(const struct cover_write *w, struct text *out) {
  size_t n = w->tests->params;
  struct map_page g = {.w = w, .out = out};
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
  if (n >= 2 && heddle_cover_measure(w->mutable_model, w->tests, 2, w->memory,
                                     collect, &g, &got) &&
      got.cut_off) {
    text_add(out, "<p>The pairs were not counted: the time was over.</p>\n");
  } else if (n >= 2 && !got.too_large) {
    text_printf(out, "<h2>Pairs</h2>\n<p>%llu of %llu possible pairs covered, "
                     "%llu impossible. Grey: impossible, red: missing, the "
                     "darker the green the more tests; the pointer says "
                     "which.</p>\n",
                (unsigned long long)got.covered,
                (unsigned long long)got.possible,
                (unsigned long long)got.infeasible);
    if (g.count)
      detailed(&g);
    else
      coarse(&g);
  }
  free(g.first);
  free(g.count);
  free(g.possible);
  free(g.covered);
}

static void strengths(const struct cover_write *w, struct text *out) {
  text_add(out, "<h2>Coverage</h2>\n<table><tr><th>strength<th>possible"
                "<th>covered<th>%</tr>\n");
  for (unsigned t = 1; t <= 6 && t <= w->tests->params; t++) {
    struct heddle_cover_measure got;
    if (!heddle_cover_measure(w->mutable_model, w->tests, t,
                              w->memory ? w->memory : (uint64_t)24 << 20,
                              NULL, NULL, &got))
      break;
    if (got.too_large || got.cut_off)
      break;
    text_printf(out, "<tr><td>%u<td>%llu<td>%llu<td>%.1f</tr>\n", t,
                (unsigned long long)got.possible,
                (unsigned long long)got.covered,
                got.possible ? 100.0 * (double)got.covered /
                                   (double)got.possible : 100);
  }
  text_add(out, "</table>\n");
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
                   "stroke=\"#8bd\" stroke-width=\"%u\"/>\n",
              (size_t)g.params[0] * COLUMN + COLUMN / 2,
              (size_t)g.params[g.count - 1] * COLUMN + COLUMN / 2, y, y,
              1 + 2 * strength);
  for (size_t i = 0; i < g.count; i++)
    text_printf(out, "<circle cx=\"%zu\" cy=\"%zu\" r=\"8\" "
                     "fill=\"#06a\"/>\n",
                (size_t)g.params[i] * COLUMN + COLUMN / 2, y);
  text_printf(out, "<text x=\"%zu\" y=\"%zu\">strength %u",
              w->tests->params * COLUMN + 8, y + 5, strength);
  if (counted) {
    text_printf(out, ": %llu of %llu ", (unsigned long long)g.covered,
                (unsigned long long)g.possible);
    cover_noun(out, strength, g.possible);
  }
  text_add(out, "</text>\n");
}

/* Which parameters have a strength of their own among themselves. */
static void groups(const struct cover_write *w, struct text *out) {
  size_t count = heddle_cover_groups(w->m), n = w->tests->params;
  if (!count)
    return;
  text_printf(out, "<h2>Groups</h2>\n<p>Parameters that are combined with a "
                   "strength of their own; all others with strength %u. The "
                   "thicker the line the stronger.</p>\n<svg width=\"%zu\" "
                   "height=\"%zu\" font-size=\"13\">\n",
              w->strength, n * COLUMN + 260, HEAD + count * ROW + 8);
  for (size_t p = 0; p < n; p++) {
    text_printf(out, "<text transform=\"translate(%zu,%d) rotate(-60)\">",
                p * COLUMN + COLUMN / 2 + 4, (int)HEAD - 14);
    escape(out, heddle_cover_param(w->m, p));
    text_add(out, "</text>\n");
  }
  for (size_t i = 0; i < count; i++) {
    size_t y = HEAD + i * ROW + ROW / 2;
    for (size_t p = 0; p < n; p++)
      text_printf(out, "<circle cx=\"%zu\" cy=\"%zu\" r=\"3\" "
                       "fill=\"#ccc\"/>\n", p * COLUMN + COLUMN / 2, y);
    group_row(w, out, i, y);
  }
  text_add(out, "</svg>\n");
}

void cover_html(const struct cover_write *w, struct text *out) {
  text_add(out, "<!doctype html>\n<meta charset=\"utf-8\">\n<title>");
  escape(out, w->file);
  text_add(out, "</title>\n<style>body{font:14px sans-serif;margin:2em}"
                "table{border-collapse:collapse}td,th{border:1px solid #ccc;"
                "padding:2px 8px;text-align:left}</style>\n<h1>");
  escape(out, w->file);
  text_printf(out, "</h1>\n<p>%zu tests, strength %u", w->tests->count,
              w->strength);
  if (w->result && w->result->bound >= w->tests->count)
    text_add(out, "; no set is smaller");
  else if (w->result)
    text_printf(out, "; at least %zu are needed", w->result->bound);
  text_add(out, "</p>\n");
  strengths(w, out);
  groups(w, out);
  heat_map(w, out);
  text_add(out, "<h2>Tests</h2>\n<table><tr><th>#");
  for (size_t p = 0; p < w->tests->params; p++) {
    text_add(out, "<th>");
    escape(out, heddle_cover_param(w->m, p));
  }
  text_add(out, "</tr>\n");
  struct text t = {0};
  for (size_t i = 0; i < w->tests->count; i++) {
    text_printf(out, "<tr><td>%zu", i + 1);
    for (size_t p = 0; p < w->tests->params; p++) {
      unsigned v = heddle_cover_cell(w->tests, i, p);
      text_clear(&t);
      if (v != HEDDLE_COVER_OPEN)
        cover_cell(w, &t, p, v, 0);
      text_add(out, "<td>");
      escape(out, text_str(&t));
    }
    text_add(out, "</tr>\n");
  }
  text_add(out, "</table>\n");
  text_free(&t);
}
