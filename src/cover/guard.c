#include "cover/guard.h"

#include <string.h>

#include "base/alloc.h"
#include "base/bitset.h"
#include "base/sound.h"
#include "cover/expr.h"

enum { TABLE_MOST = 1 << 16, WORK_MOST = 1 << 22 };

struct entry {
  const struct rule_expr *expr;
  uint32_t count;
  uint32_t *params;
  uint32_t *stride;
  uint64_t *table; /* valid combinations, or NULL: evaluate */
};

struct guard {
  const struct cover_model *m;
  uint32_t wanted;       /* negative values in a test */
  struct entry *entries; /* one for each rule */
  double work;           /* combinations tabulated so far */
  VEC(uint32_t) * of;    /* by parameter: the rules that mention it */
  bool *negative;        /* by parameter: has negative values */
  cell *scratch;
};

static void fill_table(struct guard *g, struct entry *e, uint32_t total) {
  e->table = alloc_zero(BITSET_WORDS(total), sizeof *e->table);
  for (uint32_t n = 0; n < total; n++) {
    for (uint32_t i = 0; i < e->count; i++)
      g->scratch[e->params[i]] =
          (cell)(n / e->stride[i] % g->m->params.at[e->params[i]].count);
    if (expr_eval(g->m, e->expr, g->scratch) != FALSE3)
      bitset_add(e->table, n);
  }
}

static void add_rule(struct guard *g, uint32_t rule) {
  EXPECTS(rule < g->m->rules.len);
  const struct cover_model *m = g->m;
  struct entry *e = &g->entries[rule];
  size_t words = BITSET_WORDS(m->params.len);
  uint64_t *set = alloc_zero(words, sizeof *set);
  e->expr = m->rules.at[rule].expr;
  expr_params(e->expr, set);
  size_t n = bitset_count(set, words);
  e->params = alloc_zero(n, sizeof *e->params);
  e->stride = alloc_zero(n, sizeof *e->stride);
  double total = 1;
  bitset_each(set, words, p) {
    e->params[e->count] = (uint32_t)p;
    e->stride[e->count++] = total > TABLE_MOST ? 0 : (uint32_t)total;
    total *= m->params.at[p].count;
    vec_push(&g->of[p], rule);
  }
  if (total <= TABLE_MOST && g->work + total <= WORK_MOST) {
    g->work += total;
    fill_table(g, e, (uint32_t)total);
  }
  free(set);
}

struct guard *guard_open(const struct cover_model *m, uint32_t wanted) {
  struct guard *g = alloc_zero(1, sizeof *g);
  g->m = m;
  g->wanted = wanted;
  g->entries = alloc_zero(m->rules.len, sizeof *g->entries);
  g->of = alloc_zero(m->params.len, sizeof *g->of);
  g->negative = alloc_zero(m->params.len, sizeof *g->negative);
  g->scratch = alloc_zero(m->params.len, sizeof *g->scratch);
  memset(g->scratch, 0xff, m->params.len * sizeof *g->scratch);
  for (uint32_t r = 0; r < m->rules.len; r++)
    add_rule(g, r);
  for (size_t p = 0; p < m->params.len; p++)
    for (uint32_t v = 0; v < m->params.at[p].count; v++)
      g->negative[p] = g->negative[p] || m->params.at[p].values[v].negative;
  return g;
}

void guard_close(struct guard *g) {
  if (!g)
    return;
  for (size_t r = 0; r < g->m->rules.len; r++) {
    free(g->entries[r].params);
    free(g->entries[r].stride);
    free(g->entries[r].table);
  }
  for (size_t p = 0; p < g->m->params.len; p++)
    vec_free(&g->of[p]);
  free(g->entries);
  free(g->of);
  free(g->negative);
  free(g->scratch);
  free(g);
}

static bool holds(const struct guard *g, const struct entry *e,
                  const cell *test, uint32_t param, cell value) {
  if (e->table) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->count; i++)
      n += e->stride[i] * (e->params[i] == param ? value : test[e->params[i]]);
    return bitset_has(e->table, n);
  }
  for (uint32_t i = 0; i < e->count; i++)
    g->scratch[e->params[i]] = test[e->params[i]];
  g->scratch[param] = value;
  return expr_eval(g->m, e->expr, g->scratch) != FALSE3;
}

static uint32_t negatives(const struct guard *g, const cell *test,
                          uint32_t param, cell value) {
  EXPECTS(param < g->m->params.len);
  uint32_t n = 0;
  for (uint32_t p = 0; p < g->m->params.len; p++)
    if (g->negative[p])
      n += g->m->params.at[p].values[p == param ? value : test[p]].negative;
  return n;
}

bool guard_allows(const struct guard *g, const cell *test, uint32_t param,
                  cell value) {
  EXPECTS(param < g->m->params.len);
  for (size_t i = 0; i < g->of[param].len; i++)
    if (!holds(g, &g->entries[g->of[param].at[i]], test, param, value))
      return false;
  return !g->negative[param] || negatives(g, test, param, value) == g->wanted;
}

/* --- helping -------------------------------------------------------------- */

static bool all_hold(const struct guard *g, uint32_t of, const cell *test,
                     uint32_t param, cell value) {
  for (size_t i = 0; i < g->of[of].len; i++)
    if (!holds(g, &g->entries[g->of[of].at[i]], test, param, value))
      return false;
  return true;
}

/* Only a parameter of the first broken rule can help. */
bool guard_help(const struct guard *g, cell *test, uint32_t param, cell value,
                const uint32_t *costs, struct guard_help *h) {
  EXPECTS(param < g->m->params.len && h);
  if (g->negative[param] && negatives(g, test, param, value) != g->wanted)
    return false;
  const struct entry *broken = NULL;
  for (size_t i = 0; i < g->of[param].len && !broken; i++) {
    const struct entry *e = &g->entries[g->of[param].at[i]];
    broken = holds(g, e, test, param, value) ? NULL : e;
  }
  if (!broken)
    return false;
  cell before = test[param];
  bool found = false;
  test[param] = value;
  for (uint32_t i = 0; i < broken->count; i++) {
    uint32_t q = broken->params[i];
    if (q == param || g->negative[q] || costs[q] >= h->cost)
      continue;
    for (uint32_t v = 0; v < g->m->params.at[q].count; v++)
      if (v != test[q] && holds(g, broken, test, q, (cell)v) &&
          all_hold(g, param, test, q, (cell)v) &&
          all_hold(g, q, test, q, (cell)v)) {
        *h = (struct guard_help){q, (cell)v, costs[q]};
        found = true;
        break;
      }
  }
  test[param] = before;
  return found;
}

/* --- repairing ------------------------------------------------------------ */

enum { CHANGES_MOST = 16, BROKEN_MOST = 8 };

struct repair {
  const struct guard *g;
  cell *test;
  const cell *fixed;
  uint32_t changed[CHANGES_MOST + 1]; /* parameters, in this order */
  cell before[CHANGES_MOST + 1];
  uint32_t changes;
  uint32_t broken[BROKEN_MOST]; /* rules */
  uint32_t count;
};

static bool may_change(const struct repair *r, uint32_t param) {
  EXPECTS(param < r->g->m->params.len);
  if (r->fixed[param] != CELL_NONE || r->g->negative[param])
    return false;
  for (uint32_t i = 0; i < r->changes; i++)
    if (r->changed[i] == param)
      return false;
  return true;
}

/* Makes the change and finds out which rules are broken now; false when they
 * are too many. */
static bool change(struct repair *r, uint32_t param, cell value) {
  const struct guard *g = r->g;
  r->changed[r->changes] = param;
  r->before[r->changes++] = r->test[param];
  r->test[param] = value;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->count; i++)
    if (!holds(g, &g->entries[r->broken[i]], r->test, param, value))
      r->broken[kept++] = r->broken[i];
  r->count = kept;
  for (size_t i = 0; i < g->of[param].len; i++) {
    uint32_t rule = g->of[param].at[i], k = 0;
    while (k < kept && r->broken[k] != rule)
      k++;
    if (k < kept || holds(g, &g->entries[rule], r->test, param, value))
      continue;
    if (r->count == BROKEN_MOST)
      return false;
    r->broken[r->count++] = rule;
  }
  return true;
}

/* The change that mends the first broken rule and breaks the fewest. */
static bool mend(struct repair *r) {
  const struct guard *g = r->g;
  const struct entry *e = &g->entries[r->broken[0]];
  uint32_t best_param = 0, least = UINT32_MAX;
  cell best = 0;
  for (uint32_t i = 0; i < e->count && least; i++) {
    uint32_t q = e->params[i];
    for (uint32_t v = 0; v < g->m->params.at[q].count && least; v++) {
      if (!may_change(r, q) || !holds(g, e, r->test, q, (cell)v))
        continue;
      uint32_t breaks = 0;
      for (size_t k = 0; k < g->of[q].len && breaks < least; k++)
        breaks += !holds(g, &g->entries[g->of[q].at[k]], r->test, q, (cell)v);
      if (breaks < least) {
        least = breaks;
        best_param = q;
        best = (cell)v;
      }
    }
  }
  return least != UINT32_MAX && change(r, best_param, best);
}

bool guard_repair(const struct guard *g, const cell *fixed, cell *test,
                  uint32_t param, cell value) {
  EXPECTS(param < g->m->params.len);
  struct repair r = {.g = g, .test = test, .fixed = fixed};
  if (g->negative[param] && negatives(g, test, param, value) != g->wanted)
    return false;
  bool ok = change(&r, param, value);
  while (ok && r.count && r.changes <= CHANGES_MOST)
    ok = mend(&r);
  if (ok && !r.count)
    return true;
  while (r.changes--)
    test[r.changed[r.changes]] = r.before[r.changes];
  return false;
}
