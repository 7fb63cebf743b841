/* The HTML page of heddle cover: what is covered, as the terminal counts it,
 * pictures of it, and the tests. */
#include "form/cover_figure.h"
#include "form/cover_write.h"

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
                              w->memory ? w->memory : (uint64_t)24 << 20, NULL,
                              NULL, &got) ||
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
  cover_draw_groups(w, &d);
  cover_draw_pairs(w, &d);
  test_table(w, &d);
  doc_render_html(out, &d);
  arena_free(&arena);
}
