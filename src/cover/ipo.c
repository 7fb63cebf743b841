#include "cover/ipo.h"

#include "base/sound.h"

/* Room for what is known of each test. */
static void reserve(struct ipo *x) {
  if (x->tests->len <= x->cap || !x->words)
    return;
  size_t cap = (size_t)x->tests->len * 2;
  x->excluded = alloc_resize(x->excluded, cap * x->words, sizeof *x->excluded);
  x->stale = alloc_resize(x->stale, cap, sizeof *x->stale);
  memset(x->excluded + x->cap * x->words, 0,
         (cap - x->cap) * x->words * sizeof *x->excluded);
  for (size_t i = x->cap; i < cap; i++)
    x->stale[i] = true;
  x->cap = cap;
}

bool ipo_set(struct ipo *x, uint32_t test, uint32_t param, cell value) {
  EXPECTS(test < x->tests->len && param < x->s->params);
  reserve(x);
  struct growing g = {tests_at(x->tests, test), tests_at(&x->witness, test),
                      NULL, NULL};
  if (x->words) {
    g.excluded = x->excluded + test * x->words;
    g.stale = &x->stale[test];
  }
  return oracle_set(x->s->oracle, &g, param, value);
}

static bool all_set(const cell *test, const uint16_t *ps, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (test[ps[i]] == CELL_NONE)
      return false;
  return true;
}

void ipo_mark(struct ipo *x, uint32_t test, uint32_t rank) {
  EXPECTS(test < x->tests->len && rank < x->s->params);
  const cell *row = tests_at(x->tests, test);
  for (size_t k = 0; k < x->s->blocks.len; k++) {
    const struct block *b = &x->s->blocks.at[k];
    for (uint32_t i = b->start[rank]; i < b->start[rank + 1]; i++)
      if (all_set(row, &b->params[(size_t)i * b->size], b->size))
        x->open[space_tuple(x->s, b, i, row)] = 0;
  }
}

/* --- vertical growth (IPO_V) ---------------------------------------------- */

/* Sets the cells of the tuple that are open in the test; all or none. */
static bool fit(struct ipo *x, uint32_t test, const uint16_t *ps,
                const cell *values, uint32_t n) {
  EXPECTS(test < x->tests->len && n);
  cell *row = tests_at(x->tests, test);
  for (uint32_t i = 0; i < n; i++)
    if (row[ps[i]] != values[i] && row[ps[i]] != CELL_NONE)
      return false;
  uint32_t filled[16], count = 0;
  reserve(x);
  if (x->words) /* what is excluded beside a cell that goes again is not */
    memcpy(x->before, x->excluded + test * x->words,
           x->words * sizeof *x->before);
  for (uint32_t i = 0; i < n; i++) {
    if (row[ps[i]] == values[i])
      continue;
    if (!ipo_set(x, test, ps[i], values[i])) {
      if (count && x->words)
        memcpy(x->excluded + test * x->words, x->before,
               x->words * sizeof *x->before);
      while (count)
        row[filled[--count]] = CELL_NONE;
      return false;
    }
    filled[count++] = ps[i];
  }
  return true;
}

typedef VEC(uint32_t) test_list;

/* Tests are not in the account of a space, since nobody knows how many they
 * will be: each of their cells is here, in the witness, in the output, and
 * all of these grow by doubling. */
enum { BYTES_OF_CELL = 24 };

static bool room_for_test(struct ipo *x) {
  struct halt *h = x->s->halt;
  if (h && h->memory &&
      (uint64_t)x->tests->len * x->s->params * BYTES_OF_CELL > h->memory)
    halt_now(h, WHY_MEMORY);
  return !halt_over(h);
}

/* The tests that can take a missing tuple: those with an open cell, by the
 * value they have of the new parameter, each list in the order of the tests.
 * A tuple has a value of the new parameter too, so it looks at two lists
 * only, which is what keeps the growth from being quadratic in tests. */
struct partial {
  test_list *with; /* by value of the new parameter */
  test_list none;  /* where it is open, or was */
};

static bool has_open_cell(const struct ipo *x, uint32_t test, uint32_t rank) {
  EXPECTS(test < x->tests->len && rank < x->s->params);
  const cell *row = tests_at(x->tests, test);
  for (uint32_t r = 0; r <= rank; r++)
    if (row[x->s->by_rank[r]] == CELL_NONE)
      return true;
  return false;
}

static void drop(test_list *list, size_t i) {
  EXPECTS(i < list->len);
  memmove(&list->at[i], &list->at[i + 1],
          (list->len - i - 1) * sizeof *list->at);
  list->len--;
}

/* Puts the tuple into the first test that can take it. */
static bool fit_some(struct ipo *x, uint32_t rank, const uint16_t *ps,
                     const cell *values, uint32_t n, struct partial *partial) {
  EXPECTS(rank < x->s->params && n);
  test_list *a = &partial->with[values[n - 1]], *b = &partial->none;
  for (size_t i = 0, k = 0; i < a->len || k < b->len;) {
    bool first = k == b->len || (i < a->len && a->at[i] < b->at[k]);
    test_list *list = first ? a : b;
    size_t at = first ? i++ : k++;
    uint32_t test = list->at[at];
    if (!fit(x, test, ps, values, n))
      continue;
    ipo_mark(x, test, rank);
    if (!has_open_cell(x, test, rank))
      drop(list, at);
    return true;
  }
  return false;
}

static void place(struct ipo *x, uint32_t rank, const uint16_t *ps,
                  const cell *values, uint32_t n, struct partial *partial) {
  EXPECTS(rank < x->s->params && n);
  if (fit_some(x, rank, ps, values, n, partial) || !room_for_test(x))
    return;
  cell *row = tests_add(x->tests);
  for (uint32_t i = 0; i < n; i++)
    row[ps[i]] = values[i];
  cell *witness = tests_add(&x->witness);
  if (!oracle_witness(x->s->oracle, row, NULL, witness)) {
    x->tests->len--; /* it is needed: only a halt says no */
    x->witness.len--;
    return;
  }
  uint32_t test = x->tests->len - 1;
  if (has_open_cell(x, test, rank))
    vec_push(&partial->with[values[n - 1]], test);
  ipo_mark(x, test, rank);
}

static void vertical(struct ipo *x, uint32_t rank) {
  EXPECTS(rank < x->s->params);
  uint32_t param = x->s->by_rank[rank], level = x->s->level[param];
  struct partial partial = {.with = alloc_zero(level, sizeof(test_list))};
  for (uint32_t i = 0; i < x->tests->len; i++)
    if (has_open_cell(x, i, rank)) {
      cell v = tests_at(x->tests, i)[param];
      test_list *list = v == CELL_NONE ? &partial.none : &partial.with[v];
      vec_push(list, i);
    }
  for (size_t k = 0; k < x->s->blocks.len; k++) {
    const struct block *b = &x->s->blocks.at[k];
    for (uint32_t i = b->start[rank]; i < b->start[rank + 1]; i++)
      for (uint32_t n = b->base[i]; n < b->base[i + 1]; n++) {
        if (!x->open[n])
          continue;
        if (halt_over(x->s->halt))
          break;
        cell values[16];
        space_values(x->s, b, i, n, values);
        place(x, rank, &b->params[(size_t)i * b->size], values, b->size,
              &partial);
      }
  }
  for (uint32_t v = 0; v < level; v++)
    vec_free(&partial.with[v]);
  free(partial.with);
  vec_free(&partial.none);
}

/* --- the strategy --------------------------------------------------------- */

/* Open cells at the end: any value would do; the weights choose. */
static void fill(struct ipo *x, uint32_t test) {
  EXPECTS(test < x->tests->len);
  cell *row = tests_at(x->tests, test), *w = tests_at(&x->witness, test);
  if (halt_over(x->s->halt)) {
    memcpy(row, w, x->s->params * sizeof *row);
    return;
  }
  for (uint32_t p = 0; p < x->s->params; p++) {
    if (row[p] != CELL_NONE)
      continue;
    const struct param *param = &x->s->m->params.at[p];
    uint64_t total = 0;
    for (uint32_t v = 0; v < param->count; v++)
      total += param->values[v].weight;
    uint64_t pick = rng_next(&x->rng) % total;
    uint32_t v = 0;
    while (pick >= param->values[v].weight)
      pick -= param->values[v++].weight;
    if (!ipo_set(x, test, p, (cell)v))
      row[p] = w[p];
  }
}

bool ipo_grow(const struct space *s, struct tests *tests,
              ipo_horizontal *horizontal, uint64_t seed, uint32_t variant) {
  struct ipo x = {.s = s,
                  .tests = tests,
                  .rng = rng_seed(seed + variant),
                  .variant = variant};
  x.witness.params = s->params;
  bool ok = true;
  for (uint32_t i = 0; i < tests->len && ok; i++)
    ok = oracle_witness(s->oracle, tests_at(tests, i), NULL,
                        tests_add(&x.witness));
  if (halt_over(s->halt)) {
    tests_free(&x.witness);
    return true;
  }
  if (ok && oracle_possible(s->oracle)) {
    x.words = oracle_words(s->oracle);
    x.before = alloc_zero(x.words, sizeof *x.before);
    x.open = alloc_zero(s->tuples, 1);
    for (uint32_t n = 0; n < s->tuples; n++)
      x.open[n] = s->need[n] == NEED_COVERED;
    for (uint32_t rank = 0; rank < s->params && !halt_over(s->halt); rank++) {
      horizontal(&x, rank);
      vertical(&x, rank);
    }
    for (uint32_t i = 0; i < tests->len; i++)
      fill(&x, i);
  }
  free(x.open);
  free(x.excluded);
  free(x.stale);
  free(x.before);
  tests_free(&x.witness);
  return ok;
}
