#include "units.h"

#include <stdlib.h>
#include <string.h>

/* The parameters of each unit. */
static int find_units(const struct picture *g, unsigned *units) {
  unsigned inside = 0;
  int n = 0;
  for (int i = 0; i < g->relations; i++) {
    inside |= g->relation[i].members;
    units[n++] = g->relation[i].members;
  }
  for (int p = 0; p < g->params; p++)
    if (!(inside >> p & 1) && !g->param[p].result)
      units[n++] = 1u << p;
  return n;
}

int units_count(const struct picture *g) {
  unsigned units[PARAMS + RELATIONS];
  return find_units(g, units);
}

static bool same(const uint8_t *a, const uint8_t *b, unsigned params) {
  for (int p = 0; p < PARAMS; p++)
    if (params >> p & 1 && a[p] != b[p])
      return false;
  return true;
}

/* Some test has what this one has at these parameters (and no more negative
 * values than it). */
static bool has(const struct picture *g, const uint8_t (*tests)[PARAMS],
                int count, const uint8_t *test, unsigned params,
                bool positive) {
  for (int i = 0; i < count; i++)
    if (same(tests[i], test, params) &&
        (!positive || !brute_negatives(g, tests[i])))
      return true;
  return false;
}

bool units_covered(const struct brute *b, const uint8_t (*tests)[PARAMS],
                   int count) {
  unsigned units[PARAMS + RELATIONS];
  int n = find_units(b->g, units);
  for (int i = 0; i < b->count; i++) {
    const uint8_t *test = b->tests[i];
    bool of_units = true; /* what it has of each relation is a value */
    for (int u = 0; u < b->g->relations; u++)
      of_units = of_units && has(b->g, tests, count, test, units[u], false);
    for (int u = 0; u < n && of_units; u++)
      for (int v = u + 1; v < n; v++)
        if (!has(b->g, tests, count, test, units[u] | units[v],
                 !b->negatives[i]))
          return false;
  }
  return true;
}
