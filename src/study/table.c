#include "study/table.h"

#include "study/profile.h"

struct table *tables_new(struct tables *t, const char *title,
                         const char *columns) {
  struct table *table = arena_new(&t->arena, struct table);
  table->title = title;
  table->columns = columns;
  vec_push(&t->at, table);
  return table;
}

double *table_row(struct tables *t, struct table *table, const char *label,
                  const char *detail, int decimals) {
  double *values = arena_array(&t->arena, double, table->names.len);
  for (size_t i = 0; i < table->names.len; i++)
    values[i] = NAN;
  vec_push(&table->rows, ((struct table_row){label, detail, decimals, values}));
  return values;
}

void tables_free(struct tables *t) {
  vec_each(&t->at, table) {
    vec_free(&(*table)->names);
    vec_free(&(*table)->rows);
  }
  vec_free(&t->at);
  arena_free(&t->arena);
}

void tables_profile(struct tables *t, struct table *table,
                    const struct profile *profiles) {
  double *cells = table_row(t, table, "models", "", 0);
  for (size_t i = 0; i < table->names.len; i++)
    cells[i] = (double)profiles[i].models;
#define ROW(field, text)                                                       \
  cells = table_row(t, table, text, "average", 2);                             \
  for (size_t i = 0; i < table->names.len; i++)                                \
    cells[i] = tally_mean(&profiles[i].field);                                 \
  cells = table_row(t, table, "", "StD", 2);                                   \
  for (size_t i = 0; i < table->names.len; i++)                                \
    cells[i] = tally_deviation(&profiles[i].field);
  PROFILE_ROWS(ROW)
#undef ROW
}
