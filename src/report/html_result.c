/* A result as one page: the verdict, what is to know about the search, every
 * finding and its run.  Where the run of the first finding is a page of its own,
 * to be stepped through, it is that page. */
#include <stdio.h>

#include "base/verdict.h"
#include "report/doc.h"
#include "report/forms.h"
#include "report/picture.h"

static void summary(struct doc *d, const struct heddle_result *r) {
  static const enum doc_style styles[] = {[HEDDLE_HOLDS] = DOC_GOOD,
                                          [HEDDLE_VIOLATED] = DOC_BAD,
                                          [HEDDLE_INCOMPLETE] = DOC_WARN};
  doc_rich(d);
  doc_span(d, styles[r->verdict], "%s", verdict_names[r->verdict]);
  doc_span(d, DOC_PLAIN, " – %s", r->missed ? r->missed : r->goal);
  doc_close(d);
  doc_list(d);
  for (size_t i = 0; i < r->fact_count; i++)
    doc_item(d, r->facts[i].name, "%s", r->facts[i].value);
  doc_close(d);
  if (r->remarks)
    doc_pre(d, r->remarks);
}

static bool drawn(const struct heddle_finding *f) {
  return f->picture && f->kind != HEDDLE_UNEXECUTABLE;
}

static void findings_table(struct doc *d, const struct heddle_result *r) {
  doc_table(d, "llr");
  doc_row(d, DOC_HEAD);
  doc_cell(d, DOC_PLAIN, "kind");
  doc_cell(d, DOC_PLAIN, "where");
  doc_cell(d, DOC_PLAIN, "steps");
  for (size_t i = 0; i < r->finding_count; i++) {
    const struct heddle_finding *f = &r->findings[i];
    char href[32];
    snprintf(href, sizeof href, "#f%zu", i + 1);
    doc_row(d, DOC_PLAIN);
    doc_cell(d, DOC_STRONG, "%s", f->word);
    if (drawn(f)) {
      doc_cell_link(d, DOC_PLAIN, href, "%s", f->where);
      doc_cell(d, DOC_PLAIN, "%zu", f->length);
    } else {
      doc_cell(d, DOC_PLAIN, "%s", f->where);
      doc_cell(d, DOC_PLAIN, "%s", "");
    }
  }
  doc_close(d);
}

/* Of the document's arena, since figures must live as long as it does. */
static void draw(struct doc *d, const struct heddle_picture *p,
                 const char *caption) {
  struct run_chart *chart = arena_new(d->arena, struct run_chart);
  *chart = p->chart(p);
  if (p->broken)
    doc_paragraph(d, "%s", p->broken);
  else
    doc_run(d, chart, caption);
}

static void draw_runs(struct doc *d, const struct heddle_result *r) {
  bool any = false;
  for (size_t i = 0; i < r->finding_count; i++) {
    const struct heddle_finding *f = &r->findings[i];
    if (!drawn(f))
      continue;
    if (!any)
      doc_section(d, "Runs", "runs");
    any = true;
    doc_section(d, f->title, arena_printf(d->arena, "f%zu", i + 1));
    draw(d, f->picture,
         f->shortest && !f->for_ever ? "a shortest run" : "a run");
    doc_close(d);
  }
  if (any)
    doc_close(d);
}

static void draw_sheet(struct doc *d, const struct heddle_sheet *s) {
  if (s->graph) {
    doc_section(d, "All states", "states");
    doc_graph(d, s->graph, NULL);
    doc_close(d);
  }
  if (s->source) {
    doc_section(d, "The model", "model");
    doc_listing(d, s->source, 1, 0, "line");
    doc_close(d);
  }
}

/* A recording that is shown is its run and nothing else. */
static void show(struct doc *d, const struct heddle_result *r) {
  const struct heddle_finding *f = r->findings;
  doc_rich(d);
  doc_span(d, r->verdict == HEDDLE_HOLDS ? DOC_PLAIN : DOC_BAD, "%s", f->key);
  doc_span(d, DOC_PLAIN, " – %s", f->where);
  doc_close(d);
  draw(d, f->picture, NULL);
}

static void report(struct doc *d, const struct heddle_result *r) {
  summary(d, r);
  if (r->finding_count) {
    doc_section(d, "Findings", "findings");
    findings_table(d, r);
    doc_close(d);
  }
  draw_runs(d, r);
  if (r->sheet)
    draw_sheet(d, r->sheet);
}

void html_render(struct text *out, const struct heddle_result *r) {
  const struct heddle_picture *first =
      r->finding_count ? r->findings->picture : NULL;
  if (first && first->page) {
    first->page(first, out);
    return;
  }
  struct arena arena = {0};
  struct doc d = doc_begin(&arena, first && !r->count_count ? first->title
                                                            : r->name);
  d.footer = arena_printf(&arena, "made by heddle %s", r->command);
  if (!r->count_count && first)
    show(&d, r);
  else
    report(&d, r);
  doc_render_html(out, &d);
  arena_free(&arena);
}
