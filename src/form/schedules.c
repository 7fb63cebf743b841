#include "form/schedules.h"

#include <inttypes.h>
#include <math.h>

#include "form/tables.h"
#include "report/csv.h"
#include "report/json.h"
#include "report/plot.h"

/* name in JSON and CSV, title of its table, decimals, value of an outcome */
#define MEASURES(X)                                                            \
  X(executions, "Executions", 0, (double)o->executions)                        \
  X(redundant, "Redundant executions, among them", 0,                          \
    o->untold ? NAN : (double)o->redundant)                                    \
  X(steps, "Steps of all executions", 0, (double)o->steps)                     \
  X(cpu_seconds, "Seconds of CPU time", 2, o->cpu_seconds)                     \
  X(bytes, "Memory of the strategy in kilobytes", 0, (double)o->bytes / 1024)

enum measured {
#define ROW(name, title, decimals, value) MEASURED_##name,
  MEASURES(ROW)
#undef ROW
      MEASURED
};

static const struct {
  const char *title;
  int decimals;
} measures[] = {
#define ROW(name, title, decimals, value) {title, decimals},
    MEASURES(ROW)
#undef ROW
};

static double value_of(const struct schedules_outcome *o, enum measured m) {
  const double values[] = {
#define ROW(name, title, decimals, value) value,
      MEASURES(ROW)
#undef ROW
  };
  return o->ran ? values[m] : NAN;
}

/* --- what came out -------------------------------------------------------------- */

static size_t count_differences(const struct schedules *s) {
  size_t count = 0;
  vec_each(&s->programs, p) {
    for (size_t k = 0; k < s->strategies.len; k++)
      count += schedules_differs(s, p, k) != NULL;
  }
  return count;
}

static void say_differences(const struct schedules *s, struct doc *d) {
  vec_each(&s->programs, p) {
    for (size_t k = 0; k < s->strategies.len; k++) {
      const struct sched_strategy *other = schedules_differs(s, p, k);
      if (!other)
        continue;
      doc_rich(d);
      doc_span(d, DOC_BAD, "%s", s->strategies.at[k]->name);
      doc_span(d, DOC_PLAIN, " and %s do not agree on %s", other->name,
               p->name);
      doc_close(d);
    }
  }
}

static void add_table(const struct schedules *s, enum measured m,
                      struct tables *t) {
  struct table *table = tables_new(t, measures[m].title, "program");
  vec_each(&s->strategies, k) vec_push(&table->names, (*k)->name);
  vec_each(&s->programs, p) {
    double *cells = table_row(t, table, p->name, "", measures[m].decimals);
    for (size_t k = 0; k < s->strategies.len; k++)
      cells[k] = value_of(&p->outcomes[k], m);
  }
}

static const char *said(const struct schedules_outcome *o) {
  return o->ran ? verdict_names[o->verdict] : "-";
}

static void add_verdicts(const struct schedules *s, struct doc *d) {
  struct text columns = {0};
  text_char(&columns, 'w');
  text_fill(&columns, 'l', s->strategies.len);
  doc_section(d, "Verdicts", "verdicts");
  doc_table(d, text_str(&columns));
  doc_row(d, DOC_HEAD);
  doc_cell(d, DOC_PLAIN, "program");
  vec_each(&s->strategies, k) doc_cell(d, DOC_PLAIN, "%s", (*k)->name);
  vec_each(&s->programs, p) {
    doc_row(d, DOC_PLAIN);
    doc_cell(d, DOC_PLAIN, "%s", p->name);
    for (size_t k = 0; k < s->strategies.len; k++) {
      const struct schedules_outcome *o = &p->outcomes[k];
      doc_cell(d, *o->why || !o->finished ? DOC_FAINT : DOC_PLAIN, "%s%s%s%s",
               said(o), *o->why ? " (" : "", o->why, *o->why ? ")" : "");
    }
  }
  doc_close(d);
  doc_close(d);
  text_free(&columns);
}

static void add_tables(const struct schedules *s, struct tables *t,
                       struct doc *d) {
  for (int m = 0; m < MEASURED; m++) {
    add_table(s, (enum measured)m, t);
    doc_section(d, measures[m].title, NULL);
    tables_doc(d, *vec_last(&t->at));
    doc_close(d);
  }
}

/* --- forms ---------------------------------------------------------------------- */

void schedules_line(const struct schedules_view *v, struct text *out) {
  const struct schedules *s = v->study;
  const size_t wrong = count_differences(s);
  text_printf(out, "%s: %zu program%s, %zu strateg%s: ", v->name,
              s->programs.len, s->programs.len == 1 ? "" : "s",
              s->strategies.len, s->strategies.len == 1 ? "y" : "ies");
  text_printf(out, "%s%s\n",
              wrong ? "strategies do not agree" : "they find the same",
              s->stopped ? " so far" : "");
}

void schedules_text(const struct schedules_view *v, struct text *out) {
  struct tables t = {0};
  struct doc d = doc_begin(&t.arena, v->name);
  say_differences(v->study, &d);
  add_verdicts(v->study, &d);
  add_tables(v->study, &t, &d);
  doc_render_text(out, &d,
                  (struct doc_text_style){.width = v->width,
                                          .colour = v->colour,
                                          .untitled = true});
  tables_free(&t);
}

/* Programs from left to right by the executions of the first strategy, so that
 * what another saves is how far its line is below. */
static const size_t *by_executions(const struct schedules *s, struct arena *a) {
  const size_t count = s->programs.len;
  size_t *order = arena_array(a, size_t, count);
  for (size_t i = 0; i < count; i++) {
    size_t at = i;
    const uint64_t mine = s->programs.at[i].outcomes[0].executions;
    while (at && s->programs.at[order[at - 1]].outcomes[0].executions > mine) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = i;
  }
  return order;
}

static void add_plot(const struct schedules *s, enum measured m,
                     struct doc *d) {
  const size_t *order = by_executions(s, d->arena);
  struct plot *plot = arena_new(d->arena, struct plot);
  struct plot_series *series =
      arena_array(d->arena, struct plot_series, s->strategies.len);
  for (size_t k = 0; k < s->strategies.len; k++) {
    struct plot_point *points =
        arena_array(d->arena, struct plot_point, s->programs.len);
    for (size_t i = 0; i < s->programs.len; i++) {
      const struct schedules_program *p = &s->programs.at[order[i]];
      const struct schedules_outcome *o = &p->outcomes[k];
      points[i] = (struct plot_point){.x = (double)i + 1,
                                      .y = o->finished ? value_of(o, m) : NAN,
                                      .name = p->name};
    }
    series[k] = (struct plot_series){s->strategies.at[k]->name, points,
                                     s->programs.len, .joined = true};
  }
  *plot = (struct plot){
      .title = measures[m].title,
      .x = {.label = "programs, by the executions of the first strategy",
            .whole = true},
      .y = {.label = measures[m].title, .log = true},
      .series = series,
      .count = s->strategies.len,
      .width = 1000,
      .height = 440};
  doc_plot(d, plot, "searches that ran to the end; lower is better");
}

void schedules_html(const struct schedules_view *v, struct text *out) {
  const struct schedules *s = v->study;
  struct tables t = {0};
  struct text line = {0};
  struct doc d = doc_begin(&t.arena, v->name);
  d.footer = "made by heddle study";
  schedules_line(v, &line);
  doc_paragraph(&d, "%s", text_str(&line));
  say_differences(s, &d);
  doc_list(&d);
  vec_each(&s->strategies, k) doc_item(&d, (*k)->name, "%s", (*k)->summary);
  doc_close(&d);
  doc_section(&d, "Pictures", "pictures");
  add_plot(s, MEASURED_executions, &d);
  add_plot(s, MEASURED_cpu_seconds, &d);
  add_plot(s, MEASURED_bytes, &d);
  doc_close(&d);
  add_verdicts(s, &d);
  add_tables(s, &t, &d);
  doc_render_html(out, &d);
  text_free(&line);
  tables_free(&t);
}

static void put_outcome(struct json *j, const struct schedules *s,
                        const struct schedules_program *p, size_t k) {
  const struct schedules_outcome *o = &p->outcomes[k];
  const struct sched_strategy *other = schedules_differs(s, p, k);
  json_open(j, '{');
  json_put_string(j, "strategy", s->strategies.at[k]->name);
  if (o->ran)
    json_put_string(j, "verdict", said(o));
  json_put_bool(j, "finished", o->finished);
  if (*o->why)
    json_put_string(j, "why", o->why);
  if (o->ran) {
    json_put_uint(j, "executions", o->executions);
    if (!o->untold)
      json_put_uint(j, "redundant", o->redundant);
    json_put_uint(j, "steps", o->steps);
    json_put_uint(j, "bytes", o->bytes);
    json_put_real(j, "cpu_seconds", o->cpu_seconds);
  }
  if (other)
    json_put_string(j, "differs_from", other->name);
  json_close(j);
}

void schedules_json(const struct schedules_view *v, struct text *out) {
  const struct schedules *s = v->study;
  struct json j = {.out = out};
  json_begin(&j, "heddle.schedules/1");
  json_put_string(&j, "name", v->name);
  json_put_uint(&j, "differences", count_differences(s));
  json_key(&j, "programs");
  json_open(&j, '[');
  vec_each(&s->programs, p) {
    json_open(&j, '{');
    json_put_string(&j, "program", p->name);
    json_key(&j, "outcomes");
    json_open(&j, '[');
    for (size_t k = 0; k < s->strategies.len; k++)
      put_outcome(&j, s, p, k);
    json_close(&j);
    json_close(&j);
  }
  json_close(&j);
  json_end(&j);
}

static void csv_figures(struct text *out, const struct schedules_outcome *o) {
  text_printf(out, "%" PRIu64 ",", o->executions);
  if (!o->untold)
    text_printf(out, "%" PRIu64, o->redundant);
  text_printf(out, ",%" PRIu64 ",%" PRIu64 ",%.6f,", o->steps, o->bytes,
              o->cpu_seconds);
}

void schedules_csv(const struct schedules_view *v, struct text *out) {
  const struct schedules *s = v->study;
  text_add(out, "program,strategy,verdict,finished,executions,redundant,steps,"
                "bytes,cpu_seconds,why\n");
  vec_each(&s->programs, p) {
    for (size_t k = 0; k < s->strategies.len; k++) {
      const struct schedules_outcome *o = &p->outcomes[k];
      csv_field(out, p->name);
      text_char(out, ',');
      text_printf(out, "%s,%s,%s,", s->strategies.at[k]->name,
                  o->ran ? said(o) : "", o->finished ? "yes" : "no");
      if (o->ran)
        csv_figures(out, o);
      else
        text_add(out, ",,,,,");
      csv_field(out, o->why);
      text_char(out, '\n');
    }
  }
}
