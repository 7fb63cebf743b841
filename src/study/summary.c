#include "study/summary.h"

#include <string.h>

#include "base/sound.h"

const char *const measure_names[] = {"global states", "global transitions",
                                     "memory", "CPU time"};

double measure_value(const struct outcome *o, enum measure_kind kind) {
  switch (kind) {
  case MEASURE_STATES:
    return (double)o->states;
  case MEASURE_TRANSITIONS:
    return (double)o->transitions;
  case MEASURE_BYTES:
    return (double)o->bytes;
  default:
    return o->cpu_seconds;
  }
}

/* Below this a clock says nothing about a search. */
static const double seconds_that_count = 0.001;

double measure_reduction(const struct study_model *m, size_t strategy,
                         enum measure_kind kind) {
  const struct outcome *full = &m->outcomes[0], *o = &m->outcomes[strategy];
  if (full->status != OUTCOME_DONE || o->status != OUTCOME_DONE)
    return NAN;
  double before = measure_value(full, kind), after = measure_value(o, kind);
  if (before <= 0 || (kind == MEASURE_SECONDS && before < seconds_that_count))
    return NAN;
  return 100 * (1 - after / before);
}

struct standing study_standing(const struct study *s, size_t strategy,
                               struct arena *arena) {
  EXPECTS(strategy < s->strategies.len);
  EXPECTS(strategy < s->strategies.len);
  struct standing st = {0};
  struct text why = {0};
  vec_each(&s->models, m) {
    const struct outcome *o = &m->outcomes[strategy];
    st.none += o->status == OUTCOME_NONE;
    st.done += o->status == OUTCOME_DONE;
    st.limit += o->status == OUTCOME_LIMIT;
    st.refused += o->status == OUTCOME_REFUSED;
    st.crashed += o->status == OUTCOME_CRASHED;
    if (o->status != OUTCOME_DONE || m->outcomes[0].status != OUTCOME_DONE)
      continue;
    st.compared++;
    text_clear(&why);
    if (measure_agrees(&m->outcomes[0], o, s->strategies.at[strategy], &why))
      continue;
    if (!st.differ++) {
      st.first = m->name;
      st.how = arena_string(arena, text_str(&why), why.len);
    }
  }
  text_free(&why);
  return st;
}

/* --- rows of averages ----------------------------------------------------- */

/* What is averaged: a number for a model, or not a number. */
typedef double figure(const struct study_model *m, size_t strategy);

struct maker {
  const struct study *study;
  const struct groups *groups;
  struct tables *tables;
  struct table *table;
  size_t strategy;
  /* only models to which this strategy applies; 0: all */
  size_t applied;
};

static bool included(const struct maker *r, const struct study_model *m) {
  return !r->applied ||
         m->outcomes[r->applied].status != OUTCOME_REFUSED;
}

static void add_rows(struct maker *r, const char *label, figure *get,
                     double unit, int decimals) {
  double *mean = table_row(r->tables, r->table, label, "average", decimals);
  double *deviation = table_row(r->tables, r->table, "", "StD", decimals);
  for (size_t g = 0; g < r->groups->at.len; g++) {
    struct tally t = {0};
    for (size_t i = 0; i < r->study->models.len; i++) {
      const struct study_model *m = &r->study->models.at[i];
      double x = get(m, r->strategy);
      if (r->groups->of.at[i] == (int)g && included(r, m) && !isnan(x))
        tally_add(&t, x / unit);
    }
    mean[g] = tally_mean(&t);
    deviation[g] = tally_deviation(&t);
  }
}

/* --- N Table 4.2: what full finds ----------------------------------------- */

static double of_full(const struct study_model *m, double x) {
  return m->outcomes[0].status == OUTCOME_DONE ? x : NAN;
}
static double share(double part, double whole) {
  return whole > 0 ? 100 * part / whole : NAN;
}
static double found(const struct study_model *m, enum finding_kind kind) {
  return (double)m->outcomes[0].counts[kind];
}

#define FULL_ROWS(X)                                                        \
  X(full_states, "global states", (double)m->outcomes[0].states, 1, 0)      \
  X(full_transitions, "global transitions",                                 \
    (double)m->outcomes[0].transitions, 1, 0)                               \
  X(full_bytes, "memory (kB)", (double)m->outcomes[0].bytes, 1024, 1)       \
  X(full_seconds, "CPU time (ms)", m->outcomes[0].cpu_seconds, 0.001, 2)    \
  X(full_blocking, "blocking states (%)",                                   \
    share(found(m, FINDING_BLOCKING), (double)m->outcomes[0].states), 1, 2) \
  X(full_deadlocks, "deadlock states (%)",                                  \
    share(found(m, FINDING_DEADLOCK), (double)m->outcomes[0].states), 1, 2) \
  X(full_unspecified, "unspecified receptions (% of needed)",               \
    share(found(m, FINDING_UNSPECIFIED),                                    \
          found(m, FINDING_UNSPECIFIED) + (double)m->receptions), 1, 2)     \
  X(full_overflow, "overflows (% of transitions)",                          \
    share(found(m, FINDING_OVERFLOW), (double)m->edges), 1, 2)              \
  X(full_unexecutable, "transitions never taken (%)",                       \
    share(found(m, FINDING_UNEXECUTABLE), (double)m->edges), 1, 2)          \
  X(full_concurrency, "processes that can move at a state",                 \
    m->outcomes[0].concurrency, 1, 2)                                       \
  X(full_degree, "global transitions for each state",                       \
    (double)m->outcomes[0].transitions /                                    \
        (double)(m->outcomes[0].states ? m->outcomes[0].states : 1), 1, 2)

#define FIGURE(name, label, value, unit, decimals)                       \
  static double name(const struct study_model *m, size_t strategy) {     \
    (void)strategy;                                                      \
    return of_full(m, value);                                            \
  }
FULL_ROWS(FIGURE)
#undef FIGURE

static double reduced_states(const struct study_model *m, size_t k) {
  return measure_reduction(m, k, MEASURE_STATES);
}
static double reduced_transitions(const struct study_model *m, size_t k) {
  return measure_reduction(m, k, MEASURE_TRANSITIONS);
}
static double reduced_bytes(const struct study_model *m, size_t k) {
  return measure_reduction(m, k, MEASURE_BYTES);
}
static double reduced_seconds(const struct study_model *m, size_t k) {
  return measure_reduction(m, k, MEASURE_SECONDS);
}
static figure *const reductions[MEASURE_KINDS] = {
    reduced_states, reduced_transitions, reduced_bytes, reduced_seconds};
static const char *const reduction_labels[MEASURE_KINDS] = {
    "reduction in global states (%)", "reduction in global transitions (%)",
    "reduction in memory (%)", "reduction in CPU time (%)"};

/* --- the tables ----------------------------------------------------------- */

static struct table *grouped(struct maker *r, const char *title) {
  r->table = tables_new(r->tables, title, study_by_names[r->groups->by]);
  vec_each(&r->groups->names, name) vec_push(&r->table->names, *name);
  return r->table;
}

static void count_row(struct maker *r, const char *label,
                      bool (*in)(const struct study_model *m, size_t k)) {
  double *cells = table_row(r->tables, r->table, label, "", 0);
  for (size_t g = 0; g < r->groups->at.len; g++)
    cells[g] = 0;
  for (size_t i = 0; i < r->study->models.len; i++)
    if (r->groups->of.at[i] >= 0)
      cells[r->groups->of.at[i]] +=
          in(&r->study->models.at[i], r->strategy);
}

static bool is_compared(const struct study_model *m, size_t k) {
  return m->outcomes[0].status == OUTCOME_DONE &&
         m->outcomes[k].status == OUTCOME_DONE;
}
static bool is_refused(const struct study_model *m, size_t k) {
  return m->outcomes[k].status == OUTCOME_REFUSED;
}

static void profile_table(struct maker *r, const char *title) {
  struct table *table = grouped(r, title);
  struct profile *profiles =
      arena_array(&r->tables->arena, struct profile, r->groups->at.len);
  for (size_t i = 0; i < r->study->models.len; i++)
    if (r->groups->of.at[i] >= 0 && included(r, &r->study->models.at[i]))
      profile_merge(&profiles[r->groups->of.at[i]],
                    &r->study->models.at[i].profile);
  tables_profile(r->tables, table, profiles);
}

static void full_table(struct maker *r, const char *title) {
  grouped(r, title);
#define ROW(name, label, value, unit, decimals) \
  add_rows(r, label, name, unit, decimals);
  FULL_ROWS(ROW)
#undef ROW
}

static void strategy_table(struct maker *r) {
  const char *name = r->study->strategies.at[r->strategy]->name;
  grouped(r, arena_printf(&r->tables->arena, "%s compared with full", name));
  count_row(r, "models compared", is_compared);
  count_row(r, "models it does not apply to", is_refused);
  for (int k = 0; k < MEASURE_KINDS; k++)
    add_rows(r, reduction_labels[k], reductions[k], 1, 2);
}

/* The average of one reduction for every group. */
static void short_row(struct maker *r, const char *label,
                      enum measure_kind kind) {
  double *mean = table_row(r->tables, r->table, label,
                           r->study->strategies.at[r->strategy]->name, 2);
  for (size_t g = 0; g < r->groups->at.len; g++) {
    struct tally t = {0};
    for (size_t i = 0; i < r->study->models.len; i++) {
      double x = measure_reduction(&r->study->models.at[i], r->strategy, kind);
      if (r->groups->of.at[i] == (int)g && !isnan(x))
        tally_add(&t, x);
    }
    mean[g] = tally_mean(&t);
  }
}

void study_reductions(const struct study *s, enum study_by by,
                      struct tables *t) {
  struct groups groups;
  if (s->strategies.len < 2)
    return;
  groups_make(&groups, s, by, &t->arena);
  struct maker r = {.study = s, .groups = &groups, .tables = t};
  grouped(&r, arena_printf(&t->arena, "Reductions by %s, averages",
                           study_by_names[by]));
  for (int kind = 0; kind <= MEASURE_TRANSITIONS; kind++)
    for (r.strategy = 1; r.strategy < s->strategies.len; r.strategy++)
      short_row(&r, r.strategy == 1 ? reduction_labels[kind] : "",
                (enum measure_kind)kind);
  groups_free(&groups);
}

void study_tables(const struct study *s, enum study_by by,
                  struct tables *t) {
  struct groups groups;
  groups_make(&groups, s, by, &t->arena);
  struct maker r = {.study = s, .groups = &groups, .tables = t};
  profile_table(&r, "Properties of the models");
  full_table(&r, "full: conventional reachability analysis");
  for (r.strategy = 1; r.strategy < s->strategies.len; r.strategy++)
    strategy_table(&r);
  for (size_t k = 1; k < s->strategies.len; k++) {
    struct standing st = study_standing(s, k, &t->arena);
    if (!st.refused || st.refused == s->models.len)
      continue;
    const char *name = s->strategies.at[k]->name;
    r.applied = k;
    r.strategy = 0;
    profile_table(&r, arena_printf(&t->arena, "Properties of the models %s "
                                   "applies to", name));
    full_table(&r, arena_printf(&t->arena, "full on the models %s applies to",
                                name));
  }
  groups_free(&groups);
}

/* --- overview ------------------------------------------------------------- */

static double total(const struct study *s, size_t k, enum measure_kind kind) {
  EXPECTS(k < s->strategies.len);
  double sum = 0;
  vec_each(&s->models, m) {
    if (m->outcomes[k].status == OUTCOME_DONE)
      sum += measure_value(&m->outcomes[k], kind);
  }
  return sum;
}

/* Rows where nothing happened are left out: nobody misses them. */
static void drop_quiet_rows(struct table *table) {
  size_t kept = 0;
  for (size_t i = 0; i < table->rows.len; i++) {
    bool quiet = true;
    for (size_t k = 0; k < table->names.len; k++) {
      double x = table->rows.at[i].values[k];
      quiet &= isnan(x) || x == 0;
    }
    if (!quiet)
      table->rows.at[kept++] = table->rows.at[i];
  }
  table->rows.len = kept;
}

static void overview_counts(const struct study *s, struct tables *t,
                            struct table *table) {
  double *done = table_row(t, table, "models explored", "", 0);
  double *refused = table_row(t, table, "does not apply", "", 0);
  double *limit = table_row(t, table, "limit reached", "", 0);
  double *none = table_row(t, table, "not run", "", 0);
  double *agree = table_row(t, table, "finds what it promises", "", 0);
  double *differ = table_row(t, table, "misses something", "", 0);
  for (size_t k = 0; k < s->strategies.len; k++) {
    struct standing st = study_standing(s, k, &t->arena);
    done[k] = (double)st.done;
    refused[k] = (double)st.refused;
    limit[k] = (double)st.limit;
    none[k] = (double)(st.none + st.crashed);
    agree[k] = (double)(st.compared - st.differ);
    differ[k] = (double)st.differ;
  }
}

void study_overview(const struct study *s, struct tables *t) {
  struct table *table = tables_new(t, "Strategies", "");
  vec_each(&s->strategies, strategy)
      vec_push(&table->names, (*strategy)->name);
  overview_counts(s, t, table);
  for (int kind = 0; kind < MEASURE_KINDS; kind++) {
    double *mean = table_row(t, table, reduction_labels[kind], "average", 2);
    double *deviation = table_row(t, table, "", "StD", 2);
    for (size_t k = 1; k < s->strategies.len; k++) {
      struct tally tally = {0};
      vec_each(&s->models, m) {
        double x = measure_reduction(m, k, (enum measure_kind)kind);
        if (!isnan(x))
          tally_add(&tally, x);
      }
      mean[k] = tally_mean(&tally);
      deviation[k] = tally_deviation(&tally);
    }
  }
  double *states = table_row(t, table, "states in all", "", 0);
  double *seconds = table_row(t, table, "CPU seconds in all", "", 2);
  for (size_t k = 0; k < s->strategies.len; k++) {
    states[k] = total(s, k, MEASURE_STATES);
    seconds[k] = total(s, k, MEASURE_SECONDS);
  }
  drop_quiet_rows(table);
}

/* --- each model (L Tables 2.1 to 2.8) ------------------------------------- */

void study_each(const struct study *s, struct tables *t) {
  struct table *table = tables_new(t, "Each model", "");
  for (size_t k = 0; k < s->strategies.len; k++) {
    const char *name = s->strategies.at[k]->name;
    vec_push(&table->names, arena_printf(&t->arena, "%s", name));
    vec_push(&table->names, "trans.");
    if (k)
      vec_push(&table->names, "%");
  }
  vec_each(&s->models, m) {
    double *cells = table_row(t, table, m->name, "", 0);
    size_t at = 0;
    for (size_t k = 0; k < s->strategies.len; k++) {
      const struct outcome *o = &m->outcomes[k];
      bool done = o->status == OUTCOME_DONE;
      cells[at++] = done ? (double)o->states : NAN;
      cells[at++] = done ? (double)o->transitions : NAN;
      if (k)
        cells[at++] = measure_reduction(m, k, MEASURE_STATES);
    }
  }
}
