/* The page: what came out, pictures, all tables.  A strategy has the same
 * colour in all of them: full is always the first series. */
#include <math.h>
#include <string.h>

#include "form/study.h"
#include "form/tables.h"
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
                          .width = 1000,
                          .height = 440};
  return p;
}

/* In per cent of full, what is left out or what is left; or in numbers. */
enum form { LEFT_OUT, LEFT, VALUES };

static double value_of(const struct study_model *m, size_t strategy,
                       enum form form, enum measure_kind kind) {
  const struct outcome *o = &m->outcomes[strategy];
  if (form == VALUES)
    return o->status == OUTCOME_DONE ? measure_value(o, kind) : NAN;
  double left_out = measure_reduction(m, strategy, kind);
  return form == LEFT ? 100 - left_out : left_out;
}

/* Averages over groups. */
static void averages(const struct study *s, const struct groups *g,
                     size_t strategy, enum form form, enum measure_kind kind,
                     struct arena *a, struct plot_series *out) {
  struct plot_point *points = arena_array(a, struct plot_point, g->at.len);
  for (size_t i = 0; i < g->at.len; i++) {
    struct tally t = {0};
    for (size_t m = 0; m < s->models.len; m++) {
      double x = value_of(&s->models.at[m], strategy, form, kind);
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
                          const struct groups *g, enum form form,
                          enum measure_kind kind, const char *caption) {
  static const char *const titles[] = {"reduction in %s against %s",
                                       "%s that are left against %s",
                                       "%s against %s"};
  static const char *const labels[] = {"reduction in per cent, average",
                                       "per cent of full, average",
                                       "%s, average"};
  const char *what = measure_names[kind];
  struct picture *p = picture_new(
      s, d->arena,
      arena_printf(d->arena, titles[form], what, study_by_names[g->by]));
  for (size_t k = 0; k < s->strategies.len; k++)
    averages(s, g, k, form, kind, d->arena, &p->series[k]);
  p->plot.x.label = g->by == BY_PROCESSES ? "processes"
                                          : "level of concurrency, up to";
  p->plot.x.whole = g->by == BY_PROCESSES;
  p->plot.y.label = arena_printf(
      d->arena, labels[form],
      kind == MEASURE_SECONDS ? "seconds of CPU time" : what);
  p->plot.y.log = form != LEFT_OUT;
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
            .y = (double)m->outcomes[k].states,
            .name = m->name};
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
  averages(s, &g, k, LEFT_OUT, MEASURE_STATES, d->arena, &means);
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

/* --- in three sentences --------------------------------------------------- */

/* The mean over all models; NAN when the strategy was not run on all that
 * full finished.  Some runs are too short for their time to be compared. */
static double mean_reduction(const struct study *s, size_t k,
                             enum measure_kind kind) {
  struct tally t = {0};
  bool all = true;
  vec_each(&s->models, m) {
    double x = measure_reduction(m, k, kind);
    all &= m->outcomes[0].status != OUTCOME_DONE ||
           m->outcomes[k].status == OUTCOME_DONE;
    if (!isnan(x))
      tally_add(&t, x);
  }
  return all && t.count ? tally_mean(&t) : NAN;
}

/* The sound strategy that leaves out most of it, or (sign -1) least; 0 when
 * none was run on everything. */
static size_t extreme(const struct study *s, enum measure_kind kind, int sign,
                      double *mean) {
  size_t best = 0;
  for (size_t k = 1; k < s->strategies.len; k++) {
    double x = mean_reduction(s, k, kind);
    if (!s->strategies.at[k]->sound || isnan(x) ||
        (best && sign * x <= sign * *mean))
      continue;
    best = k;
    *mean = x;
  }
  return best;
}

static void say_states(const struct study *s, struct doc *d) {
  struct plot_series means;
  struct groups g;
  double mean = 0;
  size_t k = extreme(s, MEASURE_STATES, 1, &mean);
  if (!k)
    return;
  groups_make(&g, s, BY_PROCESSES, d->arena);
  averages(s, &g, k, LEFT_OUT, MEASURE_STATES, d->arena, &means);
  doc_span(d, DOC_PLAIN,
           "Of the strategies that apply to all models %s stores the fewest "
           "states, %.1f %% fewer than full on average",
           s->strategies.at[k]->name, mean);
  if (means.count > 1)
    doc_span(d, DOC_PLAIN,
             ", from %.0f %% with %.0f processes to %.0f %% with %.0f",
             means.points[0].y, means.points[0].x,
             means.points[means.count - 1].y, means.points[means.count - 1].x);
  doc_span(d, DOC_PLAIN, ". ");
  groups_free(&g);
}

static void say_time(const struct study *s, struct doc *d) {
  double quick = 0, slow = 0;
  size_t best = extreme(s, MEASURE_SECONDS, 1, &quick);
  size_t worst = extreme(s, MEASURE_SECONDS, -1, &slow);
  if (!best)
    return;
  doc_span(d, DOC_PLAIN, "In CPU time %s takes %.2f times what full takes, on average",
           s->strategies.at[best]->name, 1 - quick / 100);
  if (worst != best)
    doc_span(d, DOC_PLAIN, " (the least), and %s %.2f times (the most)",
             s->strategies.at[worst]->name, 1 - slow / 100);
  doc_span(d, DOC_PLAIN, ". ");
}

static void say_found(const struct study *s, struct doc *d) {
  uint64_t differ = 0;
  for (size_t k = 1; k < s->strategies.len; k++)
    if (s->strategies.at[k]->sound)
      differ += study_standing(s, k, d->arena).differ;
  if (s->strategies.len > 1)
    doc_span(d, DOC_PLAIN,
             differ ? "Some strategy that is thought sound misses what full "
                      "finds: that is a bug of Heddle."
                    : "Every sound strategy finds exactly what full finds.");
}

static void sentences(const struct study *s, struct doc *d) {
  doc_rich(d);
  say_states(s, d);
  say_time(s, d);
  say_found(s, d);
  doc_close(d);
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
  sentences(s, d);
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
  if (v->study->strategies.len > 1) {
    plot_averages(d, v->study, &g, LEFT_OUT, MEASURE_STATES,
                  "higher is better");
    plot_averages(d, v->study, &g, LEFT, MEASURE_STATES,
                  "the same, told apart where little is left: lower is better");
    plot_averages(d, v->study, &g, LEFT_OUT, MEASURE_TRANSITIONS,
                  "below full there are more transitions than in full");
    plot_averages(d, v->study, &g, VALUES, MEASURE_SECONDS,
                  "seconds of one core, the checks not counted");
  }
  plot_averages(d, v->study, &g, VALUES, MEASURE_STATES,
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
  tables_doc_turned(&d, t.at.at[0]);
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
