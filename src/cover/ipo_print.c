/* ipo-print: IPO for pairs exactly as it is printed (L figures 4.1, 4.2 and 4.4
 * to 4.6), to be compared with what we make of it.
 *
 * Parameters are taken as the file has them.  A test to which no value of the
 * new parameter adds anything stays open there (v' = 0 in figure 4.4); new tests
 * come by the value of the new parameter, as figure 4.2 collects them; what is
 * open at the end takes the first value.  One thing is not as printed: in figure
 * 4.5 the pointer theta moves only when an open cell is filled, and the pair
 * that is covered by that is not noted, so that tests are thought to cover what
 * is covered already, and the sets are up to five times as large.  Here both
 * are noted, and the pointer is at a pair that is missing. */
#include "cover/strategy.h"

struct print {
  const struct space *s;
  struct tests *tests;
  uint32_t i;     /* the parameter that is being added */
  uint32_t width; /* largest domain */
  bool *covered;  /* lambda[value of i][parameter][value] */
  int32_t *next;  /* theta[value of i][parameter] */
};

static bool *covered_at(const struct print *x, cell v, uint32_t l, uint32_t n) {
  return &x->covered[((size_t)v * x->i + l) * x->width + n];
}

/* Figure 4.5. */
static void mark(struct print *x, cell *test) {
  const cell v = test[x->i];
  for (uint32_t l = 0; l < x->i; l++) {
    int32_t *theta = &x->next[(size_t)v * x->i + l];
    if (test[l] == CELL_NONE && *theta >= 0)
      test[l] = (cell)*theta;
    if (test[l] == CELL_NONE)
      continue;
    *covered_at(x, v, l, test[l]) = true;
    if (*theta != (int32_t)test[l])
      continue;
    uint32_t t = (uint32_t)*theta;
    while (t < x->s->level[l] && *covered_at(x, v, l, t))
      t++;
    *theta = t < x->s->level[l] ? (int32_t)t : -1;
  }
}

/* Figure 4.6. */
static uint32_t eval(const struct print *x, const cell *test, cell v) {
  uint32_t r = 0;
  for (uint32_t l = 0; l < x->i; l++)
    r += test[l] != CELL_NONE ? !*covered_at(x, v, l, test[l])
                              : x->next[(size_t)v * x->i + l] >= 0;
  return r;
}

/* Figure 4.4. */
static void grow_across(struct print *x) {
  const uint32_t level = x->s->level[x->i];
  for (uint32_t j = 0; j < x->tests->len; j++) {
    cell *test = tests_at(x->tests, j), best = CELL_NONE;
    uint32_t most = 0;
    for (uint32_t v = 0; v < level && j >= level; v++) {
      const uint32_t w = eval(x, test, (cell)v);
      if (most < w) {
        most = w;
        best = (cell)v;
      }
    }
    test[x->i] = j < level ? (cell)j : best;
    if (test[x->i] != CELL_NONE)
      mark(x, test);
  }
}

static bool is_missing(const struct print *x, uint32_t k, cell w, cell u) {
  for (uint32_t j = 0; j < x->tests->len; j++) {
    const cell *test = tests_at(x->tests, j);
    if (test[k] == w && test[x->i] == u)
      return false;
  }
  return true;
}

/* Figure 4.2: a missing pair goes into a new test with this value of the new
 * parameter that is open there, or into one more.  `from`: the first test that
 * is new. */
static void cover(struct print *x, uint32_t from, uint32_t k, cell w, cell u) {
  for (uint32_t j = from; j < x->tests->len; j++) {
    cell *test = tests_at(x->tests, j);
    if (test[x->i] == u && test[k] == CELL_NONE) {
      test[k] = w;
      return;
    }
  }
  cell *test = tests_add(x->tests);
  test[x->i] = u;
  test[k] = w;
}

static void grow_down(struct print *x) {
  const uint32_t from = x->tests->len;
  for (uint32_t u = 0; u < x->s->level[x->i]; u++)
    for (uint32_t k = 0; k < x->i && !halt_over(x->s->halt); k++)
      for (uint32_t w = 0; w < x->s->level[k]; w++)
        if (is_missing(x, k, (cell)w, (cell)u))
          cover(x, from, k, (cell)w, (cell)u);
}

static void add_parameter(struct print *x) {
  const size_t pairs = (size_t)x->s->level[x->i] * x->i;
  x->covered = alloc_zero(pairs * x->width, sizeof *x->covered);
  x->next = alloc_zero(pairs, sizeof *x->next);
  grow_across(x);
  grow_down(x);
  free(x->covered);
  free(x->next);
}

static void close_cells(struct tests *t) {
  for (uint32_t j = 0; j < t->len; j++)
    for (uint32_t p = 0; p < t->params; p++)
      if (tests_at(t, j)[p] == CELL_NONE)
        tests_at(t, j)[p] = 0;
}

static bool applies(const struct space *s, const struct tests *tests) {
  return !tests->len && s->strength == 2 && s->params >= 2 &&
         s->blocks.len == 1 && !s->m->rules.len && !s->m->relations.len &&
         !s->m->has_negative && s->kind == ORACLE_POSITIVE;
}

bool strategy_ipo_print(const struct space *s, struct tests *tests,
                        uint64_t seed) {
  struct print x = {.s = s, .tests = tests};
  (void)seed;
  if (!applies(s, tests))
    return false;
  for (uint32_t p = 0; p < s->params; p++)
    x.width = s->level[p] > x.width ? s->level[p] : x.width;
  for (uint32_t a = 0; a < s->level[0]; a++)
    for (uint32_t b = 0; b < s->level[1]; b++) {
      cell *test = tests_add(tests);
      test[0] = (cell)a;
      test[1] = (cell)b;
    }
  for (x.i = 2; x.i < s->params && !halt_over(s->halt); x.i++)
    add_parameter(&x);
  close_cells(tests);
  return true;
}
