/* IPO_H_EC: optimal horizontal growth (L 4.4.1).
 *
 * The values given to the existing tests matter only up to renaming, so it
 * is enough to try one assignment of each equivalence class (Theorem 4.4.3);
 * they are the restricted growth strings with at most d letters.  The weight
 * of an assignment is the number of tests IPO_V has to add, which for pairs
 * is the sum over values u of the most missing partners of u in one
 * parameter (Theorem 4.3.1). */
#include "base/sound.h"
#include "cover/ipo.h"

enum { CLASSES_MOST = 200000 };

/* Sums of Stirling numbers of the second kind: N(m, d) = sum S(m, 1..d). */
double ipo_classes(uint32_t m, uint32_t d) {
  EXPECTS(m && d);
  double *row = alloc_zero(d + 2, sizeof *row); /* S(i, 0..d) */
  row[0] = 1;
  for (uint32_t i = 1; i <= m; i++) {
    for (uint32_t j = d; j > 0; j--)
      row[j] = row[j] * j + row[j - 1];
    row[0] = 0;
  }
  double sum = 0;
  for (uint32_t j = m ? 1 : 0; j <= d; j++)
    sum += row[j];
  free(row);
  return sum;
}

void ipo_each_class(uint32_t m, uint32_t d,
                    bool (*visit)(void *user, const cell *member), void *user) {
  EXPECTS(visit && m && d);
  if (!m || !d)
    return;
  cell *a = alloc_zero(m, sizeof *a);     /* the string */
  cell *top = alloc_zero(m, sizeof *top); /* largest letter before i, + 1 */
  for (uint32_t i = 1; i < m; i++)
    top[i] = 1;
  while (visit(user, a)) {
    uint32_t i = m - 1;
    while (i && (a[i] == top[i] || a[i] + 1u == d))
      i--;
    if (!i)
      break;
    a[i]++;
    cell reach = a[i] == top[i] ? (cell)(top[i] + 1) : top[i];
    for (uint32_t k = i + 1; k < m; k++) {
      a[k] = 0;
      top[k] = reach;
    }
  }
  free(a);
  free(top);
}

struct best {
  struct ipo *x;
  const struct block *b;
  uint32_t rank, level;
  uint8_t *missing; /* scratch, as ipo.open from `from` on */
  uint32_t from, len;
  uint64_t weight;
  cell *choice;
};

/* Theorem 4.3.1: what IPO_V would add to the tests with this assignment. */
static uint64_t weigh(struct best *s, const cell *member) {
  const struct ipo *x = s->x;
  const struct block *b = s->b;
  memcpy(s->missing, &x->open[s->from], s->len);
  for (uint32_t t = 0; t < x->tests->len; t++) {
    const cell *row = tests_at(x->tests, t);
    for (uint32_t i = b->start[s->rank]; i < b->start[s->rank + 1]; i++) {
      uint32_t q = b->params[(size_t)i * 2];
      if (row[q] != CELL_NONE)
        s->missing[b->base[i] - s->from + row[q] * s->level + member[t]] = 0;
    }
  }
  uint64_t sum = 0;
  for (uint32_t u = 0; u < s->level; u++) {
    uint64_t most = 0;
    for (uint32_t i = b->start[s->rank]; i < b->start[s->rank + 1]; i++) {
      uint64_t n = 0;
      for (uint32_t at = b->base[i] - s->from + u;
           at < b->base[i + 1] - s->from; at += s->level)
        n += s->missing[at];
      if (n > most)
        most = n;
    }
    sum += most;
  }
  return sum;
}

static bool consider(void *user, const cell *member) {
  struct best *s = user;
  uint64_t w = weigh(s, member);
  if (w < s->weight) {
    s->weight = w;
    memcpy(s->choice, member, s->x->tests->len * sizeof *member);
  }
  return w != 0 && !halt_over(s->x->s->halt);
}

/* It applies to pairs, tests without a value of the parameter yet, and a
 * parameter no rule mentions. */
static bool applies(const struct ipo *x, uint32_t rank) {
  EXPECTS(rank < x->s->params);
  uint32_t p = x->s->by_rank[rank];
  if (x->s->blocks.len != 1 || x->s->blocks.at[0].size != 2 ||
      oracle_component(x->s->oracle, p) != UINT32_MAX)
    return false;
  for (uint32_t v = 0; v < x->s->level[p]; v++)
    if (!oracle_value(x->s->oracle, p, (cell)v))
      return false;
  for (uint32_t t = 0; t < x->tests->len; t++)
    if (tests_at(x->tests, t)[p] != CELL_NONE)
      return false;
  return x->tests->len &&
         ipo_classes(x->tests->len, x->s->level[p]) <= CLASSES_MOST;
}

void ipo_h_ec(struct ipo *x, uint32_t rank) {
  EXPECTS(rank < x->s->params);
  if (!applies(x, rank)) {
    ipo_h_iv(x, rank);
    return;
  }
  const struct block *b = &x->s->blocks.at[0];
  uint32_t p = x->s->by_rank[rank];
  struct best s = {.x = x,
                   .b = b,
                   .rank = rank,
                   .level = x->s->level[p],
                   .from = b->base[b->start[rank]],
                   .weight = UINT64_MAX};
  s.len = b->base[b->start[rank + 1]] - s.from;
  s.missing = alloc_zero(s.len, 1);
  s.choice = alloc_zero(x->tests->len, sizeof *s.choice);
  ipo_each_class(x->tests->len, s.level, consider, &s);
  for (uint32_t t = 0; t < x->tests->len; t++) {
    ipo_set(x, t, p, s.choice[t]);
    ipo_mark(x, t, rank);
  }
  free(s.missing);
  free(s.choice);
}
