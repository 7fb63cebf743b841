#include "picture.h"

#include <string.h>

const char *const picture_patterns[] = {"a*", "*b", "?b", "*", "c", "*B*"};
enum { PATTERNS = 6 };
static const char *const texts[] = {"ab", "aB", "b", "ba", "Abc", "c", "C"};
enum { TEXTS = 7 };

/* --- drawing -------------------------------------------------------------- */

static void draw_param(struct picture *g, struct rng *r, int p) {
  struct param_picture *x = &g->param[p];
  x->level = rng_range(r, 1, g->params > 4 ? 3 : 4);
  x->numeric = rng_chance(r, 60);
  x->needs = -1;
  x->result = rng_chance(r, 4) && p > 2;
  if (rng_chance(r, 6))
    x->order = rng_range(r, 1, 3);
  unsigned taken = 0;
  bool negatives = rng_chance(r, 40);
  for (int v = 0; v < x->level; v++) {
    struct value_picture *y = &x->values[v];
    uint32_t at;
    do
      at = rng_below(r, TEXTS);
    while (taken & 1u << at);
    taken |= 1u << at;
    y->name = texts[at];
    y->number = p + v - 1;
    y->negative = negatives && v && rng_chance(r, 50);
    y->alias = rng_chance(r, 15);
    y->weight = rng_chance(r, 10);
  }
  struct value_picture *last = &x->values[x->level - 1];
  if (x->numeric && !last->negative && rng_chance(r, 15)) {
    last->is_class = true; /* the last has the largest number */
    last->alias = last->weight = false;
  }
}

static int other(const struct picture *g, struct rng *r, int p, bool numeric) {
  int list[PARAMS], n = 0;
  for (int q = 0; q < g->params; q++)
    if (q != p && g->param[q].numeric == numeric)
      list[n++] = q;
  return n ? list[rng_below(r, (uint32_t)n)] : -1;
}

static void draw_atom(struct picture *g, struct rng *r, struct node *n) {
  int p = n->p = (int)rng_below(r, (uint32_t)g->params);
  const struct param_picture *x = &g->param[p];
  n->q = n->r = -1;
  n->value = (int)rng_below(r, (uint32_t)x->level);
  n->set = 1u << n->value | rng_below(r, 1u << x->level);
  n->pattern = (int)rng_below(r, PATTERNS);
  uint32_t pick = rng_below(r, 10);
  if (pick == 0) {
    n->op = rng_chance(r, 50) ? NODE_NEGATIVE : NODE_POSITIVE;
  } else if (pick <= 2) {
    n->op = rng_chance(r, 50) ? NODE_IN : NODE_NOT_IN;
  } else if (pick == 3 && !x->numeric) {
    n->op = NODE_LIKE;
  } else {
    n->op = NODE_EQ + (int)rng_below(r, 6);
    int q = other(g, r, p, x->numeric);
    if (q >= 0 && rng_chance(r, 40)) {
      n->right = RIGHT_PARAM;
      n->r = q;
    }
    if (x->numeric && rng_chance(r, 35)) {
      n->left = LEFT_SUM + (int)rng_below(r, 4);
      n->q = other(g, r, p, true);
      if (n->q < 0)
        n->left = LEFT_TWICE;
      n->right = RIGHT_NUMBER;
      n->number = rng_range(r, -2, 8);
    }
  }
}

static int draw_node(struct picture *g, struct rng *r, int depth) {
  int at = g->used++;
  struct node n = {.c = -1, .q = -1, .r = -1};
  if (depth && g->used < NODES - 8 && rng_chance(r, 55)) {
    n.op = NODE_AND + (int)rng_below(r, 3);
    n.a = draw_node(g, r, depth - 1);
    n.b = n.op == NODE_NOT ? -1 : draw_node(g, r, depth - 1);
  } else {
    draw_atom(g, r, &n);
  }
  g->nodes[at] = n;
  return at;
}

static void draw_rule(struct picture *g, struct rng *r) {
  int at = g->used++;
  struct node n = {.op = NODE_IF, .c = -1};
  if (g->used < NODES - 24 && rng_chance(r, 50)) {
    n.a = draw_node(g, r, 1);
    n.b = draw_node(g, r, 1);
    if (rng_chance(r, 25))
      n.c = draw_node(g, r, 1);
    g->nodes[at] = n;
  } else {
    g->used--;
    at = draw_node(g, r, 2);
  }
  g->roots[g->rules++] = at;
}

void picture_draw(struct picture *g, uint64_t seed) {
  struct rng rng = rng_seed(seed), *r = &rng;
  memset(g, 0, sizeof *g);
  g->params = rng_range(r, 2, PARAMS);
  g->case_sensitive = rng_chance(r, 20);
  for (int p = 0; p < g->params; p++)
    draw_param(g, r, p);
  int rules = rng_range(r, 0, 3), combined = 0;
  for (int i = 0; i < rules && g->used < NODES - 32; i++)
    draw_rule(g, r);
  if (rng_chance(r, 15)) /* the last: a rule must not mention it before */
    g->param[g->params - 1].needs = 0;
  for (int p = 0; p < g->params; p++)
    combined += !g->param[p].result;
  int most = combined < 3 ? combined : 3;
  g->strength =
      rng_chance(r, 70) ? (most < 2 ? most : 2) : rng_range(r, 1, most);
  for (int p = 0; p < g->params; p++)
    if (g->param[p].order > combined)
      g->param[p].order = 0;
  int relations = rng_chance(r, 25) ? rng_range(r, 1, RELATIONS) : 0;
  for (int i = 0; i < relations; i++) {
    unsigned members = 1 + rng_below(r, (1u << g->params) - 1);
    g->relation[i].members = members;
    g->relation[i].strength = rng_range(
        r, 0,
        __builtin_popcount(members) < 3 ? __builtin_popcount(members) : 3);
    g->relations++;
  }
}

/* --- writing -------------------------------------------------------------- */

static void print_value(const struct picture *g, struct text *t, int p, int v,
                        bool quotes) {
  const struct param_picture *x = &g->param[p];
  if (x->numeric)
    text_printf(t, "%d", x->values[v].number);
  else
    text_printf(t, quotes ? "\"%s\"" : "%s", x->values[v].name);
}

static void print_name(const struct picture *g, struct text *t, int p) {
  text_printf(t, "%sp%d", g->param[p].result ? "$" : "", p);
}

static void print_param(const struct picture *g, struct text *t, int p) {
  text_char(t, '[');
  print_name(g, t, p);
  text_char(t, ']');
}

static void print_comparison(const struct picture *g, struct text *t,
                             const struct node *n) {
  static const char *const signs[] = {"=", "<>", "<", "<=", ">", ">="};
  if (n->left == LEFT_TWICE)
    text_add(t, "2 * ");
  print_param(g, t, n->p);
  if (n->left == LEFT_SUM || n->left == LEFT_DIFFERENCE) {
    text_add(t, n->left == LEFT_SUM ? " + " : " - ");
    print_param(g, t, n->q);
  } else if (n->left == LEFT_MODULO) {
    text_add(t, " % 3");
  }
  text_printf(t, " %s ", signs[n->op - NODE_EQ]);
  if (n->right == RIGHT_PARAM)
    print_param(g, t, n->r);
  else if (n->right == RIGHT_NUMBER)
    text_printf(t, "%d", n->number);
  else
    print_value(g, t, n->p, n->value, true);
}

static void print_node(const struct picture *g, struct text *t, int at) {
  const struct node *n = &g->nodes[at];
  switch (n->op) {
  case NODE_AND:
  case NODE_OR:
    text_char(t, '(');
    print_node(g, t, n->a);
    text_add(t, n->op == NODE_AND ? " AND " : " OR ");
    print_node(g, t, n->b);
    text_char(t, ')');
    return;
  case NODE_NOT:
    text_add(t, "NOT ");
    print_node(g, t, n->a);
    return;
  case NODE_IF:
    text_add(t, "IF ");
    print_node(g, t, n->a);
    text_add(t, " THEN ");
    print_node(g, t, n->b);
    if (n->c >= 0) {
      text_add(t, " ELSE ");
      print_node(g, t, n->c);
    }
    return;
  case NODE_IN:
  case NODE_NOT_IN:
    print_param(g, t, n->p);
    text_add(t, n->op == NODE_IN ? " IN {" : " NOT IN {");
    for (int v = 0, first = 1; v < g->param[n->p].level; v++)
      if (n->set >> v & 1) {
        text_add(t, first ? "" : ", ");
        print_value(g, t, n->p, v, true);
        first = 0;
      }
    text_char(t, '}');
    return;
  case NODE_LIKE:
    print_param(g, t, n->p);
    text_printf(t, " LIKE \"%s\"", picture_patterns[n->pattern]);
    return;
  case NODE_NEGATIVE:
  case NODE_POSITIVE:
    text_add(t, n->op == NODE_NEGATIVE ? "IsNegative(" : "IsPositive(");
    print_name(g, t, n->p);
    text_char(t, ')');
    return;
  default:
    print_comparison(g, t, n);
  }
}

void picture_print(const struct picture *g, struct text *t) {
  for (int p = 0; p < g->params; p++) {
    const struct param_picture *x = &g->param[p];
    print_name(g, t, p);
    if (x->order)
      text_printf(t, " @ %d", x->order);
    text_add(t, ": ");
    for (int v = 0; v < x->level; v++) {
      text_printf(t, "%s%s", v ? ", " : "", x->values[v].negative ? "~" : "");
      print_value(g, t, p, v, false);
      if (x->values[v].is_class)
        text_printf(t, "..%d / 1", x->values[v].number + CLASS_MORE);
      if (x->values[v].alias)
        text_printf(t, "|alias%d", v);
      if (x->values[v].weight)
        text_add(t, " (7)");
    }
    text_char(t, '\n');
  }
  for (int i = 0; i < g->relations; i++) {
    text_add(t, "{ ");
    for (int p = 0, first = 1; p < g->params; p++)
      if (g->relation[i].members >> p & 1) {
        text_add(t, first ? "" : ", ");
        print_name(g, t, p);
        first = 0;
      }
    text_add(t, " }");
    if (g->relation[i].strength)
      text_printf(t, " @ %d", g->relation[i].strength);
    text_char(t, '\n');
  }
  for (int i = 0; i < g->rules; i++) {
    print_node(g, t, g->roots[i]);
    text_add(t, ";\n");
  }
  for (int p = 0; p < g->params; p++)
    if (g->param[p].needs >= 0) {
      print_param(g, t, p);
      text_add(t, " ONLY IF ");
      print_param(g, t, g->param[p].needs);
      text_add(t, " = ");
      print_value(g, t, g->param[p].needs, 0, true);
      text_add(t, ";\n");
    }
}

/* --- shrinking ------------------------------------------------------------ */

static bool mentions(const struct picture *g, int at, int p) {
  if (at < 0)
    return false;
  const struct node *n = &g->nodes[at];
  if (n->op == NODE_AND || n->op == NODE_OR || n->op == NODE_NOT ||
      n->op == NODE_IF)
    return mentions(g, n->a, p) ||
           (n->op != NODE_NOT && mentions(g, n->b, p)) ||
           (n->op == NODE_IF && mentions(g, n->c, p));
  return n->p == p || n->q == p || n->r == p;
}

bool picture_mentions(const struct picture *g, int p) {
  for (int i = 0; i < g->rules; i++)
    if (mentions(g, g->roots[i], p))
      return true;
  for (int q = 0; q < g->params; q++)
    if (g->param[q].needs >= 0 && (q == p || g->param[q].needs == p))
      return true;
  return false;
}

static bool drop_last_param(struct picture *g) {
  int p = g->params - 1;
  for (int i = 0; i < g->rules; i++)
    if (mentions(g, g->roots[i], p))
      return false;
  for (int i = 0; i < g->relations; i++)
    if (g->relation[i].members >> p & 1)
      return false;
  if (p <= g->strength)
    return false;
  g->params--;
  return true;
}

/* A rule becomes one of its parts. */
static bool take_part(struct picture *g, int rule, int part) {
  const struct node *n = &g->nodes[g->roots[rule]];
  if (n->op > NODE_IF || (n->op == NODE_NOT && part))
    return false;
  int at = part == 0 ? n->a : part == 1 ? n->b : n->op == NODE_IF ? n->c : -1;
  if (at < 0)
    return false;
  g->roots[rule] = at;
  return true;
}

bool picture_shrink(const struct picture *from, int nth, struct picture *g) {
  *g = *from;
  g->broken = false;
  if (nth < g->rules) {
    g->roots[nth] = g->roots[--g->rules];
    return true;
  }
  nth -= g->rules;
  if (nth < g->relations) {
    g->relation[nth] = g->relation[--g->relations];
    return true;
  }
  nth -= g->relations;
  if (nth < 3 * g->rules) {
    g->broken = !take_part(g, nth / 3, nth % 3);
    return true;
  }
  nth -= 3 * g->rules;
  if (nth < g->params) {
    g->broken = !g->param[nth].order && g->param[nth].needs < 0;
    g->param[nth].order = 0;
    g->param[nth].needs = -1;
    return true;
  }
  nth -= g->params;
  if (nth == 0) {
    g->broken = !drop_last_param(g);
    return true;
  }
  return false;
}
