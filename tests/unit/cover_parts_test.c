/* The parts of cover/: solver, field, classes of IPO_H_EC, tallies, the
 * search, why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "cover/counts.h"
#include "cover/coverage.h"
#include "cover/expr.h"
#include "cover/field.h"
#include "cover/guard.h"
#include "cover/ipo.h"
#include "cover/oracle.h"
#include "cover/parse.h"
#include "cover/sat.h"
#include "cover/search.h"
#include "test.h"

/* --- the solver ----------------------------------------------------------- */

enum { VARS = 9, CLAUSES = 40 };

static bool brute(lit clauses[][3], int n, uint32_t groups, uint32_t fixed) {
  for (uint32_t a = 0; a < 1u << VARS; a++) {
    if ((a & 3) != fixed)
      continue;
    bool ok = true;
    for (uint32_t g = 0; g < groups; g++)
      ok = ok && __builtin_popcount(a >> 3 * g & 7) == 1;
    for (int i = 0; i < n && ok; i++) {
      bool any = false;
      for (int k = 0; k < 3; k++)
        any = any || (a >> (clauses[i][k] >> 1) & 1) != (clauses[i][k] & 1);
      ok = any;
    }
    if (ok)
      return true;
  }
  return false;
}

TEST(cover_sat_agrees_with_enumeration) {
  for (uint64_t seed = 1; seed <= 400; seed++) {
    struct rng r = rng_seed(seed);
    lit clauses[CLAUSES][3];
    uint32_t groups = rng_below(&r, 4);
    int n = rng_range(&r, 5, CLAUSES);
    struct sat *s = sat_open(NULL);
    for (uint32_t g = 0; g < groups; g++)
      sat_group(s, 3);
    for (uint32_t v = 3 * groups; v < VARS; v++)
      sat_var(s);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 3; k++)
        clauses[i][k] = rng_below(&r, 2 * VARS);
      sat_clause(s, clauses[i], 3);
    }
    for (uint32_t fixed = 0; fixed < 4; fixed++) {
      lit assumed[2] = {fixed & 1 ? SAT_POS(0) : SAT_NEG(0),
                        fixed & 2 ? SAT_POS(1) : SAT_NEG(1)};
      bool sat = sat_solve(s, assumed, 2);
      CHECK_EQ(sat, brute(clauses, n, groups, fixed));
      for (int i = 0; i < n && sat; i++) {
        bool any = false;
        for (int k = 0; k < 3; k++)
          any = any || sat_true(s, clauses[i][k] >> 1) != (clauses[i][k] & 1);
        CHECK(any);
      }
      if (!sat && sat_solve(s, NULL, 0)) {
        sat_solve(s, assumed, 2);
        CHECK(sat_failed(s, assumed[0]) || sat_failed(s, assumed[1]));
      }
    }
    sat_close(s);
  }
}

/* --- fields --------------------------------------------------------------- */

TEST(cover_field_obeys_its_axioms) {
  for (uint32_t q = 2; q <= 32; q = field_at_least(q + 1)) {
    struct field f;
    field_open(&f, q);
#define ADD(a, b) f.add[(a) * q + (b)]
#define MUL(a, b) f.mul[(a) * q + (b)]
    for (uint32_t a = 0; a < q; a++) {
      uint32_t zeros = 0, ones = 0;
      CHECK_EQ(ADD(a, 0), a);
      CHECK_EQ(MUL(a, 1), a);
      for (uint32_t b = 0; b < q; b++) {
        zeros += ADD(a, b) == 0;
        ones += MUL(a, b) == 1;
        CHECK_EQ(MUL(a, b), MUL(b, a));
        for (uint32_t c = 0; c < q; c++)
          CHECK_EQ(MUL(a, ADD(b, c)), ADD(MUL(a, b), MUL(a, c)));
      }
      CHECK_EQ(zeros, 1);
      CHECK_EQ(ones, a != 0);
    }
    field_close(&f);
  }
  CHECK_EQ(field_at_least(10), 11);
  CHECK_EQ(field_at_least(26), 27);
}

/* --- IPO_H_EC ------------------------------------------------------------- */

static bool count_class(void *user, const cell *member) {
  (void)member;
  ++*(uint64_t *)user;
  return true;
}

TEST(cover_classes_are_counted_as_in_the_thesis) {
  uint64_t n = 0;
  ipo_each_class(10, 4, count_class, &n);
  CHECK_EQ(n, 43947);
  CHECK_EQ(ipo_classes(10, 4), 43947);
  n = 0;
  ipo_each_class(4, 3, count_class, &n);
  CHECK_EQ(n, 14);
  CHECK_EQ(ipo_classes(4, 3), 14);
  for (uint32_t m = 1; m < 8; m++)
    for (uint32_t d = 1; d < 6; d++) {
      n = 0;
      ipo_each_class(m, d, count_class, &n);
      CHECK_EQ(n, ipo_classes(m, d));
    }
}

static struct space *open_text(struct cover_model *m, const char *text,
                               struct oracle **o, uint32_t strength) {
  struct diag d = {0};
  CHECK(parse_pict(m, "test", text, strlen(text), NULL, &d));
  *o = oracle_open(m, ORACLE_POSITIVE, NULL, &d);
  return space_open(m, *o, ORACLE_POSITIVE, strength, false, NULL);
}

/* The least number of tests after adding a third parameter to the product of
 * two, over all assignments: L's weight, computed from its definition. */
static uint32_t optimum(int a, int b, int c) {
  int m = a * b, choice[16] = {0};
  uint32_t best = UINT32_MAX;
  for (;;) {
    uint32_t weight = 0;
    for (int u = 0; u < c; u++) {
      bool has_a[8] = {0}, has_b[8] = {0};
      for (int t = 0; t < m; t++)
        if (choice[t] == u)
          has_a[t / b] = has_b[t % b] = true;
      int miss_a = 0, miss_b = 0;
      for (int i = 0; i < a; i++)
        miss_a += !has_a[i];
      for (int i = 0; i < b; i++)
        miss_b += !has_b[i];
      weight += (uint32_t)(miss_a > miss_b ? miss_a : miss_b);
    }
    if (weight < best)
      best = weight;
    int i = 0;
    while (i < m && ++choice[i] == c)
      choice[i++] = 0;
    if (i == m)
      return best + (uint32_t)m;
  }
}

static const char *const LEVELS_TEXT[] = {"", "0", "0,1", "0,1,2", "0,1,2,3"};

TEST(cover_ipo_ec_is_optimal_by_its_definition) {
  static const int shapes[][3] = {{2, 2, 2}, {3, 2, 2}, {3, 3, 2}, {3, 3, 3},
                                  {4, 2, 2}, {4, 3, 2}, {4, 3, 3}, {4, 4, 2}};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    test_row("%zu of shapes", i);
    struct text t = {0};
    for (int p = 0; p < 3; p++)
      text_printf(&t, "p%d: %s\n", p, LEVELS_TEXT[shapes[i][p]]);
    struct cover_model m;
    struct oracle *o;
    struct space *s = open_text(&m, text_str(&t), &o, 2);
    struct tests tests = {.params = 3};
    CHECK(ipo_grow(s, &tests, ipo_h_ec, 1, 0));
    CHECK_EQ(tests.len, optimum(shapes[i][0], shapes[i][1], shapes[i][2]));
    tests_free(&tests);
    space_close(s);
    oracle_close(o);
    cover_model_free(&m);
    text_free(&t);
  }
}

/* --- tallies -------------------------------------------------------------- */

/* From scratch: tuples covered by no test, and by one test and this cell. */
static uint32_t count_open(const struct counts *c) {
  uint32_t open = 0;
  for (size_t k = 0; k < c->s->blocks.len; k++) {
    const struct block *b = &c->s->blocks.at[k];
    for (uint32_t i = 0; i < b->count; i++)
      for (uint32_t n = b->base[i]; n < b->base[i + 1]; n++) {
        bool covered = false;
        for (uint32_t t = 0; t < c->tests.len; t++)
          covered = covered ||
                    space_tuple(c->s, b, i, tests_at(&c->tests, t)) == n;
        open += c->s->need[n] == NEED_COVERED && !covered;
      }
  }
  return open;
}

static uint32_t count_loss(const struct counts *c, uint32_t test, uint32_t p) {
  uint32_t loss = 0;
  for (size_t k = 0; k < c->s->blocks.len; k++) {
    const struct block *b = &c->s->blocks.at[k];
    for (uint32_t i = 0; i < b->count; i++) {
      bool with = false, only = true;
      for (uint32_t j = 0; j < b->size; j++)
        with = with || b->params[i * b->size + j] == p;
      uint32_t n = space_tuple(c->s, b, i, tests_at(&c->tests, test));
      for (uint32_t t = 0; t < c->tests.len; t++)
        only = only && (t == test || space_tuple(c->s, b, i, tests_at(
                                         &c->tests, t)) != n);
      loss += with && only && c->s->need[n] == NEED_COVERED;
    }
  }
  return loss;
}

/* Four parameters of six values need 37 tests; three do not, nor do four of
 * which a rule spares a pair. */
TEST(cover_bound_knows_the_squares_of_order_six) {
#define SIX ": 1, 2, 3, 4, 5, 6\n"
  static const struct {
    const char *text;
    uint32_t bound;
  } cases[] = {
      {"a" SIX "b" SIX "c" SIX "d" SIX, 37},
      {"x: 1, 2\na" SIX "b" SIX "y: 1, 2\nc" SIX "z" SIX, 37},
      {"a" SIX "b" SIX "c" SIX "d" SIX "e" SIX "[a] <> 1 OR [b] <> 1;\n", 37},
      {"a" SIX "b" SIX "c" SIX "d" SIX "[a] <> 1 OR [b] <> 1;\n", 36},
      {"a" SIX "b" SIX "c" SIX "d: 1, 2, 3, 4, 5\n", 36},
      {"a" SIX "b" SIX "c" SIX, 36},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct cover_model m;
    struct oracle *o;
    struct space *s = open_text(&m, cases[i].text, &o, 2);
    CHECK_EQ(s->bound, cases[i].bound);
    space_close(s);
    oracle_close(o);
    cover_model_free(&m);
  }
#undef SIX
}

TEST(cover_tallies_stay_true_under_changes) {
  for (uint32_t strength = 1; strength <= 4; strength++) {
    struct cover_model m;
    struct oracle *o;
    struct space *s = open_text(
        &m, "a: 0,1,2\nb: 0,1\nc: 0,1,2,3\nd: 0,1\ne: 0,1,2\n"
            "{ a, b, c } @ 3\n[a] <> 1 OR [b] <> 1;\n", &o, strength);
    struct tests tests = {.params = s->params};
    CHECK(ipo_grow(s, &tests, ipo_h_iv, 1, 0));
    struct counts c;
    counts_open(&c, s, &tests);
    CHECK_EQ(c.open.len, 0);
    struct rng r = rng_seed(strength);
    for (int i = 0; i < 60; i++) {
      if (i % 20 == 19) {
        counts_remove(&c, rng_below(&r, c.tests.len));
      } else {
        uint32_t p = rng_below(&r, s->params);
        counts_change(&c, rng_below(&r, c.tests.len), p,
                      (cell)rng_below(&r, s->level[p]));
      }
      CHECK_EQ(c.open.len, count_open(&c));
      uint32_t test = rng_below(&r, c.tests.len);
      for (uint32_t p = 0; p < s->params; p++) {
        CHECK_EQ(counts_loss(&c, test)[p], count_loss(&c, test, p));
        CHECK_EQ(counts_column(&c, p)[test], tests_at(&c.tests, test)[p]);
      }
    }
    counts_close(&c);
    tests_free(&tests);
    space_close(s);
    oracle_close(o);
    cover_model_free(&m);
  }
}

/* What is uncovered from the beginning is known as well as what becomes so. */
TEST(cover_tallies_begin_with_what_is_open) {
  for (uint32_t strength = 1; strength <= 3; strength++)
    for (uint32_t kept = 0; kept <= 4; kept++) {
      struct cover_model m;
      struct oracle *o;
      struct space *s = open_text(
          &m, "a: 0,1,2\nb: 0,1\nc: 0,1,2,3\nd: 0,1\n"
              "{ a, b, c } @ 3\n[a] <> 1 OR [b] <> 1;\n", &o, strength);
      struct tests tests = {.params = s->params};
      CHECK(ipo_grow(s, &tests, ipo_h_iv, 1, 0));
      struct counts c;
      CHECK(counts_open(&c, s, &tests));
      CHECK_EQ(c.open.len, 0);
      tests.len = kept < tests.len ? kept : tests.len;
      CHECK(counts_load(&c, &tests));
      CHECK_EQ(c.open.len, count_open(&c));
      for (size_t i = 0; i < c.open.len; i++)
        CHECK_EQ(c.tally[c.open.at[i]].test, i);
      for (uint32_t t = 0; t < tests.len; t++)
        for (uint32_t p = 0; p < s->params; p++) {
          CHECK_EQ(counts_loss(&c, t)[p], count_loss(&c, t, p));
          counts_change(&c, t, p, (cell)((t + p) % s->level[p]));
          CHECK_EQ(c.open.len, count_open(&c));
        }
      counts_close(&c);
      tests_free(&tests);
      space_close(s);
      oracle_close(o);
      cover_model_free(&m);
    }
}

/* --- the search ----------------------------------------------------------- */

static bool meets_rules(const struct cover_model *m, const cell *test) {
  for (size_t i = 0; i < m->rules.len; i++)
    if (expr_eval(m, m->rules.at[i].expr, test) == FALSE3)
      return false;
  return true;
}

/* Few parameters with many values, many with two, and rules about both. */
static void random_model(struct text *t, struct rng *r, uint32_t large,
                         uint32_t small, uint32_t rules) {
  uint32_t n = large + small;
  for (uint32_t p = 0; p < n; p++)
    text_printf(t, "p%u: 0, 1%s\n", p, p < large ? ", 2, 3" : "");
  for (uint32_t i = 0; i < rules; i++) {
    uint32_t a = rng_below(r, n), b = rng_below(r, n), c = rng_below(r, n);
    if (a != b && b != c && a != c)
      text_printf(t, "[p%u] <> %u OR [p%u] <> 1 OR [p%u] <> %u;\n", a,
                rng_below(r, 2), b, c, rng_below(r, a < large ? 4 : 2));
    if (a != b)
      text_printf(t, "[p%u] <> %u OR [p%u] <> 0;\n", a,
                a < large ? 2 + rng_below(r, 2) : 1, b);
  }
}

/* The cheapest single change that makes up for another, by trying all. */
static uint32_t cheapest_help(const struct cover_model *m, cell *test,
                              uint32_t param, const uint32_t *costs) {
  uint32_t least = UINT32_MAX;
  for (uint32_t q = 0; q < m->params.len; q++)
    for (uint32_t v = 0; v < m->params.at[q].count; v++) {
      cell before = test[q];
      if (q == param || v == before || costs[q] >= least)
        continue;
      test[q] = (cell)v;
      if (meets_rules(m, test))
        least = costs[q];
      test[q] = before;
    }
  return least;
}

TEST(cover_guard_finds_the_cheapest_help) {
  uint32_t found = 0, none = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    struct rng r = rng_seed(seed);
    struct text t = {0};
    random_model(&t, &r, 3, 4, 5);
    struct cover_model m;
    struct oracle *o;
    struct space *s = open_text(&m, text_str(&t), &o, 2);
    struct tests tests = {.params = s->params};
    CHECK(ipo_grow(s, &tests, ipo_h_iv, seed, 0));
    uint32_t costs[7];
    for (uint32_t p = 0; p < s->params; p++)
      costs[p] = rng_below(&r, 100);
    for (uint32_t i = 0; i < tests.len; i++)
      for (uint32_t p = 0; p < s->params; p++)
        for (cell v = 0; v < s->level[p]; v++) {
          cell *test = tests_at(&tests, i), before = test[p];
          if (guard_allows(oracle_guard(o), test, p, v))
            continue;
          struct guard_help h = {.cost = UINT32_MAX};
          bool has = guard_help(oracle_guard(o), test, p, v, costs, &h);
          CHECK_EQ(test[p], before);
          test[p] = v;
          CHECK_EQ(has ? h.cost : UINT32_MAX,
                   cheapest_help(&m, test, p, costs));
          if (has) {
            cell other = test[h.param];
            test[h.param] = h.value;
            CHECK(meets_rules(&m, test));
            test[h.param] = other;
          }
          found += has;
          none += !has;
          test[p] = before;
        }
    tests_free(&tests);
    space_close(s);
    oracle_close(o);
    cover_model_free(&m);
    text_free(&t);
  }
  CHECK(found > 100 && none > 10);
}

/* A set of tests covers everything with valid tests, whatever the search has
 * done, and wherever it was told to end; `halt` may be NULL. */
static struct search_result search_random(uint64_t seed, struct halt *halt) {
  struct rng r = rng_seed(seed);
  struct text t = {0};
  random_model(&t, &r, 5, 16, 8);
  struct cover_model m;
  struct oracle *o;
  struct space *s = open_text(&m, text_str(&t), &o, 2);
  struct tests tests = {.params = s->params};
  CHECK(ipo_grow(s, &tests, ipo_h_iv, seed, 0));
  uint32_t before = tests.len;
  struct search_limits l = {.seed = seed, .steps = 4000, .turn = 20000,
                            .halt = halt};
  s->halt = halt;
  struct search_result result = search_run(s, &tests, &l);
  s->halt = NULL;
  CHECK(tests.len <= before);
  struct counts c;
  CHECK(counts_open(&c, s, &tests));
  CHECK_EQ(c.open.len, 0);
  counts_close(&c);
  for (uint32_t i = 0; i < tests.len; i++)
    CHECK(meets_rules(&m, tests_at(&tests, i)));
  tests_free(&tests);
  space_close(s);
  oracle_close(o);
  cover_model_free(&m);
  text_free(&t);
  return result;
}

TEST(cover_search_by_the_core_first_covers_all) {
  uint32_t cores = 0;
  for (uint64_t seed = 1; seed <= 30; seed++) {
    struct search_result a = search_random(seed, NULL);
    struct search_result b = search_random(seed, NULL);
    CHECK_EQ(a.steps, b.steps);
    CHECK_EQ(a.last_gain, b.last_gain);
    CHECK_EQ(a.cores, b.cores);
    cores += a.cores;
  }
  CHECK(cores > 10);
}

TEST(cover_search_may_end_at_any_time) {
  for (uint64_t seed = 1; seed <= 30; seed++) {
    struct halt halt = halt_within(NULL, 0.0003 * (double)seed);
    search_random(seed, &halt);
  }
}

/* --- why ------------------------------------------------------------------ */

TEST(cover_conflict_is_smallest_and_redundancy_is_found) {
  const char *text = "a: 1,2,3\nb: 1,2,3\nc: 1,2,3\n"
                     "[a] < [b];\n"      /* 0 */
                     "[c] <> 2;\n"       /* 1 */
                     "[b] < [c];\n"      /* 2 */
                     "[a] < [c];\n"      /* 3: follows from 0 and 2 */
                     "[a] = 1;\n"        /* 4: follows from 0 and 2 */
                     "[b] <> 2;\n";      /* 5: contradicts 0 and 2 */
  struct cover_model m;
  struct diag d = {0};
  CHECK(parse_pict(&m, "test", text, strlen(text), NULL, &d));
  rule_set set = {0};
  CHECK(oracle_conflict(&m, NULL, NULL, NULL, 0, &set));
  CHECK_EQ(set.len, 3);
  if (set.len == 3) {
    CHECK_EQ(set.at[0], 0);
    CHECK_EQ(set.at[1], 2);
    CHECK_EQ(set.at[2], 5);
  }
  m.rules.len = 5;
  CHECK(!oracle_conflict(&m, NULL, NULL, NULL, 0, &set));
  vec_clear(&set);
  oracle_redundant(&m, NULL, &set);
  CHECK_EQ(set.len, 3); /* 1 follows too: c is 3 */
  vec_free(&set);
  cover_model_free(&m);
}

/* --- wide arithmetic ------------------------------------------------------ */

static void decide_wide_sum(double unit) {
  struct text t = {0};
  for (int p = 0; p < 30; p++)
    text_printf(&t, "p%d: 0, %.17g\n", p, unit);
  for (int p = 0; p < 30; p++)
    text_printf(&t, "%s[p%d]", p ? " + " : "", p);
  text_printf(&t, " <= %.17g;\n", 2 * unit); /* so two ones, never three */
  struct cover_model m;
  struct oracle *o;
  struct space *s = open_text(&m, text_str(&t), &o, 2);
  CHECK_EQ(s->needed, 30 * 29 / 2 * 4);
  CHECK(oracle_tuple(o, (uint32_t[]){3, 9}, (cell[]){1, 1}, 2));
  CHECK(!oracle_tuple(o, (uint32_t[]){3, 9, 20}, (cell[]){1, 1, 1}, 3));
  space_close(s);
  oracle_close(o);
  cover_model_free(&m);
  text_free(&t);
}

TEST(cover_wide_sums_are_decided) {
  static const double units[] = {1, 0.1, 1e-8, 3e9, 4398046511104, 1e15};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    test_row("%zu of units", i);
    decide_wide_sum(units[i]);
  }
}

/* --- order and minimise --------------------------------------------------- */

TEST(cover_order_rises_and_minimise_keeps_coverage) {
  struct cover_model m;
  struct diag d = {0};
  const char *text = "a: 0,1,2\nb: 0,1,2\nc: 0,1\nd: 0,1\n";
  CHECK(parse_pict(&m, "test", text, strlen(text), NULL, &d));
  struct tests tests = {.params = 4};
  struct rng r = rng_seed(5);
  for (int i = 0; i < 40; i++) {
    cell *row = tests_add(&tests);
    for (uint32_t p = 0; p < 4; p++)
      row[p] = (cell)rng_below(&r, m.params.at[p].count);
  }
  struct tuple_coverage c;
  CHECK(coverage_open(&c, &m, 2, true, &tests, NULL, &d));
  uint64_t all = coverage_covered(&c), before = UINT64_MAX, sum = 0;
  coverage_order(&c, &tests, false);
  CHECK_EQ(tests.len, 40);
  for (uint32_t n = 1; n <= tests.len; n++) { /* gains never rise */
    struct tests part = tests;
    part.len = n;
    struct tuple_coverage x;
    CHECK(coverage_open(&x, &m, 2, true, &part, NULL, &d));
    uint64_t gain = coverage_covered(&x) - sum;
    CHECK(gain <= before);
    before = gain;
    sum += gain;
    coverage_close(&x);
  }
  CHECK_EQ(sum, all);
  coverage_order(&c, &tests, true);
  CHECK(tests.len < 40);
  struct tuple_coverage y;
  CHECK(coverage_open(&y, &m, 2, true, &tests, NULL, &d));
  CHECK_EQ(coverage_covered(&y), all);
  for (uint32_t i = 0; i < tests.len; i++) { /* every one is needed */
    struct tests part = {.params = 4};
    tests_copy(&part, &tests);
    tests_remove(&part, i);
    struct tuple_coverage x;
    CHECK(coverage_open(&x, &m, 2, true, &part, NULL, &d));
    CHECK(coverage_covered(&x) < all);
    coverage_close(&x);
    tests_free(&part);
  }
  coverage_close(&y);
  coverage_close(&c);
  tests_free(&tests);
  cover_model_free(&m);
}
