#include "plain.h"

struct drawing {
  struct plain_program *p;
  struct rng r;
};

static int below(struct drawing *d, unsigned n) {
  return (int)rng_below(&d->r, n);
}

static struct plain_expr draw_value(struct drawing *d) {
  static const char ops[] = {0, 0, '+', '-'};
  return (struct plain_expr){below(d, 6), below(d, 6), ops[below(d, 4)]};
}

static struct plain_expr draw_truth(struct drawing *d) {
  static const char ops[] = {'<', '>', '=', '!', '&', '|', '?'};
  return (struct plain_expr){below(d, 6), below(d, 6), ops[below(d, 7)]};
}

static int new_node(struct drawing *d, enum plain_kind kind, int around) {
  int n = d->p->node_count++;
  d->p->nodes[n] =
      (struct plain_node){.kind = kind, .next = -1, .around = around};
  return n;
}

static int draw_simple(struct drawing *d, int around, bool step) {
  static const enum plain_kind kinds[] = {
      PLAIN_ASSIGN, PLAIN_ASSIGN, PLAIN_ASSIGN,  PLAIN_GUARD,  PLAIN_SEND,
      PLAIN_SEND,   PLAIN_RECEIVE, PLAIN_RECEIVE, PLAIN_ASSERT};
  enum plain_kind kind = kinds[below(d, step ? 3 : 9)];
  struct plain_node *n = &d->p->nodes[new_node(d, kind, around)];
  n->target = below(d, kind == PLAIN_RECEIVE ? 4 : 3);
  n->channel = below(d, 2);
  n->number = below(d, 3);
  n->value = kind == PLAIN_GUARD ? draw_truth(d) : draw_value(d);
  if (kind == PLAIN_ASSERT) /* seldom false */
    n->value = (struct plain_expr){below(d, 3), 3 + 2, '<'};
  return d->p->node_count - 1;
}

static int draw_sequence(struct drawing *d, int around, int depth, bool atomic,
                         bool loop, bool guarded);

static int draw_compound(struct drawing *d, int around, int depth,
                         bool atomic, bool loop) {
  static const enum plain_kind kinds[] = {PLAIN_IF, PLAIN_DO, PLAIN_ATOMIC,
                                          PLAIN_STEP};
  enum plain_kind kind = kinds[below(d, atomic ? 2 : 4)];
  int n = new_node(d, kind, around), count = 1;
  bool choice = kind == PLAIN_IF || kind == PLAIN_DO;
  if (choice)
    count = 1 + below(d, PLAIN_OPTIONS);
  for (int i = 0; i < count; i++) {
    int first;
    if (kind == PLAIN_STEP) {
      first = draw_simple(d, n, true);
      d->p->nodes[first].next = draw_simple(d, n, true);
    } else {
      first = draw_sequence(d, n, depth - 1, atomic || kind == PLAIN_ATOMIC,
                            kind == PLAIN_DO || (loop && choice), choice);
    }
    d->p->nodes[n].options[i] = first;
  }
  d->p->nodes[n].option_count = count;
  if (choice && below(d, 2)) {
    bool leaves = kind == PLAIN_DO || (loop && below(d, 2));
    d->p->nodes[n].has_else = 1;
    int other = leaves ? new_node(d, PLAIN_BREAK, n)
                       : draw_simple(d, n, false);
    d->p->nodes[n].options[count] = other;
  }
  return n;
}

/* guarded: the first is a simple statement, as the options of a selection have
 * it here. */
static int draw_sequence(struct drawing *d, int around, int depth, bool atomic,
                         bool loop, bool guarded) {
  int length = 1 + below(d, 3), first = -1, last = -1;
  for (int i = 0; i < length; i++) {
    bool compound = depth > 0 && d->p->node_count < PLAIN_NODES - 60 &&
                    !(guarded && !i) && !below(d, 3);
    int n = compound ? draw_compound(d, around, depth, atomic, loop)
                     : draw_simple(d, around, false);
    if (first < 0)
      first = n;
    else
      d->p->nodes[last].next = n;
    last = n;
  }
  if (loop && !below(d, 4))
    d->p->nodes[last].next = new_node(d, PLAIN_BREAK, around);
  return first;
}

void plain_draw(struct plain_program *p, uint64_t seed) {
  struct drawing d = {.p = p};
  *p = (struct plain_program){0};
  d.r = rng_seed(seed);
  p->proc_count = 1 + below(&d, PLAIN_PROCS);
  p->capacity = 1 + below(&d, 2);
  for (int i = 0; i < p->proc_count; i++)
    p->body[i] = draw_sequence(&d, -1, 2, false, false, false);
}

/* --- as a text ------------------------------------------------------------ */

static void write_leaf(int leaf, struct text *out) {
  static const char *const names[] = {"x", "y", "l"};
  if (leaf < 3)
    text_add(out, names[leaf]);
  else
    text_printf(out, "%d", leaf - 3);
}

static void write_expr(const struct plain_expr *e, struct text *out) {
  static const struct {
    char op;
    const char *text;
  } ops[] = {{'+', " + "},  {'-', " - "},  {'<', " < "}, {'>', " > "},
             {'=', " == "}, {'!', " != "}, {'&', " && "}, {'|', " || "}};
  text_add(out, "(");
  if (e->op == '?') {
    text_add(out, "len(q) > ");
    write_leaf(e->right, out);
  } else {
    write_leaf(e->left, out);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
      if (ops[i].op == e->op) {
        text_add(out, ops[i].text);
        write_leaf(e->right, out);
      }
  }
  text_add(out, ")");
}

static void write_sequence(const struct plain_program *p, int n,
                           struct text *out);

static void write_options(const struct plain_program *p,
                          const struct plain_node *n, struct text *out) {
  for (int i = 0; i < n->option_count; i++) {
    text_add(out, ":: ");
    write_sequence(p, n->options[i], out);
    text_add(out, "\n");
  }
  if (n->has_else) {
    text_add(out, ":: else -> ");
    write_sequence(p, n->options[n->option_count], out);
    text_add(out, "\n");
  }
}

static void write_node(const struct plain_program *p, int id,
                       struct text *out) {
  static const char *const targets[] = {"x", "y", "l"};
  const struct plain_node *n = &p->nodes[id];
  const char *channel = n->channel == PLAIN_Q ? "q" : "r";
  switch (n->kind) {
  case PLAIN_ASSIGN:
    text_printf(out, "%s = ", targets[n->target]);
    write_expr(&n->value, out);
    break;
  case PLAIN_GUARD:
    write_expr(&n->value, out);
    break;
  case PLAIN_ASSERT:
    text_add(out, "assert");
    write_expr(&n->value, out);
    break;
  case PLAIN_SEND:
    text_printf(out, "%s!", channel);
    write_expr(&n->value, out);
    break;
  case PLAIN_RECEIVE:
    if (n->target == PLAIN_NOWHERE)
      text_printf(out, "%s?%d", channel, n->number);
    else
      text_printf(out, "%s?%s", channel, targets[n->target]);
    break;
  case PLAIN_IF: case PLAIN_DO:
    text_add(out, n->kind == PLAIN_IF ? "if\n" : "do\n");
    write_options(p, n, out);
    text_add(out, n->kind == PLAIN_IF ? "fi" : "od");
    break;
  case PLAIN_ATOMIC: case PLAIN_STEP:
    text_add(out, n->kind == PLAIN_STEP ? "d_step { " : "atomic { ");
    write_sequence(p, n->options[0], out);
    text_add(out, " }");
    break;
  case PLAIN_BREAK:
    text_add(out, "break");
    break;
  }
}

static void write_sequence(const struct plain_program *p, int n,
                           struct text *out) {
  for (; n >= 0; n = p->nodes[n].next) {
    write_node(p, n, out);
    if (p->nodes[n].next >= 0)
      text_add(out, "; ");
  }
}

void plain_write(const struct plain_program *p, struct text *out) {
  text_printf(out,
              "byte x, y;\nchan q = [%d] of { byte };\n"
              "chan r = [0] of { byte };\n",
              p->capacity);
  for (int i = 0; i < p->proc_count; i++) {
    text_printf(out, "active proctype P%d() {\nbyte l;\n", i);
    write_sequence(p, p->body[i], out);
    text_add(out, "\n}\n");
  }
}
