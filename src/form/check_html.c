#include <stdio.h>
#include <string.h>

#include "form/check.h"
#include "job/chart.h"
#include "job/findings.h"
#include "report/doc.h"
#include "report/graph.h"

enum { RUNS_DRAWN = 200, STATES_SHOWN = 60 };

static void summary(struct doc *d, const struct check *c) {
  const struct explore_result *r = c->result;
  struct text n = {0};
  doc_rich(d);
  doc_span(d, r->verdict == VERDICT_HOLDS      ? DOC_GOOD
              : r->verdict == VERDICT_VIOLATED ? DOC_BAD
                                               : DOC_WARN,
           "%s", verdict_names[r->verdict]);
  if (r->claim.because.at.len)
    reasons_text(&r->claim.because, &n);
  doc_span(d, DOC_PLAIN, " – %s",
           n.len ? text_str(&n) : stop_reason_texts[r->stopped]);
  text_clear(&n);
  doc_close(d);
  doc_list(d);
  text_count(&n, r->stats.states);
  doc_item(d, "states", "%s", text_str(&n));
  text_clear(&n);
  text_count(&n, r->stats.transitions);
  doc_item(d, "transitions", "%s", text_str(&n));
  doc_item(d, "longest of the shortest runs", "%llu steps",
           (unsigned long long)r->stats.depth);
  doc_item(d, "strategy", "%s%s%s", c->strategy->name, c->why ? ": " : "",
           c->why ? c->why : "");
  doc_item(d, "communication", "%s", scheme_names[c->model->scheme]);
  for (uint32_t i = 0; i < c->model->parameter_count; i++)
    doc_item(d, c->model->parameters[i].name, "%lld",
             (long long)c->model->parameters[i].value);
  doc_item(d, "time", "%.2f s", r->stats.seconds);
  double bytes = (double)(r->stats.store_bytes + r->stats.memo_bytes);
  doc_item(d, "memory", "%.1f MB, states of %llu bits", bytes / (1 << 20),
           (unsigned long long)r->stats.state_bits);
  doc_close(d);
  text_free(&n);
}

static void findings_table(struct doc *d, const struct check *c) {
  doc_table(d, "llr");
  doc_row(d, DOC_HEAD);
  doc_cell(d, DOC_PLAIN, "kind");
  doc_cell(d, DOC_PLAIN, "where");
  doc_cell(d, DOC_PLAIN, "steps");
  size_t number = 0;
  struct text where = {0};
  vec_each(&c->result->findings, f) {
    char href[32];
    snprintf(href, sizeof href, "#f%zu", ++number);
    text_clear(&where);
    finding_where(f, c->model, &where);
    doc_row(d, DOC_PLAIN);
    doc_cell(d, DOC_STRONG, "%s", finding_word(f->kind));
    if (f->kind == FINDING_UNEXECUTABLE || number > RUNS_DRAWN) {
      doc_cell(d, DOC_PLAIN, "%s", text_str(&where));
      doc_cell(d, DOC_PLAIN, "%s", "");
    } else {
      doc_cell_link(d, DOC_PLAIN, href, "%s", text_str(&where));
      doc_cell(d, DOC_PLAIN, "%zu", f->run.steps.len);
    }
  }
  doc_close(d);
  text_free(&where);
}

/* The document points at the charts: they are reserved beforehand. */
struct charts {
  VEC(struct chart) at;
};

static void draw_run(struct doc *d, const struct check *c,
                     const struct finding *f, size_t number,
                     struct chart *chart) {
  struct recording recording;
  struct text why = {0};
  finding_record(f, c->model, &recording);
  bool ok = chart_make(chart, &recording, c->model, &why);
  doc_section(d,
              arena_printf(d->arena, "%s: %s", finding_word(f->kind),
                           recording.where),
              arena_printf(d->arena, "f%zu", number));
  if (ok)
    doc_run(d, &chart->run,
            c->shortest && !finding_for_ever(f, c->model) ? "a shortest run"
                                                          : "a run");
  else
    doc_paragraph(d, "%s", text_str(&why));
  doc_close(d);
  recording_free(&recording);
  text_free(&why);
}

static void draw_runs(struct doc *d, const struct check *c,
                      struct charts *charts) {
  const struct explore_result *r = c->result;
  size_t number = 0, runs = 0;
  vec_each(&r->findings, f) runs += f->kind != FINDING_UNEXECUTABLE;
  vec_reserve(&charts->at, runs + 1);
  if (!runs)
    return;
  doc_section(d, "Runs", "runs");
  vec_each(&r->findings, f) {
    if (++number > RUNS_DRAWN || f->kind == FINDING_UNEXECUTABLE)
      continue;
    charts->at.len++;
    draw_run(d, c, f, number, vec_last(&charts->at));
  }
  doc_close(d);
}

void check_html(const struct check *c, const char *source,
                struct text *out) {
  const struct explore_result *r = c->result;
  struct arena arena = {0};
  struct doc d = doc_begin(&arena, c->model->file);
  d.footer = "made by heddle check";
  summary(&d, c);
  struct charts charts = {0};
  if (r->findings.len) {
    doc_section(&d, "Findings", "findings");
    findings_table(&d, c);
    doc_close(&d);
  }
  draw_runs(&d, c, &charts);
  struct check_graph *graph =
      r->stats.states <= STATES_SHOWN ? check_graph_make(c) : NULL;
  if (graph) {
    doc_section(&d, "All states", "states");
    doc_graph(&d, check_graph_get(graph), NULL);
    doc_close(&d);
  }
  doc_section(&d, "The model", "model");
  doc_listing(&d, source, 1, 0, "line");
  doc_close(&d);
  doc_render_html(out, &d);
  check_graph_free(graph);
  vec_each(&charts.at, chart) chart_free(chart);
  vec_free(&charts.at);
  arena_free(&arena);
}
