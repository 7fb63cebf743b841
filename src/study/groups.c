#include <stdlib.h>

#include "study/summary.h"

const char *const study_by_names[] = {"processes", "concurrency", NULL};

/* The number a model is grouped by; negative when it has none. */
static double key_of(const struct study_model *m, enum study_by by) {
  if (by == BY_PROCESSES)
    return m->processes;
  const struct outcome *full = &m->outcomes[0];
  if (full->status != OUTCOME_DONE || isnan(full->concurrency))
    return -1;
  return full->concurrency <= 1 ? 1 : ceil(full->concurrency);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static const char *name_of(double key, enum study_by by, struct arena *arena) {
  if (by == BY_PROCESSES)
    return arena_printf(arena, "%g", key);
  return arena_printf(arena, "%c%g,%g]", key <= 1 ? '[' : '(', key - 1, key);
}

void groups_make(struct groups *g, const struct study *s, enum study_by by,
                 struct arena *arena) {
  *g = (struct groups){.by = by};
  vec_each(&s->models, m) {
    double key = key_of(m, by);
    bool known = key < 0;
    vec_each(&g->at, at) known |= *at == key;
    if (!known)
      vec_push(&g->at, key);
  }
  if (g->at.len)
    qsort(g->at.at, g->at.len, sizeof *g->at.at, ascending);
  vec_each(&g->at, at) vec_push(&g->names, name_of(*at, by, arena));
  vec_each(&s->models, m) {
    double key = key_of(m, by);
    int group = -1;
    for (size_t i = 0; i < g->at.len; i++)
      if (g->at.at[i] == key)
        group = (int)i;
    vec_push(&g->of, group);
  }
}

void groups_free(struct groups *g) {
  vec_free(&g->at);
  vec_free(&g->names);
  vec_free(&g->of);
}
