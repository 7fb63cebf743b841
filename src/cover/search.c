#include "cover/search.h"

#include <assert.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/sound.h"
#include "cover/counts.h"
#include "cover/guard.h"

enum { WALK_PER_10000 = 3, TENURE = 8, STEPS_IN_VAIN = 50,
       CLOCK_EVERY = 1 << 17 };
/* What a turn may cost at first, as stopped counts it: some tenths of a
 * second. */
enum { TURN_AT_FIRST = 60000000 };

struct search {
  const struct space *s;
  const struct search_limits *limits;
  struct counts all;
  struct counts *c; /* what is searched now: all, or those of a core */
  const struct guard *guard; /* the oracle's */
  struct rng rng;
  struct tests best;
  uint64_t step;
  uint64_t work; /* tests and tuples looked at since the clock was */
  uint64_t turn, spent; /* work a turn may cost, and has cost by now */
  uint32_t tight; /* how many tight cores were covered */
  bool cut;       /* a halt came in between: `all` is of no use */
  bool *still;    /* by parameter: must not change for now */
  uint64_t *until; /* [test][parameter]: tabu up to that step */
  uint64_t fewest_at; /* the step that left so few */
  size_t fewest;   /* uncovered tuples since the last removal */
  uint32_t degree; /* tuples that one change can uncover at most */
  VEC(uint32_t) sharing; /* uncovered tuples with the cell under judgement */
  int64_t shared; /* what they count */
  uint32_t *matching; /* tests in which one change covers a tuple */
  cell *wanted, *row; /* scratch tests */
  struct search_result result;
};

/* A change of one cell and what it does to the weight of open tuples. */
struct move {
  uint32_t test, param;
  cell value;
  int64_t delta; /* at most, where help is needed */
  uint64_t age;  /* the older of equals wins */
  bool helped;   /* a second change in that test mends the rules: */
  struct guard_help help;
};

/* Above every delta, and far from what overflows. */
static const int64_t NO_MOVE = INT64_MAX / 2;

static uint64_t *tabu(struct search *x, uint32_t test, uint32_t param) {
  EXPECTS(param < x->all.k);
  return &x->until[(size_t)test * x->c->k + param];
}

/* --- judging -------------------------------------------------------------- */

/* Compiled for each width that is common: the loops below are where the time
 * goes, and most of their branches cannot be foreseen. */
#define INLINE static inline __attribute__((always_inline))

/* The uncovered tuples that contain (param, value). */
INLINE void find_sharing(struct search *x, uint32_t w, uint32_t param,
                         cell value) {
  vec_reserve(&x->sharing, x->c->open.len);
  uint32_t *list = x->sharing.at, n = 0;
  const uint16_t *ps = x->c->open_cells.at;
  for (uint32_t i = 0; i < x->c->open.len; i++, ps += 2 * w) {
    bool has = false;
    for (uint32_t k = 0; k < w; k++)
      has |= (ps[k] == param) & (ps[w + k] == value);
    list[n] = i;
    n += has;
  }
  x->sharing.len = n;
  x->shared = 0;
  for (uint32_t i = 0; i < n; i++)
    x->shared += x->c->weight[x->c->open.at[list[i]]];
}

/* What those of them count that the test covers once the cell has the value. */
INLINE int64_t gain(const struct search *x, uint32_t w, const cell *row,
                    uint32_t param) {
  int64_t n = 0;
  for (size_t i = 0; i < x->sharing.len; i++) {
    const uint16_t *ps = counts_params(x->c, x->sharing.at[i]);
    bool match = true;
    for (uint32_t k = 0; k < w; k++)
      match &= (ps[k] == param) | (row[ps[k]] == ps[w + k]);
    if (match)
      n += x->c->weight[x->c->open.at[x->sharing.at[i]]];
  }
  return n;
}

/* A change that breaks a rule is a move as well, together with a second one
 * that makes up for it; what the second one uncovers counts, what it covers
 * does not. */
static void judge_helped(struct search *x, struct move m, struct move *best) {
  const uint32_t *loss = counts_loss(x->c, m.test);
  int64_t room = best->delta - m.delta;
  m.help.cost = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
  if (guard_help(x->guard, tests_at(&x->c->tests, m.test), m.param, m.value,
                 loss, &m.help) &&
      *tabu(x, m.test, m.help.param) <= x->step && !x->still[m.help.param]) {
    m.delta += m.help.cost;
    m.helped = true;
    *best = m;
  }
}

INLINE void judge(struct search *x, uint32_t w, uint32_t test, uint32_t param,
                  cell value, struct move *best) {
  int64_t delta = counts_loss(x->c, test)[param];
  uint64_t age = *tabu(x, test, param);
  if (age > x->step || delta - x->shared > best->delta)
    return;
  const cell *row = tests_at(&x->c->tests, test);
  delta -= gain(x, w, row, param);
  if (delta > best->delta || (delta == best->delta && age >= best->age))
    return;
  struct move m = {test, param, value, .delta = delta, .age = age};
  if (guard_allows(x->guard, row, param, value))
    *best = m;
  else
    judge_helped(x, m, best);
}

/* The tests that have these values, but for the one at place j, as a list. */
INLINE uint32_t find_matching(struct search *x, const uint16_t *ps,
                              const uint16_t *vs, uint32_t size, uint32_t j) {
  uint32_t n = x->c->tests.len, count = 0, *list = x->matching;
  uint32_t k = j == 0 && size > 1; /* the first to look at */
  const cell *column = counts_column(x->c, ps[k]);
  for (uint32_t t = x->limits->fixed; t < n; t++) {
    list[count] = t;
    count += size == 1 || column[t] == vs[k];
  }
  for (k++; k < size; k++) {
    if (k == j)
      continue;
    column = counts_column(x->c, ps[k]);
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
  memcpy(ps, counts_params(x->c, i), w * sizeof *ps);
  memcpy(vs, counts_values(x->c, i), w * sizeof *vs);
  uint32_t size = 1;
  while (size < w && ps[size] != ps[0])
    size++;
  *best = (struct move){.delta = NO_MOVE};
  for (uint32_t j = 0; j < size; j++) {
    if (x->still[ps[j]])
      continue;
    uint32_t count = find_matching(x, ps, vs, size, j);
    if (count)
      find_sharing(x, w, ps[j], vs[j]);
    for (uint32_t t = 0; t < count; t++)
      judge(x, w, x->matching[t], ps[j], vs[j], best);
  }
  return best->delta != NO_MOVE;
}

/* The best change of one cell that covers uncovered tuple i. */
static bool best_move(struct search *x, size_t i, struct move *best) {
  switch (x->c->width) {
  case 2:
    return best_of_width(x, 2, i, best);
  case 3:
    return best_of_width(x, 3, i, best);
  default:
    return best_of_width(x, x->c->width, i, best);
  }
}

/* --- moving --------------------------------------------------------------- */

static void change(struct search *x, uint32_t test, uint32_t param,
                   cell value) {
  EXPECTS(param < x->all.k);
  counts_change(x->c, test, param, value);
  *tabu(x, test, param) = x->step + 1 + rng_below(&x->rng, TENURE);
}

static void make(struct search *x, const struct move *m) {
  change(x, m->test, m->param, m->value);
  if (m->helped)
    change(x, m->test, m->help.param, m->help.value);
}

/* Puts the tuple into a test chosen at random; the oracle repairs the rest
 * of the test, changing as little as it can. */
static void force(struct search *x, size_t i) {
  EXPECTS(i < x->all.open.len);
  uint32_t w = x->c->width, fixed = x->limits->fixed;
  if (x->c->tests.len == fixed)
    return;
  uint32_t test = fixed + rng_below(&x->rng, x->c->tests.len - fixed);
  const cell *row = tests_at(&x->c->tests, test);
  for (uint32_t p = 0; p < x->c->k; p++)
    x->wanted[p] = x->still[p] ? row[p] : CELL_NONE;
  const uint16_t *ps = counts_params(x->c, i);
  for (uint32_t k = 0; k < w; k++) {
    if (x->still[ps[k]] && row[ps[k]] != ps[w + k])
      return;
    x->wanted[ps[k]] = ps[w + k];
  }
  if (!oracle_witness(x->s->oracle, x->wanted, row, x->row))
    return;
  size_t uncovered = x->c->open.len; /* at most, when it is done */
  for (uint32_t p = 0; p < x->c->k; p++)
    if (x->row[p] != row[p])
      uncovered += counts_degree(x->c, p);
  for (uint32_t p = 0; p < x->c->k && uncovered < COUNTS_OPEN_MOST; p++)
    if (x->row[p] != row[p])
      change(x, test, p, x->row[p]);
}

/* Where no step gets below the fewest uncovered tuples for a while, those that
 * are uncovered count for more from step to step, until covering them is worth
 * what it uncovers (Gao, Weise, Li 2014, for covering sets by weights). */
static void weigh(struct search *x) {
  if (x->c->open.len < x->fewest) {
    x->fewest = x->c->open.len;
    x->fewest_at = x->step;
  }
  if (x->step > x->fewest_at + STEPS_IN_VAIN)
    for (uint32_t i = 0; i < x->c->open.len; i++)
      counts_heavier(x->c, x->c->open.at[i]);
}

static void step(struct search *x) {
  size_t i = rng_below(&x->rng, (uint32_t)x->c->open.len);
  struct move m;
  if (rng_below(&x->rng, 10000) < WALK_PER_10000 || !best_move(x, i, &m))
    force(x, i);
  else
    make(x, &m);
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
  uint64_t work = x->c->tests.len + x->c->open.len + x->degree;
  x->work += work;
  x->spent += work;
  if (x->work < CLOCK_EVERY)
    return l->halt && l->halt->over;
  x->work = 0;
  if (progress_due(l->progress))
    progress_show(l->progress, "cover",
                  (struct progress_figure[]){{"steps", x->step},
                                             {"tests", x->best.len},
                                             {"open", x->c->open.len}}, 3);
  return halt_look(l->halt);
}

/* Takes away the test that only few tuples depend on.  False when none can
 * go. */
static bool remove_one(struct search *x) {
  uint32_t fixed = x->limits->fixed, n = x->c->tests.len;
  if (n <= fixed || n <= x->s->bound)
    return false;
  uint32_t pick = fixed;
  uint64_t least = UINT64_MAX;
  uint32_t ties = 0;
  for (uint32_t t = fixed; t < n; t++) {
    uint64_t weight = counts_weight(x->c, t);
    if (weight < least) {
      least = weight;
      pick = t;
      ties = 1;
    } else if (weight == least && !rng_below(&x->rng, ++ties)) {
      pick = t;
    }
  }
  if (least + 2 * (uint64_t)x->degree > COUNTS_OPEN_MOST &&
      counts_alone(x->c, pick) + 2 * (uint64_t)x->degree > COUNTS_OPEN_MOST)
    return false; /* more than we keep account of: far from the goal */
  counts_remove(x->c, pick);
  memcpy(tabu(x, pick, 0), tabu(x, n - 1, 0), x->c->k * sizeof *x->until);
  x->fewest = x->c->open.len;
  x->fewest_at = x->step;
  return true;
}

static void keep_best(struct search *x) {
  tests_copy(&x->best, &x->c->tests);
  x->result.last_gain = x->step;
  x->result.last_gain_at = clock_cpu();
}

/* Steps until nothing is open; false when the turn is over before. */
static bool repair(struct search *x, uint64_t turn) {
  x->spent = 0;
  x->fewest = x->c->open.len;
  x->fewest_at = x->step;
  while (x->c->open.len) {
    if (x->spent > turn || stopped(x) ||
        x->c->open.len + 2 * (size_t)x->degree > COUNTS_OPEN_MOST)
      return false;
    step(x);
    x->step++;
  }
  return true;
}

static void turn_to(struct search *x, struct counts *c) {
  x->c = c;
  x->degree = 0;
  for (uint32_t p = 0; p < x->s->params; p++)
    if (counts_degree(c, p) > x->degree)
      x->degree = counts_degree(c, p);
}

/* --- the core ------------------------------------------------------------- */

/* Where the search is stuck, the few parameters with many values are what
 * makes it hard, and the many others hide it: a change of one of their cells
 * uncovers something there.  So the pairs of the former, the core, are covered
 * first, with as many tests as there are to be, then the others with the core
 * left alone, which is quick or impossible.  Two cores, since neither is better
 * everywhere.  The tests stay valid as a whole all the time. */
struct core {
  struct counts c;
  struct space view; /* of the first subsets by rank */
  uint32_t ranks;    /* so many parameters; 0: there is no such core */
};

/* A parameter is in the core if the tests are fewer than tenths / 10 times its
 * pairs with the largest one. */
enum { TIGHT_TENTHS = 15, WIDE_TENTHS = 25 };

static uint32_t core_ranks(const struct search *x, uint64_t tenths) {
  const struct space *s = x->s;
  if (s->blocks.len != 1 || s->blocks.at[0].size != 2 || x->limits->fixed ||
      s->tuples > COUNTS_OPEN_MOST)
    return 0;
  uint32_t r = 0;
  uint64_t most = s->level[s->by_rank[0]], tests = x->best.len;
  while (r < s->params && tenths * most * s->level[s->by_rank[r]] > 10 * tests)
    r++;
  return r > 2 && 2 * r < s->params ? r : 0;
}

static void core_close(struct core *k) {
  if (!k->c.s)
    return;
  counts_close(&k->c);
  vec_free(&k->view.blocks);
}

static void hold(struct search *x, uint32_t ranks, bool still) {
  for (uint32_t r = 0; r < ranks; r++)
    x->still[x->s->by_rank[r]] = still;
}

/* The parameters of the first ranks need nothing more and stay as they are. */
static bool repair_rest(struct search *x, uint32_t ranks) {
  hold(x, ranks, true);
  bool ok = repair(x, x->turn / 4);
  hold(x, ranks, false);
  return ok;
}

/* Begins with tests in which the first `done` ranks need nothing more. */
static bool core_repair(struct search *x, struct core *k,
                        const struct tests *from, uint32_t done) {
  k->view = *x->s;
  memset(&k->view.blocks, 0, sizeof k->view.blocks);
  vec_push(&k->view.blocks, x->s->blocks.at[0]);
  struct block *b = &k->view.blocks.at[0];
  b->count = b->start[k->ranks];
  k->view.tuples = b->base[b->count];
  if (!counts_open(&k->c, &k->view, from))
    return false;
  turn_to(x, &k->c);
  bool ok = (done && repair_rest(x, done)) || repair(x, x->turn);
  turn_to(x, &x->all);
  return ok;
}

static bool core_first(struct search *x) {
  struct core tight = {.ranks = core_ranks(x, TIGHT_TENTHS)};
  struct core wide = {.ranks = core_ranks(x, WIDE_TENTHS)};
  const struct tests *from = &x->all.tests;
  uint32_t done = 0;
  if (tight.ranks && core_repair(x, &tight, from, 0)) {
    from = &tight.c.tests;
    done = tight.ranks;
  }
  if (wide.ranks > tight.ranks && (!done || x->tight++ % 2)) {
    done = core_repair(x, &wide, from, done) ? wide.ranks : 0;
    from = &wide.c.tests;
  }
  if (done) {
    x->cut = !counts_load(&x->all, from);
    x->result.cores++;
  }
  core_close(&tight);
  core_close(&wide);
  return done && !x->cut && repair_rest(x, done);
}

/* --- all of it ------------------------------------------------------------ */

/* False when it is time to end. */
static bool take_turn(struct search *x) {
  if (repair(x, x->turn))
    return true;
  if (x->spent <= x->turn)
    return false;
  if (!core_first(x))
    x->turn += x->turn / 2;
  return !x->cut;
}

static void run(struct search *x) {
  do
    while (!x->c->open.len) {
      if (x->c->tests.len < x->best.len)
        keep_best(x);
      if (halt_over(x->limits->halt) || !remove_one(x))
        return;
    }
  while (take_turn(x));
}

struct search_result search_run(const struct space *s, struct tests *tests,
                                const struct search_limits *limits) {
  struct search x = {.s = s, .limits = limits, .best.params = s->params,
                     .turn = limits->turn};
  if (!tests->len || tests->len >= COUNTS_TESTS_MOST)
    return x.result;
  if (!x.turn)
    x.turn = TURN_AT_FIRST;
  if (!counts_open(&x.all, s, tests)) {
    counts_close(&x.all);
    return x.result;
  }
  assert(!x.all.open.len);
  turn_to(&x, &x.all);
  x.guard = oracle_guard(s->oracle);
  x.rng = rng_seed(limits->seed);
  x.until = alloc_zero((size_t)tests->len * s->params, sizeof *x.until);
  x.matching = alloc_zero(tests->len, sizeof *x.matching);
  x.wanted = alloc_zero(s->params, sizeof *x.wanted);
  x.row = alloc_zero(s->params, sizeof *x.row);
  x.still = alloc_zero(s->params, sizeof *x.still);
  tests_copy(&x.best, tests);
  run(&x);
  tests_copy(tests, &x.best);
  x.result.steps = x.step;
  x.result.optimal = tests->len <= s->bound;
  counts_close(&x.all);
  tests_free(&x.best);
  vec_free(&x.sharing);
  free(x.until);
  free(x.matching);
  free(x.wanted);
  free(x.row);
  free(x.still);
  return x.result;
}
