/* schedule_rows: what each schedule strategy finds in a model of threads. */
#ifndef TESTS_CROSS_SCHEDULE_ROWS_H
#define TESTS_CROSS_SCHEDULE_ROWS_H

#include <stdint.h>

#include "base/map.h"
#include "model/model.h"
#include "outcome.h"

struct sched_strategy;

struct schedule_row {
  const struct sched_strategy *strategy;
  bool asks;         /* properties are asked about (sched/constraints.h) */
  uint64_t opinions; /* on models with deadlocks */
  uint64_t nets;     /* models of which there is a net to the end (stateful) */
  uint64_t finished, unfinished, runs, found; /* so far */
};

enum { SCHEDULE_ROWS_MAX = 20 };
/* All of them; how many. */
size_t schedule_rows(struct schedule_row rows[SCHEDULE_ROWS_MAX]);
const char *schedule_row_name(const struct schedule_row *row);
bool schedule_row_covers(const struct schedule_row *row);
/* Whether it builds a net. */
bool schedule_row_nets(const struct schedule_row *row);

/* NOTHING_LEFT: it says that it has covered everything. */
enum schedule_end { NOTHING_LEFT, CUT_OFF, REFUSED };
/* Whatever is wrong with the search itself goes into *why; into *did what
 * threads did in its runs: who read or wrote what where, and which value.  That
 * is a matter of local states, which every row covers. */
enum schedule_end schedule_row_run(struct schedule_row *row,
                                   const struct model *m, uint64_t seed,
                                   struct outcome *out, struct map *did,
                                   struct text *why);

#endif
