/* Random models against enumeration: the test writes a model as text and
 * keeps its own picture of it, judges every complete test with its own
 * evaluator, and so knows exactly which tuples are possible. */
#include <heddle.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "test.h"

enum { PARAMS = 6, LEVELS = 4, NODES = 64, RULES = 4, TESTS_MOST = 4096 };

struct node {
  char op; /* & | ! , or a comparison: = # < > (two parameters or one and a
              number), + (a + b > n), ? (a IN {n, m}) */
  int a, b, n, m;
  bool second; /* b is a parameter */
};

struct picture {
  int params, level[PARAMS];
  int negative[PARAMS]; /* the value with a prefix, or -1 */
  int absent[PARAMS];   /* parameter that must be 1 for this one, or -1 */
  struct node nodes[NODES];
  int used, roots[RULES], rules;
  struct rng rng;
};

/* Values of parameter p are the numbers p, p+1, ...: arithmetic then means
 * something. */
static int number(const struct picture *g, int p, int v) {
  (void)g;
  return p + v;
}

static int make_node(struct picture *g, int depth) {
  int at = g->used++;
  struct node n = {0};
  struct rng *r = &g->rng;
  if (depth && g->used < NODES - 8 && rng_chance(r, 60)) {
    n.op = "&|!"[rng_below(r, 3)];
    n.a = make_node(g, depth - 1);
    n.b = n.op == '!' ? 0 : make_node(g, depth - 1);
  } else {
    n.op = "=#<>+?"[rng_below(r, 6)];
    n.a = (int)rng_below(r, (uint32_t)g->params);
    n.b = (n.a + 1 + (int)rng_below(r, (uint32_t)g->params - 1)) % g->params;
    n.n = number(g, n.a, (int)rng_below(r, LEVELS));
    n.m = number(g, n.a, (int)rng_below(r, LEVELS));
    n.second = rng_chance(r, 50);
    if (n.op == '+')
      n.n += n.b;
  }
  g->nodes[at] = n;
  return at;
}

static void print_node(const struct picture *g, struct text *t, int at) {
  const struct node *n = &g->nodes[at];
  switch (n->op) {
  case '&':
  case '|':
    text_char(t, '(');
    print_node(g, t, n->a);
    text_add(t, n->op == '&' ? " AND " : " OR ");
    print_node(g, t, n->b);
    text_char(t, ')');
    break;
  case '!':
    text_add(t, "NOT ");
    print_node(g, t, n->a);
    break;
  case '+':
    text_printf(t, "[p%d] + [p%d] > %d", n->a, n->b, n->n);
    break;
  case '?':
    text_printf(t, "[p%d] IN {%d, %d}", n->a, n->n, n->m);
    break;
  default:
    text_printf(t, "[p%d] %s ", n->a, n->op == '#' ? "<>" : (char[]){n->op, 0});
    if (n->second)
      text_printf(t, "[p%d]", n->b);
    else
      text_printf(t, "%d", n->n);
  }
}

/* 0 false, 1 unknown, 2 true: and is min, or is max, not is 2 - x. */
static int judge(const struct picture *g, int at, const int *test) {
  const struct node *n = &g->nodes[at];
  if (n->op == '&' || n->op == '|') {
    int a = judge(g, n->a, test), b = judge(g, n->b, test);
    return (n->op == '&') == (a < b) ? a : b;
  }
  if (n->op == '!')
    return 2 - judge(g, n->a, test);
  bool two = n->op == '+' || (n->op != '?' && n->second);
  if (test[n->a] == g->level[n->a] || (two && test[n->b] == g->level[n->b]))
    return 1; /* absent */
  int x = number(g, n->a, test[n->a]);
  int y = two ? number(g, n->b, test[n->b]) : n->n;
  switch (n->op) {
  case '=':
    return 2 * (x == y);
  case '#':
    return 2 * (x != y);
  case '<':
    return 2 * (x < y);
  case '>':
    return 2 * (x > y);
  case '+':
    return 2 * (x + y > n->n);
  default:
    return 2 * (x == n->n || x == n->m);
  }
}

static int negatives(const struct picture *g, const int *test) {
  int n = 0;
  for (int p = 0; p < g->params; p++)
    n += test[p] == g->negative[p];
  return n;
}

static bool valid(const struct picture *g, const int *test) {
  for (int r = 0; r < g->rules; r++)
    if (judge(g, g->roots[r], test) == 0)
      return false;
  for (int p = 0; p < g->params; p++)
    if (g->absent[p] >= 0 &&
        (test[p] == g->level[p]) == (test[g->absent[p]] == 1))
      return false;
  return negatives(g, test) <= 1;
}

static void draw(struct picture *g, uint64_t seed, struct text *out) {
  *g = (struct picture){.rng = rng_seed(seed)};
  g->params = rng_range(&g->rng, 3, PARAMS);
  for (int p = 0; p < g->params; p++) {
    g->level[p] = rng_range(&g->rng, 2, LEVELS);
    g->negative[p] = seed % 3 == 1 && rng_chance(&g->rng, 30)
                         ? (int)rng_below(&g->rng, (uint32_t)g->level[p])
                         : -1;
    g->absent[p] = -1;
    text_printf(out, "p%d: ", p);
    for (int v = 0; v < g->level[p]; v++)
      text_printf(out, "%s%s%d", v ? ", " : "",
                  v == g->negative[p] ? "~" : "", number(g, p, v));
    text_char(out, '\n');
  }
  if (seed % 3 == 2)
    g->absent[g->params - 1] = 0;
  g->rules = rng_range(&g->rng, 0, RULES);
  for (int r = 0; r < g->rules; r++) {
    g->roots[r] = make_node(g, 3);
    print_node(g, out, g->roots[r]);
    text_add(out, ";\n");
  }
  if (seed % 3 == 2)
    text_printf(out, "[p%d] ONLY IF [p0] = 1;\n", g->params - 1);
}

/* --- comparing ------------------------------------------------------------ */

struct tally {
  uint64_t possible, missing, infeasible;
};

/* Tuples of the parameters picked, by enumeration of all tests. */
static void compare(const struct picture *g, const int *pick, int t,
                    const struct heddle_cover_tests *got, struct tally *sum) {
  int values[8] = {0};
  for (;;) {
    int wanted_negatives = 0;
    bool possible = false, covered = false;
    for (int i = 0; i < t; i++)
      wanted_negatives += values[i] == g->negative[pick[i]];
    int test[PARAMS] = {0};
    for (bool more = true; more && !possible;) {
      bool match = true;
      for (int i = 0; i < t; i++)
        match = match && test[pick[i]] == values[i];
      possible = match && valid(g, test) &&
                 negatives(g, test) == wanted_negatives;
      more = false;
      for (int p = 0; p < g->params && !more; p++)
        if (++test[p] < g->level[p] + (g->absent[p] >= 0))
          more = true;
        else
          test[p] = 0;
    }
    for (size_t i = 0; i < got->count && !covered; i++) {
      int row[PARAMS];
      for (int p = 0; p < g->params; p++)
        row[p] = (int)heddle_cover_cell(got, i, (size_t)p);
      covered = negatives(g, row) == wanted_negatives;
      for (int k = 0; k < t; k++)
        covered = covered && row[pick[k]] == values[k];
    }
    sum->possible += possible;
    sum->missing += possible && !covered;
    sum->infeasible += !possible && wanted_negatives <= 1;
    int i = 0;
    while (i < t && ++values[i] == g->level[pick[i]] +
                                       (g->absent[pick[i]] >= 0))
      values[i++] = 0;
    if (i == t)
      return;
  }
}

static void each_pick(const struct picture *g, int *pick, int n, int from,
                      int t, const struct heddle_cover_tests *got,
                      struct tally *sum) {
  if (n == t) {
    compare(g, pick, t, got, sum);
    return;
  }
  for (pick[n] = from; pick[n] < g->params; pick[n]++)
    each_pick(g, pick, n + 1, pick[n] + 1, t, got, sum);
}

static void quiet(void *user, const struct heddle_message *m) {
  (void)m;
  ++*(int *)user;
}

static bool any_valid(const struct picture *g) {
  int test[PARAMS] = {0};
  for (bool more = true; more;) {
    if (valid(g, test) && !negatives(g, test))
      return true;
    more = false;
    for (int p = 0; p < g->params && !more; p++)
      if (++test[p] < g->level[p] + (g->absent[p] >= 0))
        more = true;
      else
        test[p] = 0;
  }
  return false;
}

static void try_model(uint64_t seed, const char *strategy) {
  struct picture g;
  struct text t = {0};
  int messages = 0;
  draw(&g, seed, &t);
  struct heddle_cover *m = heddle_cover_read("random", text_str(&t), t.len,
                                             NULL, quiet, &messages);
  bool ok = m != NULL;
  struct heddle_cover_result r = {0};
  struct heddle_cover_options o = {.strength = 1 + (unsigned)(seed / 3 % 3),
                                   .steps = 200, .seed = seed,
                                   .strategy = strategy};
  bool made = m && heddle_cover_generate(m, &o, NULL, &r);
  ok = ok && made == any_valid(&g);
  struct tally sum = {0};
  int pick[8];
  for (size_t i = 0; made && i < r.tests.count; i++) {
    int row[PARAMS];
    for (int p = 0; p < g.params; p++)
      row[p] = (int)heddle_cover_cell(&r.tests, i, (size_t)p);
    ok = ok && valid(&g, row);
  }
  if (made)
    each_pick(&g, pick, 0, 0, (int)o.strength, &r.tests, &sum);
  ok = ok && (!made || (!sum.missing && sum.possible == r.tuples &&
                        sum.infeasible == r.infeasible &&
                        r.bound <= r.tests.count));
  if (!ok)
    printf("seed %llu strength %u: made %d, %llu possible (%llu), %llu "
           "missing, %llu infeasible (%llu)\n%s",
           (unsigned long long)seed, o.strength, made,
           (unsigned long long)sum.possible, (unsigned long long)r.tuples,
           (unsigned long long)sum.missing,
           (unsigned long long)sum.infeasible,
           (unsigned long long)r.infeasible, text_str(&t));
  CHECK(ok);
  heddle_cover_result_free(&r);
  heddle_cover_free(m);
  text_free(&t);
}

TEST(cover_random_models_are_covered_exactly) {
  for (uint64_t seed = 1; seed <= 300; seed++)
    try_model(seed, "auto");
}

TEST(cover_random_models_are_covered_exactly_by_ipo) {
  for (uint64_t seed = 301; seed <= 400; seed++)
    try_model(seed, seed % 2 ? "ipo" : "ipo-ec");
}
