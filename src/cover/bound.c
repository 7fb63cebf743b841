#include "cover/bound.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"

/* Values that share rules are asked about two by two, up to so many, and
 * subsets are looked at so often at most. */
enum { VALUES_ASKED = 600, SUBSETS_LOOKED_AT = 20000000 };

struct parts {
  const struct space *s;
  uint32_t *offset; /* by parameter: the number of its first value */
  uint32_t *most;   /* by value: tests that need it, at least */
  uint32_t *here;   /* the same in the subset at hand */
  cell *implied;    /* by value: the value of `param` it goes with only */
  bool *implies;    /* by parameter: some value of it does */
};

/* --- the needed tuples of a subset, by value ------------------------------ */

static void at_least(struct parts *x, uint32_t value, uint32_t by) {
  if (by > x->most[value])
    x->most[value] = by;
}

/* The value of the parameter that every test with these values has. */
static uint32_t part_of(const struct parts *x, const uint16_t *ps,
                        const cell *values, uint32_t size) {
  EXPECTS(size > 0);
  for (uint32_t i = 0; i < size; i++) {
    cell v = x->implied[x->offset[ps[i]] + values[i]];
    if (v != CELL_NONE)
      return v;
  }
  return UINT32_MAX;
}

static void count_implied(struct parts *x, uint32_t param,
                          const struct block *b, uint32_t subset) {
  EXPECTS(subset < b->count);
  const struct space *s = x->s;
  const uint16_t *ps = &b->params[(size_t)subset * b->size];
  bool any = false;
  for (uint32_t i = 0; i < b->size; i++)
    any = any || x->implies[ps[i]];
  if (!any)
    return;
  uint32_t *here = &x->here[x->offset[param]];
  memset(here, 0, s->level[param] * sizeof *here);
  for (uint32_t n = b->base[subset]; n < b->base[subset + 1]; n++) {
    cell values[16];
    if (s->need[n] != NEED_COVERED)
      continue;
    space_values(s, b, subset, n, values);
    uint32_t v = part_of(x, ps, values, b->size);
    if (v != UINT32_MAX)
      at_least(x, x->offset[param] + v, ++here[v]);
  }
}

/* The tuples by the values they have. */
static void count_own(struct parts *x, const struct block *b, uint32_t subset) {
  EXPECTS(subset < b->count);
  const struct space *s = x->s;
  const uint16_t *ps = &b->params[(size_t)subset * b->size];
  uint32_t all = b->base[subset + 1] - b->base[subset], needed = 0;
  for (uint32_t n = b->base[subset]; n < b->base[subset + 1]; n++)
    needed += s->need[n] == NEED_COVERED;
  for (uint32_t i = 0; i < b->size; i++)
    memset(&x->here[x->offset[ps[i]]], 0, s->level[ps[i]] * sizeof *x->here);
  if (needed == all) {
    for (uint32_t i = 0; i < b->size; i++)
      for (uint32_t v = 0; v < s->level[ps[i]]; v++)
        at_least(x, x->offset[ps[i]] + v, all / s->level[ps[i]]);
    return;
  }
  for (uint32_t n = b->base[subset]; n < b->base[subset + 1] && needed; n++) {
    cell values[16];
    if (s->need[n] != NEED_COVERED)
      continue;
    space_values(s, b, subset, n, values);
    for (uint32_t i = 0; i < b->size; i++) {
      uint32_t at = x->offset[ps[i]] + values[i];
      at_least(x, at, ++x->here[at]);
    }
  }
}

/* --- values that go with one value of another parameter only -------------- */

/* Fills implied and implies for `param`; false when there is nothing. */
static bool find_implied(struct parts *x, uint32_t param) {
  const struct space *s = x->s;
  bool any = false;
  memset(x->implied, 0xff, x->offset[s->params] * sizeof *x->implied);
  memset(x->implies, 0, s->params * sizeof *x->implies);
  for (uint32_t p = 0; p < s->params; p++) {
    if (oracle_component(s->oracle, p) != oracle_component(s->oracle, param))
      continue;
    for (uint32_t v = 0; v < s->level[p] && !halt_over(s->halt); v++) {
      uint32_t with = 0;
      cell last = CELL_NONE;
      for (uint32_t a = 0; a < s->level[param] && with < 2; a++)
        if (p == param ? a == v
                       : oracle_tuple(s->oracle, (uint32_t[]){param, p},
                                      (cell[]){(cell)a, (cell)v}, 2)) {
          with++;
          last = (cell)a;
        }
      if (with != 1 || s->level[param] < 2)
        continue;
      x->implied[x->offset[p] + v] = last;
      x->implies[p] |= p != param;
      any = any || p != param;
    }
  }
  return any && !halt_over(s->halt);
}

static void add_implied(struct parts *x) {
  const struct space *s = x->s;
  double work = 0, subsets = 0;
  for (size_t k = 0; k < s->blocks.len; k++)
    subsets += s->blocks.at[k].count;
  for (uint32_t p = 0; p < s->params; p++) {
    uint32_t c = oracle_component(s->oracle, p), values = 0;
    for (uint32_t q = 0; q < s->params && c != UINT32_MAX; q++)
      if (oracle_component(s->oracle, q) == c)
        values += s->level[q];
    if (c == UINT32_MAX || values > VALUES_ASKED ||
        work + subsets > SUBSETS_LOOKED_AT || !find_implied(x, p))
      continue;
    work += subsets;
    for (size_t k = 0; k < s->blocks.len; k++)
      for (uint32_t i = 0; i < s->blocks.at[k].count; i++)
        count_implied(x, p, &s->blocks.at[k], i);
  }
}

/* --- sums ----------------------------------------------------------------- */

static uint32_t largest_sum(const struct parts *x) {
  const struct space *s = x->s;
  uint32_t best = 0, negatives = 0;
  for (uint32_t p = 0; p < s->params; p++) {
    uint32_t sum = 0;
    for (uint32_t v = 0; v < s->level[p]; v++) {
      uint32_t n = x->most[x->offset[p] + v];
      sum += n;
      if (s->m->params.at[p].values[v].negative)
        negatives += n;
    }
    best = sum > best ? sum : best;
  }
  return s->kind == ORACLE_NEGATIVE && negatives > best ? negatives : best;
}

static uint32_t value_bound(const struct space *s) {
  struct parts x = {.s = s,
                    .offset = alloc_zero(s->params + 1, sizeof *x.offset)};
  for (uint32_t p = 0; p < s->params; p++)
    x.offset[p + 1] = x.offset[p] + s->level[p];
  uint32_t values = x.offset[s->params];
  x.most = alloc_zero(values, sizeof *x.most);
  x.here = alloc_zero(values, sizeof *x.here);
  x.implied = alloc_zero(values, sizeof *x.implied);
  x.implies = alloc_zero(s->params, sizeof *x.implies);
  for (size_t k = 0; k < s->blocks.len; k++)
    for (uint32_t i = 0; i < s->blocks.at[k].count && !halt_over(s->halt); i++)
      count_own(&x, &s->blocks.at[k], i);
  if (oracle_possible(s->oracle) && !halt_over(s->halt))
    add_implied(&x);
  uint32_t best = largest_sum(&x);
  free(x.offset);
  free(x.most);
  free(x.here);
  free(x.implied);
  free(x.implies);
  return best;
}

/* --- binary --------------------------------------------------------------- */

/* No rule is about it, and it counts in every subset of the strength. */
static bool is_free(const struct space *s, uint32_t p) {
  EXPECTS(p < s->params);
  const struct param *param = &s->m->params.at[p];
  return oracle_component(s->oracle, p) == UINT32_MAX && s->level[p] > 1 &&
         !param->result &&
         (s->plain || !param->order || param->order >= s->strength);
}

/* Pairs of k parameters with two values or more need at least N tests, where
 * N is the least with C(N-1, ceil(N/2)) >= k (Katona 1973; Kleitman and
 * Spencer 1973); fixing a parameter leaves the problem of the rest, with one
 * unit of strength less, for each of its values. */
static uint32_t binary_bound(const struct space *s) {
  uint32_t k = 0, n = 4;
  double parts = 1;
  for (uint32_t p = 0; p < s->params; p++)
    k += is_free(s, p);
  if (s->strength < 2 || k < s->strength || s->m->has_negative ||
      (s->m->relations.len && !s->plain))
    return 0;
  uint32_t fixed = 0; /* those with most values, which are the first by rank */
  for (uint32_t r = 0; r < s->params && fixed < s->strength - 2; r++)
    if (is_free(s, s->by_rank[r])) {
      parts *= s->level[s->by_rank[r]];
      fixed++;
    }
  k -= fixed;
  for (;; n++) {
    double c = 1;
    for (uint32_t i = 1; i <= (n + 1) / 2; i++)
      c = c * (n - 1 - (n + 1) / 2 + i) / i;
    if (c + 0.5 >= k)
      return n * parts < UINT32_MAX ? (uint32_t)(n * parts) : 0;
  }
}

/* --- six values ----------------------------------------------------------- */

/* So many parameters of six values are looked at. */
enum { SIXES_MOST = 64 };

static bool all_needed(const struct space *s, const struct block *b,
                       uint32_t subset) {
  EXPECTS(subset < b->count);
  for (uint32_t n = b->base[subset]; n < b->base[subset + 1]; n++)
    if (s->need[n] != NEED_COVERED)
      return false;
  return true;
}

/* The parameters of six values have numbers from 1 on in `number`; with[n] has
 * those of whose pairs with the one numbered n + 1 all 36 are needed. */
static void find_sixes(const struct space *s, const struct block *b,
                       const uint8_t *number, uint64_t *with) {
  for (uint32_t i = 0; i < b->count; i++) {
    const uint16_t *ps = &b->params[(size_t)2 * i];
    uint32_t p = number[ps[0]], q = number[ps[1]];
    if (p && q && all_needed(s, b, i)) {
      with[p - 1] |= UINT64_C(1) << (q - 1);
      with[q - 1] |= UINT64_C(1) << (p - 1);
    }
  }
}

/* 36 tests with all pairs of four parameters of six values would be two
 * orthogonal squares of order six, which do not exist (Tarry 1900), so four
 * such parameters need 37. */
static uint32_t six_bound(const struct space *s) {
  uint64_t with[SIXES_MOST] = {0};
  uint8_t *number = alloc_zero(s->params, sizeof *number), count = 0;
  for (uint32_t p = 0; p < s->params && count < SIXES_MOST; p++)
    if (s->level[p] == 6)
      number[p] = ++count;
  for (size_t k = 0; k < s->blocks.len && count >= 4; k++)
    if (s->blocks.at[k].size == 2)
      find_sixes(s, &s->blocks.at[k], number, with);
  free(number);
  for (uint32_t a = 0; a < SIXES_MOST; a++)
    for (uint32_t b = a + 1; b < SIXES_MOST; b++) {
      uint64_t both = with[a] >> b & 1 ? with[a] & with[b] : 0;
      for (uint32_t c = 0; c < SIXES_MOST; c++)
        if (both >> c & 1 && both & with[c])
          return 37;
    }
  return 0;
}

uint32_t bound_tests(const struct space *s) {
  uint32_t a = value_bound(s), b = binary_bound(s), c = six_bound(s);
  a = a > b ? a : b;
  return a > c ? a : c;
}
