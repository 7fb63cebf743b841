/* The HTML page of heddle cover: the tests, and a heat map of their
 * coverage.  Few values: one square for every pair of values.  Many: one for
 * every pair of parameters. */
#include <stdlib.h>

#include "base/alloc.h"
#include "form/cover_write.h"
#include "report/doc.h"
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
    text_printf(out, "hsl(145,45%%,%u%%)", 74 - 5 * (count > 9 ? 8 : count - 1));
}

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
    text_printf(g->out, "<text style=\"fill:var(--faint);font-size:11px\" text-anchor=\"end\" "
                        "x=\"%d\" y=\"%zu\">", LEFT - 8, TOP + at);
    label_xml(g->out, name, NAME_CELLS);
    text_add(g->out, "</text>\n");
  }
  if (p) {
    text_printf(g->out, "<text style=\"fill:var(--faint);font-size:11px\" transform=\"translate("
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

static void heat_map(const struct cover_write *w, struct doc *d) {
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

/* What the model asks for may be more than all tuples of one strength, with
 * groups of a strength of their own: then the two numbers differ, and why is
 * said. */
static void strengths(const struct cover_write *w, struct doc *d) {
  bool same = true;
  doc_section(d, "Coverage", "coverage");
  doc_table(d, "rrrr");
  doc_row(d, DOC_HEAD);
  static const char *const head[] = {"strength", "possible", "covered", "%"};
  for (size_t i = 0; i < 4; i++)
    doc_cell(d, DOC_PLAIN, "%s", head[i]);
  for (unsigned t = 1; t <= 6 && t <= w->tests->params; t++) {
    struct heddle_cover_measure got;
    struct text possible = {0}, covered = {0};
    if (!heddle_cover_measure(w->mutable_model, w->tests, t,
                              w->memory ? w->memory : (uint64_t)24 << 20,
                              NULL, NULL, &got) ||
        got.too_large || got.cut_off)
      break;
    if (w->result && t == w->strength)
      same = got.possible == w->result->tuples;
    text_count(&possible, got.possible);
    text_count(&covered, got.covered);
    doc_row(d, DOC_PLAIN);
    doc_cell(d, t == w->strength ? DOC_STRONG : DOC_PLAIN, "%u", t);
    doc_cell(d, DOC_PLAIN, "%s", text_str(&possible));
    doc_cell(d, DOC_PLAIN, "%s", text_str(&covered));
    doc_cell(d, DOC_PLAIN, "%.1f",
             got.possible ? 100.0 * (double)got.covered / (double)got.possible
                          : 100);
    text_free(&possible);
    text_free(&covered);
  }
  doc_close(d);
  if (!same)
    doc_paragraph(d, "These are all tuples of each strength. What was asked "
                     "for is counted above, with groups of parameters that "
                     "have a strength of their own.");
  doc_close(d);
}

/* "54 tests cover all 523 pairs; at least 52 are needed", as the terminal
 * counts. */
static void verdict(const struct cover_write *w, struct doc *d) {
  const struct heddle_cover_result *r = w->result;
  struct text t = {0};
  text_printf(&t, "%zu test%s", w->tests->count,
              w->tests->count == 1 ? "" : "s");
  if (!r) {
    doc_paragraph(d, "%s", text_str(&t));
    text_free(&t);
    return;
  }
  bool all = r->verdict == HEDDLE_HOLDS;
  text_printf(&t, " cover%s ", w->tests->count == 1 ? "s" : "");
  if (!all) {
    text_count(&t, r->covered);
    text_add(&t, " of ");
  } else {
    text_add(&t, "all ");
  }
  text_count(&t, r->tuples);
  text_char(&t, ' ');
  cover_noun(&t, w->strength, r->tuples);
  doc_rich(d);
  doc_span(d, all ? DOC_GOOD : DOC_WARN, "%s", text_str(&t));
  if (r->bound >= w->tests->count && all)
    doc_span(d, DOC_PLAIN, "; no set is smaller");
  else
    doc_span(d, DOC_PLAIN, "; at least %zu are needed", r->bound);
  doc_close(d);
  text_clear(&t);
  if (r->infeasible) {
    text_count(&t, r->infeasible);
    text_char(&t, ' ');
    cover_noun(&t, w->strength, r->infeasible);
    doc_paragraph(d, "%s %s impossible by the rules", text_str(&t),
                  r->infeasible == 1 ? "is" : "are");
  }
  text_free(&t);
}

static void test_table(const struct cover_write *w, struct doc *d) {
  const size_t n = w->tests->params;
  struct text t = {0};
  text_char(&t, 'r');
  text_fill(&t, 'l', n);
  doc_section(d, "Tests", "tests");
  doc_table(d, text_str(&t));
  doc_row(d, DOC_HEAD);
  doc_cell(d, DOC_PLAIN, "#");
  for (size_t p = 0; p < n; p++)
    doc_cell(d, DOC_PLAIN, "%s", heddle_cover_param(w->m, p));
  for (size_t i = 0; i < w->tests->count; i++) {
    doc_row(d, DOC_PLAIN);
    doc_cell(d, DOC_FAINT, "%zu", i + 1);
    for (size_t p = 0; p < n; p++) {
      unsigned v = heddle_cover_cell(w->tests, i, p);
      text_clear(&t);
      if (v != HEDDLE_COVER_OPEN)
        cover_cell(w, &t, p, v, 0);
      doc_cell(d, DOC_PLAIN, "%s", text_str(&t));
    }
  }
  doc_close(d);
  doc_close(d);
  text_free(&t);
}

void cover_html(const struct cover_write *w, struct text *out) {
  struct arena arena = {0};
  struct doc d = doc_begin(&arena, w->file);
  d.footer = "made by heddle cover";
  verdict(w, &d);
  strengths(w, &d);
  heat_map(w, &d);
  test_table(w, &d);
  doc_render_html(out, &d);
  arena_free(&arena);
}
