#include "cover/space.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/bitset.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/sound.h"
#include "cover/bound.h"

/* --- which subsets -------------------------------------------------------- */

struct builder {
  struct space *s;
  uint32_t *rank; /* by parameter */
  struct map seen; /* hashes of the subsets of relations */
};

static struct block *block_of(struct space *s, uint32_t size) {
  EXPECTS(size > 0);
  vec_each(&s->blocks, b)
    if (b->size == size)
      return b;
  vec_push(&s->blocks, ((struct block){.size = size}));
  return vec_last(&s->blocks);
}

static uint32_t own_order(const struct space *s, uint32_t p) {
  EXPECTS(p < s->params);
  uint32_t order = s->plain ? 0 : s->m->params.at[p].order;
  return order ? order : s->strength;
}

/* Is this subset, of the general strength, left to a weaker relation? */
static bool weakened(const struct space *s, const uint16_t *ps, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (own_order(s, ps[i]) < n)
      return true;
  for (size_t r = 0; r < s->m->relations.len && !s->plain; r++) {
    const struct relation *rel = &s->m->relations.at[r];
    if (!rel->strength || rel->strength >= n)
      continue;
    uint32_t inside = 0;
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < rel->count; k++)
        inside += rel->params[k] == ps[i];
    if (inside == n)
      return true;
  }
  return false;
}

static void push_subset(struct builder *b, const uint16_t *ps, uint32_t n) {
  EXPECTS(n && n <= b->s->params);
  struct block *block = block_of(b->s, n);
  size_t at = (size_t)block->count++ * n;
  if ((block->count & (block->count - 1)) == 0)
    block->params = alloc_resize(block->params, at * 2 + n * 2,
                                 sizeof *block->params);
  memcpy(&block->params[at], ps, n * sizeof *ps);
}

/* All n-subsets of the parameters listed (in order of rank), such that the
 * last grows slowest: colexicographic. */
static void each_subset(struct builder *b, const uint16_t *from, uint32_t count,
                        uint32_t n,
                        void (*visit)(struct builder *, const uint16_t *,
                                      uint32_t)) {
  EXPECTS(n <= count && visit);
  if (!n || n > count)
    return;
  uint32_t *pick = alloc_zero(n, sizeof *pick);
  uint16_t *ps = alloc_zero(n, sizeof *ps);
  for (uint32_t i = 0; i < n; i++)
    pick[i] = i;
  while (!halt_over(b->s->halt)) {
    for (uint32_t i = 0; i < n; i++)
      ps[i] = from[pick[i]];
    visit(b, ps, n);
    uint32_t i = 0;
    while (i + 1 < n && pick[i] + 1 == pick[i + 1])
      i++;
    if (i + 1 == n && pick[i] + 1 == count)
      break;
    pick[i]++;
    for (uint32_t k = 0; k < i; k++)
      pick[k] = k;
  }
  free(pick);
  free(ps);
}

static void add_general(struct builder *b, const uint16_t *ps, uint32_t n) {
  if (!weakened(b->s, ps, n))
    push_subset(b, ps, n);
}

static void add_special(struct builder *b, const uint16_t *ps, uint32_t n) {
  if (n == b->s->strength && !weakened(b->s, ps, n))
    return; /* there already */
  uint64_t hash = n;
  for (uint32_t i = 0; i < n; i++)
    hash = hash_pair(hash, ps[i]);
  bool added;
  map_at(&b->seen, hash, &added);
  if (added)
    push_subset(b, ps, n);
}

static void add_relation(struct builder *b, const struct relation *r) {
  uint16_t *list = alloc_zero(b->s->params, sizeof *list);
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->s->params; i++)
    for (uint32_t k = 0; k < r->count; k++)
      if (b->s->by_rank[i] == r->params[k] &&
          !b->s->m->params.at[r->params[k]].result)
        list[count++] = b->s->by_rank[i];
  uint32_t n = r->strength ? r->strength : b->s->strength;
  each_subset(b, list, count, n < count ? n : count, add_special);
  free(list);
}

/* "Name @ 3": the subsets of that size with this parameter in them. */
static void add_own(struct builder *b, uint32_t p, const uint16_t *all,
                    uint32_t count) {
  uint32_t n = own_order(b->s, p);
  if (n == b->s->strength || n > count)
    return;
  uint16_t *ps = alloc_zero(n, sizeof *ps);
  uint32_t *pick = alloc_zero(n, sizeof *pick);
  uint16_t *others = alloc_zero(count, sizeof *others);
  uint32_t len = 0;
  for (uint32_t i = 0; i < count; i++)
    if (all[i] != p)
      others[len++] = all[i];
  for (uint32_t i = 0; i + 1 < n; i++)
    pick[i] = i;
  for (bool more = true; more;) {
    uint32_t at = 0;
    for (uint32_t i = 0; i + 1 < n; i++) {
      if (at == i && b->rank[others[pick[i]]] > b->rank[p])
        ps[at++] = (uint16_t)p;
      ps[at++] = others[pick[i]];
    }
    if (at < n)
      ps[at] = (uint16_t)p;
    add_special(b, ps, n);
    uint32_t i = 0;
    while (i + 2 < n && pick[i] + 1 == pick[i + 1])
      i++;
    more = n > 1 && !(i + 2 == n && pick[i] + 1 == len);
    if (more) {
      pick[i]++;
      for (uint32_t k = 0; k < i; k++)
        pick[k] = k;
    }
  }
  free(ps);
  free(pick);
  free(others);
}

static void find_subsets(struct builder *b) {
  struct space *s = b->s;
  uint16_t *all = alloc_zero(s->params, sizeof *all);
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->params; i++)
    if (!s->m->params.at[s->by_rank[i]].result)
      all[count++] = s->by_rank[i];
  each_subset(b, all, count, s->strength, add_general);
  for (size_t r = 0; r < s->m->relations.len && !s->plain; r++)
    add_relation(b, &s->m->relations.at[r]);
  for (uint32_t p = 0; p < s->params && !s->plain; p++)
    if (s->m->params.at[p].order && !s->m->params.at[p].result)
      add_own(b, p, all, count);
  free(all);
}

/* Sorts the subsets by the rank of their last parameter (counting sort) and
 * numbers their tuples. */
static void arrange(struct builder *bu, struct block *b) {
  struct space *s = bu->s;
  b->start = alloc_zero(s->params + 2, sizeof *b->start);
  uint16_t *sorted = alloc_zero((size_t)b->count * b->size, sizeof *sorted);
  for (uint32_t i = 0; i < b->count; i++)
    b->start[bu->rank[b->params[(size_t)(i + 1) * b->size - 1]] + 2]++;
  for (uint32_t i = 2; i < s->params + 2; i++)
    b->start[i] += b->start[i - 1];
  for (uint32_t i = 0; i < b->count; i++) {
    const uint16_t *ps = &b->params[(size_t)i * b->size];
    uint32_t to = b->start[bu->rank[ps[b->size - 1]] + 1]++;
    memcpy(&sorted[(size_t)to * b->size], ps, b->size * sizeof *ps);
  }
  free(b->params);
  b->params = sorted;
  b->base = alloc_zero(b->count + 1, sizeof *b->base);
  for (uint32_t i = 0; i < b->count; i++) {
    uint32_t n = 1;
    for (uint32_t k = 0; k < b->size; k++)
      n *= s->level[b->params[(size_t)i * b->size + k]];
    b->base[i] = s->tuples;
    s->tuples += n;
  }
  b->base[b->count] = s->tuples;
}

/* --- which tuples --------------------------------------------------------- */

static uint32_t count_negatives(const struct space *s, const uint16_t *ps,
                                const cell *values, uint32_t size) {
  EXPECTS(size > 0);
  uint32_t n = 0;
  for (uint32_t i = 0; i < size; i++)
    n += s->m->params.at[ps[i]].values[values[i]].negative;
  return n;
}

/* Is tuple n, with so many negative values, asked of this kind of tests? */
static bool wanted(const struct space *s, const struct space *positive,
                   uint32_t n, uint32_t negatives) {
  if (s->kind == ORACLE_POSITIVE)
    return negatives == 0;
  return negatives == 1 ||
         (negatives == 0 && positive->need[n] != NEED_COVERED);
}

void space_values(const struct space *s, const struct block *b,
                  uint32_t subset, uint32_t number, cell *values) {
  EXPECTS(b->size && values);
  EXPECTS(subset < b->count);
  const uint16_t *ps = &b->params[(size_t)subset * b->size];
  uint32_t rest = number - b->base[subset];
  for (uint32_t i = b->size; i-- > 0;) {
    values[i] = (cell)(rest % s->level[ps[i]]);
    rest /= s->level[ps[i]];
  }
}

/* No two parameters influence each other and every value is possible. */
static bool is_free(const struct space *s, const bool *plain,
                    const uint16_t *ps, uint32_t size) {
  EXPECTS(size > 0);
  for (uint32_t i = 0; i < size; i++) {
    if (!plain[ps[i]])
      return false;
    uint32_t c = oracle_component(s->oracle, ps[i]);
    for (uint32_t k = 0; k < i && c != UINT32_MAX; k++)
      if (oracle_component(s->oracle, ps[k]) == c)
        return false;
  }
  return true;
}

static uint32_t find_needed_in(struct space *s, const struct space *positive,
                               const struct block *b, uint32_t subset) {
  EXPECTS(subset < b->count);
  const uint16_t *ps = &b->params[(size_t)subset * b->size];
  cell values[16];
  uint32_t wide[16], needed = 0;
  for (uint32_t i = 0; i < b->size; i++)
    wide[i] = ps[i];
  for (uint32_t n = b->base[subset]; n < b->base[subset + 1]; n++) {
    space_values(s, b, subset, n, values);
    if (halt_over(s->halt))
      break;
    if (!wanted(s, positive, n, count_negatives(s, ps, values, b->size)))
      continue;
    if (oracle_tuple(s->oracle, wide, values, b->size)) {
      s->need[n] = NEED_COVERED;
      needed++;
    } else if (s->kind == ORACLE_NEGATIVE || !s->m->has_negative) {
      s->need[n] = NEED_IMPOSSIBLE;
      s->infeasible++;
    } /* otherwise tests with a negative value have the last word */
  }
  return needed;
}

static void find_needed(struct space *s, const struct space *positive) {
  bool *plain = alloc_zero(s->params, sizeof *plain);
  for (uint32_t p = 0; p < s->params; p++) {
    plain[p] = s->kind == ORACLE_POSITIVE && oracle_possible(s->oracle);
    for (uint32_t v = 0; v < s->level[p]; v++) {
      const struct value *value = &s->m->params.at[p].values[v];
      plain[p] = plain[p] && !value->negative &&
                 oracle_value(s->oracle, p, (cell)v);
    }
  }
  vec_each(&s->blocks, b)
    for (uint32_t i = 0; i < b->count; i++) {
      uint32_t needed = b->base[i + 1] - b->base[i];
      if (is_free(s, plain, &b->params[(size_t)i * b->size], b->size))
        memset(&s->need[b->base[i]], NEED_COVERED, needed);
      else
        needed = find_needed_in(s, positive, b, i);
      s->needed += needed;
    }
  free(plain);
}

/* --- life ----------------------------------------------------------------- */

static void rank_params(struct space *s) {
  for (uint32_t p = 0; p < s->params; p++) {
    uint32_t at = p;
    while (at && s->level[s->by_rank[at - 1]] < s->level[p])
      at--;
    memmove(&s->by_rank[at + 1], &s->by_rank[at],
            (p - at) * sizeof *s->by_rank);
    s->by_rank[at] = (uint16_t)p;
  }
}

static double subsets_bytes(const struct cover_model *m, const uint32_t *params,
                            size_t count, uint32_t n) {
  /* elementary symmetric polynomials: e[i] sums the products of i levels */
  double e[17] = {1}, c[17] = {1};
  for (size_t k = 0; k < count; k++) {
    double level = m->params.at[params ? params[k] : k].count;
    for (uint32_t i = n; i > 0; i--) {
      e[i] += e[i - 1] * level;
      c[i] += c[i - 1];
    }
  }
  if (e[n] > 4e9 || c[n] > 1e9)
    return INFINITY;
  return e[n] * 8 + c[n] * (2 * n + 4 + n * 8.0 * n);
}

double space_bytes(const struct cover_model *m, uint32_t strength) {
  double bytes = subsets_bytes(m, NULL, m->params.len, strength);
  for (size_t r = 0; r < m->relations.len; r++) {
    const struct relation *rel = &m->relations.at[r];
    uint32_t n = rel->strength ? rel->strength : strength;
    bytes += n > 16 ? INFINITY
                    : subsets_bytes(m, rel->params, rel->count,
                                    n < rel->count ? n : rel->count);
  }
  for (size_t p = 0; p < m->params.len; p++)
    if (m->params.at[p].order > strength)
      bytes += m->params.at[p].order > 16
                   ? INFINITY
                   : subsets_bytes(m, NULL, m->params.len,
                                   m->params.at[p].order);
  return bytes > 24e9 ? INFINITY : bytes; /* tuples have 32-bit numbers */
}

struct space *space_open(const struct cover_model *m, struct oracle *o,
                         enum oracle_kind kind, uint32_t strength, bool plain,
                         const struct space *positive) {
  EXPECTS(strength && strength <= m->params.len);
  struct space *s = alloc_zero(1, sizeof *s);
  s->m = m;
  s->oracle = o;
  s->halt = oracle_halt(o);
  s->kind = kind;
  s->params = (uint32_t)m->params.len;
  s->strength = strength;
  s->plain = plain;
  s->by_rank = alloc_zero(s->params, sizeof *s->by_rank);
  s->level = alloc_zero(s->params, sizeof *s->level);
  struct builder b = {.s = s};
  b.rank = alloc_zero(s->params, sizeof *b.rank);
  for (uint32_t p = 0; p < s->params; p++)
    s->level[p] = m->params.at[p].count;
  rank_params(s);
  for (uint32_t i = 0; i < s->params; i++)
    b.rank[s->by_rank[i]] = i;
  find_subsets(&b);
  vec_each(&s->blocks, block) arrange(&b, block);
  free(b.rank);
  map_free(&b.seen);
  s->need = alloc_zero(s->tuples, 1);
  find_needed(s, positive);
  s->bound = bound_tests(s);
  return s;
}

void space_close(struct space *s) {
  if (!s)
    return;
  vec_each(&s->blocks, b) {
    free(b->start);
    free(b->params);
    free(b->base);
  }
  vec_free(&s->blocks);
  free(s->by_rank);
  free(s->level);
  free(s->need);
  free(s);
}
