/* summary: the tables of a study, in the shape the documents print them.
 *
 *   overview      one column for each strategy
 *   properties    N Table 4.1, by groups of models
 *   full          N Table 4.2
 *   a strategy    N Tables 4.5, 4.6 and 6.1: reductions against full
 *   its models    N Tables 4.3 and 4.4, for a strategy that does not apply
 *                 to all of them
 *   each model    L Tables 2.1 to 2.8: states, transitions, reduction
 *
 * Averages and deviations are over models; reductions are in per cent and
 * negative where a strategy makes things worse.  Only models where both
 * `full` and the strategy ran to the end are compared. */
#ifndef STUDY_SUMMARY_H
#define STUDY_SUMMARY_H

#include "study/study.h"
#include "study/table.h"

/* What the columns are. */
enum study_by { BY_PROCESSES, BY_CONCURRENCY, BY_COUNT };
extern const char *const study_by_names[]; /* NULL-terminated */

/* Groups of models: each number of processes that occurs, or levels of
 * concurrency [0,1], (1,2] ... */
struct groups {
  enum study_by by;
  VEC(double) at; /* the number, or the upper end of the level */
  VEC(const char *) names;
  VEC(int) of; /* by model: its group, or -1 */
};
void groups_make(struct groups *g, const struct study *s, enum study_by by,
                 struct arena *arena);
void groups_free(struct groups *g);

/* Measures that can be reduced. */
enum measure_kind {
  MEASURE_STATES,
  MEASURE_TRANSITIONS,
  MEASURE_BYTES,
  MEASURE_SECONDS,
  MEASURE_KINDS
};
extern const char *const measure_names[];
double measure_value(const struct outcome *o, enum measure_kind kind);
/* In per cent; not a number when the two cannot be compared. */
double measure_reduction(const struct study_model *m, size_t strategy,
                         enum measure_kind kind);

/* How a strategy fared. */
struct standing {
  uint64_t done, limit, refused, crashed, none;
  uint64_t compared, differ; /* with full */
  const char *first;         /* model that differs */
  const char *how;           /* in what */
};
struct standing study_standing(const struct study *s, size_t strategy,
                               struct arena *arena);

void study_overview(const struct study *s, struct tables *t);
/* Average reductions, one row for each strategy: the other tables in short. */
void study_reductions(const struct study *s, enum study_by by,
                      struct tables *t);
void study_tables(const struct study *s, enum study_by by, struct tables *t);
void study_each(const struct study *s, struct tables *t);

#endif
