#include "cover/pairs.h"

#include "base/alloc.h"
#include "base/sound.h"

enum { VALUES_TABLED = 12288, BARREN_MOST = 4 };

bool pairs_open(struct pair_table *t, const struct cover_model *m,
                const uint32_t *params, const uint32_t *offset, uint32_t count,
                uint32_t values) {
  EXPECTS(params && offset && count && values);
  *t = (struct pair_table){.m = m, .params = params, .offset = offset,
                      .count = count, .values = values};
  if (values > VALUES_TABLED)
    return false;
  t->state = alloc_zero((size_t)values * values, 1);
  return true;
}

void pairs_close(struct pair_table *t) { free(t->state); }

void pairs_set(struct pair_table *t, uint32_t a, uint32_t b,
               enum pair_state state) {
  EXPECTS(a < t->values && b < t->values);
  *pairs_at(t, a, b) = *pairs_at(t, b, a) = (uint8_t)state;
}

/* The pairs of value a with all values of the test; how many are new. */
static uint32_t settle(struct pair_table *t, uint32_t a, const cell *test) {
  EXPECTS(a < t->values && test);
  uint8_t *row = pairs_at(t, a, 0);
  uint32_t found = 0;
  for (uint32_t i = 0; i < t->count; i++) {
    uint32_t b = t->offset[i] + test[t->params[i]];
    if (row[b] == PAIR_OPEN) {
      row[b] = PAIR_POSSIBLE;
      *pairs_at(t, b, a) = PAIR_POSSIBLE;
      found++;
    }
  }
  return found;
}

void pairs_learn(struct pair_table *t, const struct guard *g, const cell *test) {
  for (uint32_t i = 0; i < t->count; i++)
    settle(t, t->offset[i] + test[t->params[i]], test);
  if (t->barren >= BARREN_MOST)
    return;
  uint32_t found = 0;
  for (uint32_t i = 0; i < t->count; i++) {
    uint32_t p = t->params[i], own = t->offset[i] + test[p];
    for (uint32_t v = 0; v < t->m->params.at[p].count; v++) {
      uint32_t a = t->offset[i] + v;
      if (v == test[p] || !guard_allows(g, test, p, (cell)v))
        continue;
      uint8_t *twin = pairs_at(t, a, own), before = *twin;
      found += settle(t, a, test);
      *twin = *pairs_at(t, own, a) = before; /* of one parameter: no pair */
    }
  }
  t->barren = found < t->values ? t->barren + 1 : 0;
}

void pairs_learn_change(struct pair_table *t, const cell *before,
                        const cell *test) {
  for (uint32_t i = 0; i < t->count; i++) {
    cell v = test[t->params[i]];
    if (v != before[t->params[i]])
      settle(t, t->offset[i] + v, test);
  }
}

uint32_t pairs_wish(const struct pair_table *t, uint32_t place, uint32_t a,
                    uint32_t b) {
  EXPECTS(place < t->count);
  uint32_t first = t->offset[place], best = UINT32_MAX, most = 0;
  uint32_t count = t->m->params.at[t->params[place]].count;
  const uint8_t *with_a = pairs_at(t, a, 0), *with_b = pairs_at(t, b, 0);
  for (uint32_t v = 0; v < count; v++) {
    uint32_t open = (with_a[first + v] == PAIR_OPEN) +
                    (with_b[first + v] == PAIR_OPEN);
    if (open > most) {
      most = open;
      best = v;
    }
  }
  return best;
}
