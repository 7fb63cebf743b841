/* The page: what came out, pictures, all tables.  A strategy has the same
 * colour in all of them: full is always the first series. */
#include <math.h>
#include <string.h>

#include "cli/study.h"
#include "cli/tables.h"
#include "report/plot.h"

/* More points than that are a cloud. */
enum { MODELS_SHOWN = 1000, MODELS_DRAWN = 100 };

/* One series for each strategy. */
struct picture {
  struct plot plot;
  struct plot_series *series;
};

static struct picture *picture_new(const struct study *s, struct arena *a,
                                   const char *title) {
  struct picture *p = arena_new(a, struct picture);
  size_t count = s->strategies.len;
  p->series = arena_array(a, struct plot_series, count);
  for (size_t k = 0; k < count; k++)
    p->series[k].name = s->strategies.at[k]->name;
  p->plot = (struct plot){.title = title,
                          .series = p->series,
                          .count = count,
                          .width = 760,
                          .height = 430};
  return p;
}

/* Averages over groups: of a reduction, or of a number of states. */
static void averages(const struct study *s, const struct groups *g,
                     size_t strategy, bool reduction,
                     enum measure_kind kind, struct arena *a,
                     struct plot_series *out) {
  struct plot_point *points = arena_array(a, struct plot_point, g->at.len);
  for (size_t i = 0; i < g->at.len; i++) {
    struct tally t = {0};
    for (size_t m = 0; m < s->models.len; m++) {
      const struct study_model *model = &s->models.at[m];
      const struct outcome *o = &model->outcomes[strategy];
      double x = reduction ? measure_reduction(model, strategy, kind)
                 : o->status == OUTCOME_DONE ? measure_value(o, kind)
                                             : NAN;
      if (g->of.at[m] == (int)i && !isnan(x))
        tally_add(&t, x);
    }
    points[i] = (struct plot_point){.x = g->at.at[i], .y = tally_mean(&t)};
  }
  out->points = points;
  out->count = g->at.len;
  out->joined = true;
}

static void plot_averages(struct doc *d, const struct study *s,
                          const struct groups *g, bool reduction,
                          enum measure_kind kind, const char *caption) {
  const char *title = arena_printf(
      d->arena, reduction ? "reduction in %s against %s" : "%s against %s",
      measure_names[kind], study_by_names[g->by]);
  struct picture *p = picture_new(s, d->arena, title);
  for (size_t k = 0; k < s->strategies.len; k++)
    averages(s, g, k, reduction, kind, d->arena, &p->series[k]);
  p->plot.x.label = g->by == BY_PROCESSES ? "processes"
                                          : "level of concurrency, up to";
  p->plot.y.label = reduction ? "reduction in per cent, average"
                              : arena_printf(d->arena, "%s, average",
                                             measure_names[kind]);
  p->plot.y.log = !reduction;
  doc_plot(d, &p->plot, caption);
}

/* The diagonal, where a strategy stores as many states as full. */
static void add_diagonal(const struct study *s, struct arena *a,
                         struct plot_series *out) {
  double low = INFINITY, high = 0;
  vec_each(&s->models, m) {
    double x = (double)m->outcomes[0].states;
    if (m->outcomes[0].status != OUTCOME_DONE)
      continue;
    low = x < low ? x : low;
    high = x > high ? x : high;
  }
  struct plot_point *ends = arena_array(a, struct plot_point, 2);
  ends[0].x = ends[0].y = low;
  ends[1].x = ends[1].y = high;
  *out = (struct plot_series){.name = "full",
                              .points = ends,
                              .count = high > 0 ? 2 : 0,
                              .joined = true,
                              .bare = true};
}

/* Every model a point: what full stored, what the strategy stored. */
static void plot_models(struct doc *d, const struct study *s) {
  struct picture *p =
      picture_new(s, d->arena, "states stored, every model a point");
  add_diagonal(s, d->arena, &p->series[0]);
  for (size_t k = 1; k < s->strategies.len; k++) {
    struct plot_point *points =
        arena_array(d->arena, struct plot_point, s->models.len);
    size_t count = 0;
    vec_each(&s->models, m) {
      if (m->outcomes[0].status == OUTCOME_DONE &&
          m->outcomes[k].status == OUTCOME_DONE)
        points[count++] = (struct plot_point){
            .x = (double)m->outcomes[0].states,
            .y = (double)m->outcomes[k].states};
    }
    p->series[k].points = points;
    p->series[k].count = count;
  }
  p->plot.x = (struct plot_axis){.label = "states of full", .log = true};
  p->plot.y = (struct plot_axis){.label = "states of the strategy",
                                 .log = true};
  doc_plot(d, &p->plot, "below the line is reduction");
}

static void add_table(struct doc *d, const struct table *table, bool open) {
  doc_details(d, open, table->title);
  tables_doc(d, table);
  doc_close(d);
}

/* "leaping: ...; 51 % fewer states with 2 processes, 93 % with 8". */
static void describe(const struct study *s, size_t k, struct doc *d) {
  const struct strategy *strategy = s->strategies.at[k];
  struct groups g;
  struct plot_series means;
  const struct plot_point *first = NULL, *last = NULL;
  groups_make(&g, s, BY_PROCESSES, d->arena);
  averages(s, &g, k, true, MEASURE_STATES, d->arena, &means);
  for (size_t i = 0; k && i < means.count; i++)
    if (!isnan(means.points[i].y)) {
      first = first ? first : &means.points[i];
      last = &means.points[i];
    }
  if (!first)
    doc_item(d, strategy->name, "%s", strategy->summary);
  else if (first == last)
    doc_item(d, strategy->name, "%s – %.0f %% fewer states",
             strategy->summary, first->y);
  else
    doc_item(d, strategy->name,
             "%s – %.0f %% fewer states with %.0f processes, %.0f %% with "
             "%.0f", strategy->summary, first->y, first->x, last->y, last->x);
  groups_free(&g);
}

static void summary(const struct study_view *v, struct doc *d) {
  const struct study *s = v->study;
  size_t done = 0, all = s->models.len * s->strategies.len, wrong = 0;
  for (size_t k = 0; k < s->strategies.len; k++) {
    struct standing st = study_standing(s, k, d->arena);
    done += s->models.len - st.none;
    wrong += s->strategies.at[k]->sound ? st.differ : 0;
  }
  doc_rich(d);
  doc_span(d, wrong ? DOC_BAD : done < all ? DOC_WARN : DOC_GOOD, "%s",
           wrong        ? "a sound strategy misses something"
           : done < all ? "not finished"
                        : "what is promised is found");
  doc_span(d, DOC_PLAIN, " – %zu strategies on %zu models, %zu of %zu runs",
           s->strategies.len, s->models.len, done, all);
  doc_close(d);
  study_verdicts(v, d);
  doc_list(d);
  for (size_t k = 0; k < s->strategies.len; k++)
    describe(s, k, d);
  doc_close(d);
}

static void by_section(const struct study_view *v, enum study_by by,
                       struct tables *t, struct doc *d) {
  struct groups g;
  size_t before = t->at.len;
  groups_make(&g, v->study, by, &t->arena);
  doc_section(d, by == BY_PROCESSES ? "By number of processes"
                                    : "By level of concurrency",
              study_by_names[by]);
  if (v->study->strategies.len > 1)
    plot_averages(d, v->study, &g, true, MEASURE_STATES,
                  "higher is better");
  if (v->study->strategies.len > 1)
    plot_averages(d, v->study, &g, true, MEASURE_TRANSITIONS,
                  "below full there are more transitions than in full");
  if (v->study->strategies.len > 1)
    plot_averages(d, v->study, &g, false, MEASURE_SECONDS,
                  "seconds of one core, the checks not counted");
  plot_averages(d, v->study, &g, false, MEASURE_STATES,
                "averages over the models a strategy applies to");
  study_tables(v->study, by, t);
  for (size_t i = before; i < t->at.len; i++)
    add_table(d, t->at.at[i], false);
  doc_close(d);
  groups_free(&g);
}

void study_html(const struct study_view *v, struct text *out) {
  struct tables t = {0};
  struct doc d = doc_begin(&t.arena, v->name);
  d.footer = "made by heddle study";
  summary(v, &d);
  study_overview(v->study, &t);
  doc_section(&d, "Strategies", "strategies");
  tables_doc(&d, t.at.at[0]);
  if (v->study->strategies.len > 1 && v->study->models.len <= MODELS_DRAWN)
    plot_models(&d, v->study);
  doc_close(&d);
  for (int by = 0; by < BY_COUNT; by++)
    if (v->by[by])
      by_section(v, (enum study_by)by, &t, &d);
  if (v->study->models.len <= MODELS_SHOWN) {
    study_each(v->study, &t);
    doc_section(&d, "Each model", "models");
    add_table(&d, *vec_last(&t.at), v->study->models.len <= 30);
    doc_close(&d);
  }
  doc_render_html(out, &d);
  tables_free(&t);
}
