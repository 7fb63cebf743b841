#include "cover/search.h"

#include <assert.h>

#include "base/clock.h"
#include "base/rng.h"
#include "cover/counts.h"
#include "cover/guard.h"

enum { WALK_PER_10000 = 3, TENURE = 8, STEPS_IN_VAIN = 50,
       CLOCK_EVERY = 1 << 17 };

struct search {
  const struct space *s;
  const struct search_limits *limits;
  struct counts c;
  const struct guard *guard; /* the oracle's */
  struct rng rng;
  struct tests best;
  uint64_t step;
  uint64_t work; /* tests and tuples looked at since the clock was */
  uint64_t *until; /* [test][parameter]: tabu up to that step */
  uint64_t fewest_at; /* the step that left so few */
  size_t fewest;   /* uncovered tuples since the last removal */
  uint32_t degree; /* tuples that one change can uncover at most */
  VEC(uint32_t) sharing; /* uncovered tuples with the cell under judgement */
  uint32_t *matching; /* tests in which one change covers a tuple */
  cell *wanted, *row; /* scratch tests */
  struct search_result result;
};

/* A change of one cell and what it does to the weight of open tuples. */
struct move {
  uint32_t test, param;
  cell value;
  int64_t delta;
  uint64_t age; /* the older of equals wins */
};

static uint64_t *tabu(struct search *x, uint32_t test, uint32_t param) {
  return &x->until[(size_t)test * x->c.k + param];
}

/* --- judging -------------------------------------------------------------- */

/* Compiled for each width that is common: the loops below are where the time
 * goes, and most of their branches cannot be foreseen. */
#define INLINE static inline __attribute__((always_inline))

/* The uncovered tuples that contain (param, value). */
INLINE void find_sharing(struct search *x, uint32_t w, uint32_t param,
                         cell value) {
  vec_reserve(&x->sharing, x->c.open.len);
  uint32_t *list = x->sharing.at, n = 0;
  const uint16_t *ps = x->c.open_cells.at;
  for (uint32_t i = 0; i < x->c.open.len; i++, ps += 2 * w) {
    bool has = false;
    for (uint32_t k = 0; k < w; k++)
      has |= (ps[k] == param) & (ps[w + k] == value);
    list[n] = i;
    n += has;
  }
  x->sharing.len = n;
}

/* What those of them count that the test covers once the cell has the value. */
INLINE int64_t gain(const struct search *x, uint32_t w, const cell *row,
                    uint32_t param) {
  int64_t n = 0;
  for (size_t i = 0; i < x->sharing.len; i++) {
    const uint16_t *ps = counts_params(&x->c, x->sharing.at[i]);
    bool match = true;
    for (uint32_t k = 0; k < w; k++)
      match &= (ps[k] == param) | (row[ps[k]] == ps[w + k]);
    if (match)
      n += x->c.weight[x->c.open.at[x->sharing.at[i]]];
  }
  return n;
}

INLINE void judge(struct search *x, uint32_t w, uint32_t test, uint32_t param,
                  cell value, struct move *best) {
  const cell *row = tests_at(&x->c.tests, test);
  int64_t delta = (int64_t)counts_loss(&x->c, test)[param] -
                  gain(x, w, row, param);
  if (delta > best->delta)
    return;
  uint64_t age = *tabu(x, test, param);
  if (age > x->step || (delta == best->delta && age >= best->age))
    return;
  if (!guard_allows(x->guard, row, param, value))
    return;
  *best = (struct move){test, param, value, delta, age};
}

/* The tests that have these values, but for the one at place j, as a list. */
INLINE uint32_t find_matching(struct search *x, const uint16_t *ps,
                              const uint16_t *vs, uint32_t size, uint32_t j) {
  uint32_t n = x->c.tests.len, count = 0, *list = x->matching;
  for (uint32_t t = x->limits->fixed; t < n; t++)
    list[count++] = t;
  for (uint32_t k = 0; k < size; k++) {
    if (k == j)
      continue;
    const cell *column = counts_column(&x->c, ps[k]);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t t = list[i];
      list[kept] = t;
      kept += column[t] == vs[k];
    }
    count = kept;
  }
  return count;
}

INLINE bool best_of_width(struct search *x, uint32_t w, size_t i,
                          struct move *best) {
  uint16_t ps[16], vs[16];
  memcpy(ps, counts_params(&x->c, i), w * sizeof *ps);
  memcpy(vs, counts_values(&x->c, i), w * sizeof *vs);
  uint32_t size = 1;
  while (size < w && ps[size] != ps[0])
    size++;
  *best = (struct move){.delta = INT64_MAX};
  for (uint32_t j = 0; j < size; j++) {
    uint32_t count = find_matching(x, ps, vs, size, j);
    if (count)
      find_sharing(x, w, ps[j], vs[j]);
    for (uint32_t t = 0; t < count; t++)
      judge(x, w, x->matching[t], ps[j], vs[j], best);
  }
  return best->delta != INT64_MAX;
}

/* The best change of one cell that covers uncovered tuple i. */
static bool best_move(struct search *x, size_t i, struct move *best) {
  switch (x->c.width) {
  case 2:
    return best_of_width(x, 2, i, best);
  case 3:
    return best_of_width(x, 3, i, best);
  default:
    return best_of_width(x, x->c.width, i, best);
  }
}

/* --- moving --------------------------------------------------------------- */

static void change(struct search *x, uint32_t test, uint32_t param,
                   cell value) {
  counts_change(&x->c, test, param, value);
  *tabu(x, test, param) = x->step + 1 + rng_below(&x->rng, TENURE);
}

/* Puts the tuple into a test chosen at random; the oracle repairs the rest
 * of the test, changing as little as it can. */
static void force(struct search *x, size_t i) {
  uint32_t w = x->c.width, fixed = x->limits->fixed;
  if (x->c.tests.len == fixed)
    return;
  uint32_t test = fixed + rng_below(&x->rng, x->c.tests.len - fixed);
  const cell *row = tests_at(&x->c.tests, test);
  memset(x->wanted, 0xff, x->c.k * sizeof *x->wanted);
  const uint16_t *ps = counts_params(&x->c, i);
  for (uint32_t k = 0; k < w; k++)
    x->wanted[ps[k]] = ps[w + k];
  if (!oracle_witness(x->s->oracle, x->wanted, row, x->row))
    return;
  size_t uncovered = x->c.open.len; /* at most, when it is done */
  for (uint32_t p = 0; p < x->c.k; p++)
    if (x->row[p] != row[p])
      uncovered += counts_degree(&x->c, p);
  for (uint32_t p = 0; p < x->c.k && uncovered < COUNTS_OPEN_MOST; p++)
    if (x->row[p] != row[p])
      change(x, test, p, x->row[p]);
}

/* Where no step gets below the fewest uncovered tuples for a while, those that
 * are uncovered count for more from step to step, until covering them is worth
 * what it uncovers (Gao, Weise, Li 2014, for covering sets by weights). */
static void weigh(struct search *x) {
  if (x->c.open.len < x->fewest) {
    x->fewest = x->c.open.len;
    x->fewest_at = x->step;
  }
  if (x->step > x->fewest_at + STEPS_IN_VAIN)
    for (uint32_t i = 0; i < x->c.open.len; i++)
      counts_heavier(&x->c, x->c.open.at[i]);
}

static void step(struct search *x) {
  size_t i = rng_below(&x->rng, (uint32_t)x->c.open.len);
  struct move m;
  if (rng_below(&x->rng, 10000) < WALK_PER_10000 || !best_move(x, i, &m))
    force(x, i);
  else
    change(x, m.test, m.param, m.value);
  weigh(x);
}

/* --- the loop ------------------------------------------------------------- */

/* A step costs about as much as there are tests, uncovered tuples and subsets
 * with a parameter. */
static bool stopped(struct search *x) {
  const struct search_limits *l = x->limits;
  if ((l->steps && x->step >= l->steps) ||
      (l->patience && x->step >= x->result.last_gain + l->patience))
    return true;
  x->work += x->c.tests.len + x->c.open.len + x->degree;
  if (x->work < CLOCK_EVERY)
    return l->halt && l->halt->over;
  x->work = 0;
  if (progress_due(l->progress))
    progress_show(l->progress, "cover",
                  (struct progress_figure[]){{"steps", x->step},
                                             {"tests", x->best.len},
                                             {"open", x->c.open.len}}, 3);
  return halt_look(l->halt);
}

/* Takes away the test that only few tuples depend on.  False when none can
 * go. */
static bool remove_one(struct search *x) {
  uint32_t fixed = x->limits->fixed, n = x->c.tests.len;
  if (n <= fixed || n <= x->s->bound)
    return false;
  uint32_t pick = fixed;
  uint64_t least = UINT64_MAX;
  uint32_t ties = 0;
  for (uint32_t t = fixed; t < n; t++) {
    uint64_t weight = counts_weight(&x->c, t);
    if (weight < least) {
      least = weight;
      pick = t;
      ties = 1;
    } else if (weight == least && !rng_below(&x->rng, ++ties)) {
      pick = t;
    }
  }
  if (least + 2 * (uint64_t)x->degree > COUNTS_OPEN_MOST &&
      counts_alone(&x->c, pick) + 2 * (uint64_t)x->degree > COUNTS_OPEN_MOST)
    return false; /* more than we keep account of: far from the goal */
  counts_remove(&x->c, pick);
  memcpy(tabu(x, pick, 0), tabu(x, n - 1, 0), x->c.k * sizeof *x->until);
  x->fewest = x->c.open.len;
  x->fewest_at = x->step;
  return true;
}

static void keep_best(struct search *x) {
  tests_copy(&x->best, &x->c.tests);
  x->result.last_gain = x->step;
  x->result.last_gain_at = clock_cpu();
}

static void run(struct search *x) {
  for (;;) {
    while (!x->c.open.len) {
      if (x->c.tests.len < x->best.len)
        keep_best(x);
      if (halt_over(x->limits->halt) || !remove_one(x))
        return;
    }
    if (stopped(x) || x->c.open.len + x->degree > COUNTS_OPEN_MOST)
      return;
    step(x);
    x->step++;
  }
}

struct search_result search_run(const struct space *s, struct tests *tests,
                                const struct search_limits *limits) {
  struct search x = {.s = s, .limits = limits, .best.params = s->params};
  if (!tests->len || tests->len >= COUNTS_TESTS_MOST)
    return x.result;
  counts_open(&x.c, s, tests);
  if (s->halt && s->halt->over) { /* counted in part: no use */
    counts_close(&x.c);
    return x.result;
  }
  assert(!x.c.open.len);
  for (uint32_t p = 0; p < s->params; p++)
    if (counts_degree(&x.c, p) > x.degree)
      x.degree = counts_degree(&x.c, p);
  x.guard = oracle_guard(s->oracle);
  x.rng = rng_seed(limits->seed);
  x.until = alloc_zero((size_t)tests->len * s->params, sizeof *x.until);
  x.matching = alloc_zero(tests->len, sizeof *x.matching);
  x.wanted = alloc_zero(s->params, sizeof *x.wanted);
  x.row = alloc_zero(s->params, sizeof *x.row);
  tests_copy(&x.best, tests);
  run(&x);
  tests_copy(tests, &x.best);
  x.result.steps = x.step;
  x.result.optimal = tests->len <= s->bound;
  counts_close(&x.c);
  tests_free(&x.best);
  vec_free(&x.sharing);
  free(x.until);
  free(x.matching);
  free(x.wanted);
  free(x.row);
  return x.result;
}
