/* table: numbers with their labels, for whoever prints them.
 *
 * Columns are groups of models (by processes, by concurrency) or strategies,
 * rows are measures.  A cell that is not a number is empty.  Everything
 * lives in the arena of the tables. */
#ifndef STUDY_TABLE_H
#define STUDY_TABLE_H

#include <math.h>

#include "base/arena.h"
#include "base/vec.h"

struct table_row {
  const char *label;  /* "" where the row belongs to the one before */
  const char *detail; /* "average", "StD", or "" */
  int decimals;
  double *values; /* one for each column */
};

struct table {
  const char *title;
  const char *note;    /* a sentence below it, or NULL */
  const char *columns; /* what the columns are: "processes" */
  VEC(const char *) names;
  VEC(struct table_row) rows;
};

struct tables {
  struct arena arena;
  VEC(struct table *) at;
};

struct table *tables_new(struct tables *t, const char *title,
                         const char *columns);
/* The cells of a new row, all empty; columns must be complete. */
double *table_row(struct tables *t, struct table *table, const char *label,
                  const char *detail, int decimals);
void tables_free(struct tables *t);

/* Table 4.1: one profile for each column. */
struct profile;
void tables_profile(struct tables *t, struct table *table,
                    const struct profile *profiles);

#endif
