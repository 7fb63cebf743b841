#include "brute.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- rules ---------------------------------------------------------------- */

/* 0 false, 1 unknown, 2 true: and is min, or is max, not is 2 - x. */

static int order_texts(const struct picture *g, const char *a, const char *b) {
  for (;; a++, b++) {
    int x = (unsigned char)*a, y = (unsigned char)*b;
    if (!g->case_sensitive) {
      x = tolower(x);
      y = tolower(y);
    }
    if (x != y || !x)
      return (x > y) - (x < y);
  }
}

static bool matches(const struct picture *g, const char *s,
                    const char *pattern) {
  if (!*pattern)
    return !*s;
  if (*pattern == '*')
    return matches(g, s, pattern + 1) || (*s && matches(g, s + 1, pattern));
  char a[2] = {*s}, b[2] = {*pattern};
  return *s && (*pattern == '?' || !order_texts(g, a, b)) &&
         matches(g, s + 1, pattern + 1);
}

static bool absent(const struct picture *g, const uint8_t *test, int p) {
  return p >= 0 && test[p] >= g->param[p].level;
}

static const struct value_picture *value(const struct picture *g,
                                         const uint8_t *test, int p) {
  return &g->param[p].values[test[p]];
}

static bool same(const struct picture *g, int p, int a, int b) {
  const struct param_picture *x = &g->param[p];
  return x->numeric ? x->values[a].number == x->values[b].number
                    : !order_texts(g, x->values[a].name, x->values[b].name);
}

static int compare(const struct picture *g, const struct node *n,
                   const uint8_t *test) {
  if (absent(g, test, n->p) ||
      ((n->left == LEFT_SUM || n->left == LEFT_DIFFERENCE) &&
       absent(g, test, n->q)) ||
      (n->right == RIGHT_PARAM && absent(g, test, n->r)))
    return 1;
  const struct value_picture *x = value(g, test, n->p);
  const struct value_picture *y = n->right == RIGHT_PARAM
                                      ? value(g, test, n->r)
                                      : &g->param[n->p].values[n->value];
  int order;
  if (g->param[n->p].numeric) {
    int a = x->number, b = n->right == RIGHT_NUMBER ? n->number : y->number;
    if (n->left == LEFT_SUM)
      a += value(g, test, n->q)->number;
    else if (n->left == LEFT_DIFFERENCE)
      a -= value(g, test, n->q)->number;
    else if (n->left == LEFT_TWICE)
      a *= 2;
    else if (n->left == LEFT_MODULO)
      a %= 3;
    order = (a > b) - (a < b);
  } else {
    order = order_texts(g, x->name, y->name);
  }
  bool t = n->op == NODE_EQ   ? order == 0
           : n->op == NODE_NE ? order != 0
           : n->op == NODE_LT ? order < 0
           : n->op == NODE_LE ? order <= 0
           : n->op == NODE_GT ? order > 0
                              : order >= 0;
  return 2 * t;
}

static int judge(const struct picture *g, int at, const uint8_t *test) {
  const struct node *n = &g->nodes[at];
  int a, b, c;
  switch (n->op) {
  case NODE_AND:
    a = judge(g, n->a, test), b = judge(g, n->b, test);
    return a < b ? a : b;
  case NODE_OR:
    a = judge(g, n->a, test), b = judge(g, n->b, test);
    return a > b ? a : b;
  case NODE_NOT:
    return 2 - judge(g, n->a, test);
  case NODE_IF:
    a = judge(g, n->a, test), b = judge(g, n->b, test);
    b = 2 - a > b ? 2 - a : b;
    if (n->c < 0)
      return b;
    c = judge(g, n->c, test);
    c = a > c ? a : c;
    return b < c ? b : c;
  default:
    break;
  }
  if (n->op >= NODE_EQ && n->op <= NODE_GE)
    return compare(g, n, test);
  if (absent(g, test, n->p))
    return 1;
  bool t = false;
  for (int v = 0; v < g->param[n->p].level; v++)
    t = t || (n->set >> v & 1 && same(g, n->p, v, test[n->p]));
  switch (n->op) {
  case NODE_IN:
    return 2 * t;
  case NODE_NOT_IN:
    return 2 * !t;
  case NODE_LIKE:
    return 2 *
           matches(g, value(g, test, n->p)->name, picture_patterns[n->pattern]);
  case NODE_NEGATIVE:
    return 2 * value(g, test, n->p)->negative;
  default:
    return 2 * !value(g, test, n->p)->negative;
  }
}

bool brute_meets(const struct picture *g, const uint8_t *test, unsigned rules) {
  int number = 0;
  for (int r = 0; r < g->rules; r++, number++)
    if (rules >> number & 1 && judge(g, g->roots[r], test) == 0)
      return false;
  for (int p = 0; p < g->params; p++) {
    int q = g->param[p].needs;
    if (q < 0)
      continue;
    bool there = test[p] < g->param[p].level;
    if (rules >> number++ & 1 && there != same(g, q, 0, test[q]))
      return false;
  }
  return true;
}

int brute_negatives(const struct picture *g, const uint8_t *test) {
  int n = 0;
  for (int p = 0; p < g->params; p++)
    n += test[p] < g->param[p].level && value(g, test, p)->negative;
  return n;
}

/* --- all tests ------------------------------------------------------------ */

static bool next_test(const struct picture *g, uint8_t *test) {
  for (int p = 0; p < g->params; p++) {
    if (++test[p] < picture_levels(g, p))
      return true;
    test[p] = 0;
  }
  return false;
}

bool brute_possible(const struct picture *g, unsigned rules,
                    const uint8_t *fixed) {
  uint8_t test[PARAMS] = {0};
  do {
    bool match = true;
    for (int p = 0; p < g->params && fixed; p++)
      match = match && (fixed[p] == 0xff || fixed[p] == test[p]);
    if (match && brute_negatives(g, test) <= 1 && brute_meets(g, test, rules))
      return true;
  } while (next_test(g, test));
  return false;
}

void brute_open(struct brute *b, const struct picture *g) {
  *b = (struct brute){.g = g};
  b->tests = calloc(TESTS_MOST, sizeof *b->tests);
  b->negatives = calloc(TESTS_MOST, 1);
  uint8_t test[PARAMS] = {0};
  do {
    int n = brute_negatives(g, test);
    if (n > 1 || !brute_meets(g, test, ~0u))
      continue;
    memcpy(b->tests[b->count], test, sizeof test);
    b->negatives[b->count++] = (uint8_t)n;
  } while (next_test(g, test));
}

void brute_close(struct brute *b) {
  free(b->tests);
  free(b->negatives);
}

/* --- tuples --------------------------------------------------------------- */

bool brute_asked(const struct picture *g, unsigned subset, int strength,
                 bool plain) {
  int size = __builtin_popcount(subset);
  unsigned combined = 0;
  for (int p = 0; p < g->params; p++)
    combined |= (unsigned)!g->param[p].result << p;
  if (subset & ~combined)
    return false;
  if (plain)
    return size == strength;
  bool general = size == strength;
  for (int p = 0; p < g->params; p++) {
    int own = subset >> p & 1 ? g->param[p].order : 0;
    if (own && own < size)
      general = false;
    if (own == size && own != strength)
      return true;
  }
  for (int i = 0; i < g->relations; i++) {
    unsigned members = g->relation[i].members & combined;
    int most = __builtin_popcount(members);
    int own = g->relation[i].strength ? g->relation[i].strength : strength;
    if (subset & ~members)
      continue;
    if (size == (own < most ? own : most))
      return true;
    if (g->relation[i].strength && g->relation[i].strength < size)
      general = false;
  }
  return general;
}

static void count_tuple(const struct brute *b, unsigned subset,
                        const uint8_t *tuple, const uint8_t (*tests)[PARAMS],
                        int count, struct brute_count *sum) {
  const struct picture *g = b->g;
  int negatives = 0, best = 2; /* fewest negative values beside it */
  for (int p = 0; p < g->params; p++)
    negatives += subset >> p & 1 && tuple[p] < g->param[p].level &&
                 g->param[p].values[tuple[p]].negative;
  if (negatives > 1)
    return;
  for (int i = 0; i < b->count; i++) {
    bool match = true;
    for (int p = 0; p < g->params; p++)
      match = match && (!(subset >> p & 1) || b->tests[i][p] == tuple[p]);
    if (match && b->negatives[i] < best)
      best = b->negatives[i];
  }
  if (best == 2) {
    sum->impossible++;
    return;
  }
  sum->possible++;
  for (int i = 0; i < count; i++) {
    bool match = brute_negatives(g, tests[i]) == best;
    for (int p = 0; p < g->params; p++)
      match = match && (!(subset >> p & 1) || tests[i][p] == tuple[p]);
    if (match) {
      sum->covered++;
      return;
    }
  }
}

struct brute_count brute_count(const struct brute *b, int strength, bool plain,
                               const uint8_t (*tests)[PARAMS], int count) {
  struct brute_count sum = {0};
  const struct picture *g = b->g;
  for (unsigned subset = 1; subset < 1u << g->params; subset++) {
    if (!brute_asked(g, subset, strength, plain))
      continue;
    uint8_t tuple[PARAMS] = {0};
    for (bool more = true; more;) {
      count_tuple(b, subset, tuple, tests, count, &sum);
      more = false;
      for (int p = 0; p < g->params && !more; p++)
        if (subset >> p & 1) {
          more = ++tuple[p] < picture_levels(g, p);
          tuple[p] = more ? tuple[p] : 0;
        }
    }
  }
  return sum;
}
