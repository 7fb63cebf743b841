#include "cover/ipo.h"

bool ipo_set(struct ipo *x, uint32_t test, uint32_t param, cell value) {
  return oracle_set(x->s->oracle, tests_at(x->tests, test),
                    tests_at(&x->witness, test), param, value);
}

static bool all_set(const cell *test, const uint16_t *ps, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (test[ps[i]] == CELL_NONE)
      return false;
  return true;
}

void ipo_mark(struct ipo *x, uint32_t test, uint32_t rank) {
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
  cell *row = tests_at(x->tests, test);
  for (uint32_t i = 0; i < n; i++)
    if (row[ps[i]] != values[i] && row[ps[i]] != CELL_NONE)
      return false;
  uint32_t filled[16], count = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (row[ps[i]] == values[i])
      continue;
    if (!ipo_set(x, test, ps[i], values[i])) {
      while (count)
        row[filled[--count]] = CELL_NONE;
      return false;
    }
    filled[count++] = ps[i];
  }
  return true;
}


typedef VEC(uint32_t) test_list;

static void place(struct ipo *x, uint32_t rank, const uint16_t *ps,
                  const cell *values, uint32_t n, test_list *partial) {
  for (size_t i = 0; i < partial->len; i++)
    if (fit(x, partial->at[i], ps, values, n)) {
      ipo_mark(x, partial->at[i], rank);
      return;
    }
  cell *row = tests_add(x->tests);
  for (uint32_t i = 0; i < n; i++)
    row[ps[i]] = values[i];
  cell *witness = tests_add(&x->witness);
  oracle_witness(x->s->oracle, row, NULL, witness); /* it is needed: true */
  vec_push(partial, x->tests->len - 1);
  ipo_mark(x, x->tests->len - 1, rank);
}

static bool has_open_cell(const struct ipo *x, uint32_t test, uint32_t rank) {
  const cell *row = tests_at(x->tests, test);
  for (uint32_t r = 0; r <= rank; r++)
    if (row[x->s->by_rank[r]] == CELL_NONE)
      return true;
  return false;
}

static void vertical(struct ipo *x, uint32_t rank) {
  test_list partial = {0};
  for (uint32_t i = 0; i < x->tests->len; i++)
    if (has_open_cell(x, i, rank))
      vec_push(&partial, i);
  for (size_t k = 0; k < x->s->blocks.len; k++) {
    const struct block *b = &x->s->blocks.at[k];
    for (uint32_t i = b->start[rank]; i < b->start[rank + 1]; i++)
      for (uint32_t n = b->base[i]; n < b->base[i + 1]; n++) {
        if (!x->open[n])
          continue;
        cell values[16];
        space_values(x->s, b, i, n, values);
        place(x, rank, &b->params[(size_t)i * b->size], values, b->size,
              &partial);
      }
  }
  vec_free(&partial);
}

/* --- the strategy --------------------------------------------------------- */

/* Open cells at the end: any value would do; the weights choose. */
static void fill(struct ipo *x, uint32_t test) {
  cell *row = tests_at(x->tests, test), *w = tests_at(&x->witness, test);
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
              ipo_horizontal *horizontal, uint64_t seed) {
  struct ipo x = {.s = s, .tests = tests, .rng = rng_seed(seed)};
  x.witness.params = s->params;
  bool ok = true;
  for (uint32_t i = 0; i < tests->len && ok; i++)
    ok = oracle_witness(s->oracle, tests_at(tests, i), NULL,
                        tests_add(&x.witness));
  if (ok && oracle_possible(s->oracle)) {
    x.open = alloc_zero(s->tuples, 1);
    memcpy(x.open, s->need, s->tuples);
    for (uint32_t rank = 0; rank < s->params; rank++) {
      horizontal(&x, rank);
      vertical(&x, rank);
    }
    for (uint32_t i = 0; i < tests->len; i++)
      fill(&x, i);
  }
  free(x.open);
  tests_free(&x.witness);
  return ok;
}
