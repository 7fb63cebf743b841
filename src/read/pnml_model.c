/* A net as a model: places become shared variables, transitions processes. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/sketch.h"
#include "read/pnml_net.h"

struct builder {
  const struct pnml_net *net;
  struct diag *diag;
  struct model *model;
  struct arena *arena;
  uint32_t *object_of; /* by node; NONE: a transition */
  /* arcs of each transition: the newest, and the one before each */
  uint32_t *newest, *before;
  /* of the transition at hand, by object */
  int64_t *takes, *puts;
  VEC(object_id) touched;
  VEC(struct expr) exprs;
  VEC(struct code) code;
  VEC(struct object) objects;
  VEC(struct process) processes;
  VEC(struct source) sources;
  VEC(struct property) properties;
};

static const char *id_of(const struct pnml_net *n, uint32_t node) {
  return n->ids.at.at[n->nodes.at[node].id];
}

/* What people call it. */
static const char *called(const struct pnml_net *n, uint32_t node) {
  const char *name = n->nodes.at[node].name;
  return name && *name ? name : id_of(n, node);
}

static uint32_t node_of(const struct pnml_net *n, const char *id) {
  return names_find(&n->ids, id, strlen(id));
}

bool pnml_check(const struct pnml_net *n, struct diag *d) {
  bool fine = true, some = false;
  vec_each(&n->nodes, p) some |= p->transition;
  if (!some)
    fine = diag_error(d, (struct diag_at){.file = n->file},
                      "a net without transitions");
  vec_each(&n->arcs, a) {
    uint32_t from = node_of(n, a->from), to = node_of(n, a->to);
    const char *missing = from == NAMES_NONE ? a->from
                          : to == NAMES_NONE ? a->to
                                             : NULL;
    if (missing)
      fine = diag_error(d, pnml_at(n, a->place),
                        "there is no place or transition '%s'", missing);
    else if (n->nodes.at[from].transition == n->nodes.at[to].transition)
      fine = diag_error_hint(d, pnml_at(n, a->place),
                             "an arc goes from a place to a transition, or "
                             "back",
                             "an arc from '%s' to '%s'", a->from, a->to);
  }
  return fine;
}

/* --- expressions -------------------------------------------------------- */

static expr_id add(struct builder *b, struct expr e) {
  vec_push(&b->exprs, e);
  return (expr_id)b->exprs.len - 1;
}

static expr_id constant(struct builder *b, int64_t value) {
  return add(b, (struct expr){.op = EXPR_CONST, .value = value});
}

static expr_id tokens(struct builder *b, object_id place) {
  return add(b, (struct expr){.op = EXPR_SHARED, .a = place});
}

static expr_id both(struct builder *b, enum expr_op op, expr_id x, expr_id y) {
  return add(b, (struct expr){.op = op, .a = x, .b = y});
}

/* --- transitions -------------------------------------------------------- */

static void file_arcs(struct builder *b) {
  const struct pnml_net *n = b->net;
  for (uint32_t i = 0; i < n->nodes.len; i++)
    b->newest[i] = NONE;
  for (uint32_t i = 0; i < n->arcs.len; i++) {
    uint32_t from = node_of(n, n->arcs.at[i].from);
    uint32_t t = n->nodes.at[from].transition ? from
                                              : node_of(n, n->arcs.at[i].to);
    b->before[i] = b->newest[t];
    b->newest[t] = i;
  }
}

static void gather(struct builder *b, const struct pnml_arc *a, uint32_t node) {
  const struct pnml_net *n = b->net;
  uint32_t from = node_of(n, a->from), to = node_of(n, a->to);
  object_id place = b->object_of[from == node ? to : from];
  if (!b->takes[place] && !b->puts[place] && a->weight)
    vec_push(&b->touched, place);
  (from == node ? b->puts : b->takes)[place] += a->weight;
}

static int by_number(const void *x, const void *y) {
  object_id a = *(const object_id *)x, b = *(const object_id *)y;
  return (a > b) - (a < b);
}

static expr_id guard_of(struct builder *b) {
  expr_id guard = NONE;
  vec_each(&b->touched, p) {
    if (!b->takes[*p])
      continue;
    expr_id enough = both(b, EXPR_GE, tokens(b, *p),
                          constant(b, b->takes[*p]));
    guard = guard == NONE ? enough : both(b, EXPR_AND, guard, enough);
  }
  return guard;
}

static code_id code_of(struct builder *b, struct place place) {
  code_id first = (code_id)b->code.len;
  vec_each(&b->touched, p) {
    int64_t more = b->puts[*p] - b->takes[*p];
    if (!more)
      continue;
    struct code c = {.op = CODE_SET_SHARED, .target = *p, .index = NONE,
                     .value = both(b, EXPR_ADD, tokens(b, *p),
                                   constant(b, more)),
                     .place = place};
    vec_push(&b->code, c);
  }
  struct code stop = {.op = CODE_STOP, .index = NONE, .value = NONE,
                      .place = place};
  vec_push(&b->code, stop);
  return first;
}

static void tell_side(struct builder *b, struct text *t, const int64_t *side) {
  bool some = false;
  vec_each(&b->touched, p) {
    if (!side[*p])
      continue;
    text_add(t, some ? ", " : "");
    if (side[*p] > 1)
      text_printf(t, "%lld ", (long long)side[*p]);
    text_add(t, b->objects.at[*p].name);
    some = true;
  }
  if (!some)
    text_add(t, "nothing");
}

static source_id source_of(struct builder *b, const char *name,
                           struct place place) {
  struct text t = {0};
  tell_side(b, &t, b->takes);
  text_add(&t, " -> ");
  tell_side(b, &t, b->puts);
  struct source s = {.process = name, .from = "",
                     .text = arena_string(b->arena, text_str(&t), t.len),
                     .place = place};
  text_free(&t);
  vec_push(&b->sources, s);
  return (source_id)b->sources.len - 1;
}

static void transition(struct builder *b, uint32_t node) {
  const struct pnml_node *n = &b->net->nodes.at[node];
  vec_clear(&b->touched);
  for (uint32_t a = b->newest[node]; a != NONE; a = b->before[a])
    gather(b, &b->net->arcs.at[a], node);
  if (b->touched.len)
    qsort(b->touched.at, b->touched.len, sizeof *b->touched.at, by_number);
  const char *name = called(b->net, node);
  name = arena_string(b->arena, name, strlen(name));
  struct edge *e = arena_new(b->arena, struct edge);
  *e = (struct edge){.action = ACT_ATOMIC, .index = NONE, .message = NONE,
                     .guard = guard_of(b), .fits = NONE,
                     .code = code_of(b, n->place),
                     .touched_count = (uint32_t)b->touched.len,
                     .touched = arena_copy(b->arena, b->touched.at,
                                           b->touched.len * sizeof(object_id)),
                     .source = source_of(b, name, n->place)};
  struct location *l = arena_new(b->arena, struct location);
  *l = (struct location){.name = "", .edge_count = 1, .place = n->place};
  struct process p = {.name = name, .base = name, .location_count = 1,
                      .locations = l, .edge_count = 1, .edges = e,
                      .start = (code_id)b->code.len - 1,
                      .place = n->place};
  vec_push(&b->processes, p);
  vec_each(&b->touched, t) b->takes[*t] = b->puts[*t] = 0;
}

static bool places(struct builder *b) {
  const struct pnml_net *n = b->net;
  for (uint32_t i = 0; i < n->nodes.len; i++) {
    const struct pnml_node *p = &n->nodes.at[i];
    b->object_of[i] = NONE;
    if (p->transition)
      continue;
    const char *name = called(n, i);
    struct object o = {.kind = OBJECT_SHARED,
                       .name = arena_string(b->arena, name, strlen(name)),
                       .range = {0, n->safe ? 1 : INT32_MAX},
                       .init = p->tokens, .from = NONE, .to = NONE,
                       .place = p->place};
    if (n->safe && p->tokens > 1)
      return diag_error_hint(b->diag, pnml_at(n, p->place),
                             "the net says that it is safe",
                             "%d tokens in '%s' at first", p->tokens, name);
    b->object_of[i] = (object_id)b->objects.len;
    vec_push(&b->objects, o);
  }
  return true;
}

/* --- the drawing -------------------------------------------------------- */

enum { DRAWN_NODES = 400, DRAWN_ARCS = 2000 }; /* more are no picture */

/* "free: 2", "take" */
static const char *drawn_name(struct builder *b, uint32_t node) {
  const struct pnml_node *p = &b->net->nodes.at[node];
  return p->tokens ? arena_printf(b->arena, "%s: %d", called(b->net, node),
                                  p->tokens)
                   : arena_printf(b->arena, "%s", called(b->net, node));
}

/* A large one has no nodes: it is there, and not drawn. */
static void sketch(struct builder *b) {
  const struct pnml_net *n = b->net;
  struct sketch *all = arena_new(b->arena, struct sketch);
  *all = (struct sketch){.name = "the net", .copies = 1, .place = {1, 1}};
  b->model->sketches = all;
  b->model->sketch_count = 1;
  if (n->nodes.len > DRAWN_NODES || n->arcs.len > DRAWN_ARCS)
    return;
  struct sketch_node *nodes =
      arena_array(b->arena, struct sketch_node, n->nodes.len);
  struct sketch_edge *arcs =
      arena_array(b->arena, struct sketch_edge, n->arcs.len);
  for (uint32_t i = 0; i < n->nodes.len; i++) {
    const struct pnml_node *p = &n->nodes.at[i];
    nodes[i] = (struct sketch_node){
        .name = drawn_name(b, i),
        .shape = p->transition ? SKETCH_TRANSITION : SKETCH_PLACE,
        .first = p->tokens > 0,
        .place = p->place};
  }
  for (uint32_t i = 0; i < n->arcs.len; i++) {
    const struct pnml_arc *a = &n->arcs.at[i];
    arcs[i] = (struct sketch_edge){
        .from = node_of(n, a->from),
        .to = node_of(n, a->to),
        .text = a->weight == 1 ? "" : arena_printf(b->arena, "%d", a->weight),
        .place = a->place};
  }
  all->nodes = nodes;
  all->node_count = (uint32_t)n->nodes.len;
  all->edges = arcs;
  all->edge_count = (uint32_t)n->arcs.len;
}

/* --- claims ------------------------------------------------------------- */

/* Deeper ones and longer ones would need a deeper stack, here and where they are
 * evaluated. */
enum { CLAIM_DEPTH = 200, CLAIM_OPERATORS = 10000 };

struct claim {
  struct builder *b;
  const char *text, *at;
  unsigned depth, operators;
  bool wrong;
};

static void blanks(struct claim *c) { c->at += strspn(c->at, " \t\r\n"); }

static expr_id complain(struct claim *c, const char *expected) {
  if (!c->wrong)
    diag_error_hint(c->b->diag, (struct diag_at){.file = c->b->net->file},
                    expected,
                    "column %u of '%.200s%s': this is no claim over markings",
                    (unsigned)(c->at - c->text) + 1, c->text,
                    strlen(c->text) > 200 ? "..." : "");
  c->wrong = true;
  return 0;
}

static bool takes(struct claim *c, const char *word) {
  blanks(c);
  size_t len = strlen(word);
  if (c->wrong || strncmp(c->at, word, len))
    return false;
  c->at += len;
  return true;
}

static expr_id joined(struct claim *c, enum expr_op op, expr_id x, expr_id y) {
  if (++c->operators > CLAIM_OPERATORS)
    return complain(c, "at most 10,000 operators");
  return both(c->b, op, x, y);
}

/* By its id, or by its name if no other has it; *again: one has. */
static object_id place_called(const struct builder *b, const char *name,
                              size_t len, bool *again) {
  const struct pnml_net *n = b->net;
  uint32_t node = names_find(&n->ids, name, len);
  *again = false;
  if (node != NAMES_NONE && b->object_of[node] != NONE)
    return b->object_of[node];
  object_id found = NONE;
  for (object_id o = 0; o < b->objects.len; o++)
    if (strlen(b->objects.at[o].name) == len &&
        !memcmp(b->objects.at[o].name, name, len)) {
      *again = found != NONE;
      found = o;
      if (*again)
        break;
    }
  return found;
}

static expr_id disjunction(struct claim *c);

static expr_id place_claimed(struct claim *c) {
  const char *name = c->at;
  size_t len = 0;
  bool again;
  if (*name == '\'' || *name == '"') {
    const char *end = strchr(name + 1, *name);
    if (!end)
      return complain(c, "the quote is not closed");
    len = (size_t)(end - ++name);
    c->at = end + 1;
  } else {
    while (isalnum((unsigned char)name[len]) || name[len] == '_' ||
           name[len] == '.')
      len++;
    c->at += len;
  }
  object_id place = place_called(c->b, name, len, &again);
  if (len && place != NONE && !again)
    return tokens(c->b, place);
  c->at = name;
  return complain(c, again ? "the id: several places have this name"
                           : "a place of the net, by its id or name, or a "
                             "number");
}

static expr_id number_claimed(struct claim *c) {
  char *end;
  errno = 0;
  int64_t value = strtoll(c->at, &end, 10);
  if (errno)
    return complain(c, "a number up to 9223372036854775807");
  c->at = end;
  return constant(c->b, value);
}

static expr_id primary(struct claim *c) {
  if (takes(c, "(")) {
    expr_id inner = disjunction(c);
    return takes(c, ")") ? inner : complain(c, "a closing parenthesis");
  }
  return isdigit((unsigned char)*c->at) ? number_claimed(c) : place_claimed(c);
}

static expr_id unary(struct claim *c) {
  expr_id e;
  if (++c->depth > CLAIM_DEPTH)
    e = complain(c, "parentheses and '!' at most 200 deep");
  else if (takes(c, "!"))
    e = add(c->b, (struct expr){.op = EXPR_NOT, .a = unary(c)});
  else
    e = primary(c);
  c->depth--;
  return e;
}

static expr_id product(struct claim *c) {
  expr_id left = unary(c);
  while (takes(c, "*"))
    left = joined(c, EXPR_MUL, left, unary(c));
  return left;
}

static expr_id sum(struct claim *c) {
  expr_id left = product(c);
  for (;;) {
    if (takes(c, "+"))
      left = joined(c, EXPR_ADD, left, product(c));
    else if (takes(c, "-"))
      left = joined(c, EXPR_SUB, left, product(c));
    else
      return left;
  }
}

static expr_id comparison(struct claim *c) {
  static const struct {
    const char *word;
    enum expr_op op;
  } rows[] = {{"<=", EXPR_LE}, {">=", EXPR_GE}, {"==", EXPR_EQ},
              {"!=", EXPR_NE}, {"<", EXPR_LT},  {">", EXPR_GT},
              {"=", EXPR_EQ}};
  expr_id left = sum(c);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (takes(c, rows[i].word))
      return joined(c, rows[i].op, left, sum(c));
  return left;
}

static expr_id conjunction(struct claim *c) {
  expr_id left = comparison(c);
  while (takes(c, "&&"))
    left = joined(c, EXPR_AND, left, comparison(c));
  return left;
}

static expr_id disjunction(struct claim *c) {
  expr_id left = conjunction(c);
  while (takes(c, "||"))
    left = joined(c, EXPR_OR, left, conjunction(c));
  return left;
}

static bool claim(struct builder *b, const char *text) {
  struct claim c = {.b = b, .text = text, .at = text};
  expr_id e = disjunction(&c);
  blanks(&c);
  if (!c.wrong && *c.at)
    complain(&c, "an operator, or the end");
  char *words = arena_printf(b->arena, "never %s", text);
  for (char *at = words; *at; at++) /* one line of a recording */
    *at = *at == '\n' || *at == '\r' ? ' ' : *at;
  struct property p = {.kind = PROPERTY_NEVER, .expr = e, .text = words};
  vec_push(&b->properties, p);
  return !c.wrong;
}

/* --- the model ---------------------------------------------------------- */

#define KEEP(b, field, count)                                                  \
  ((b)->model->field = (b)->field.len                                          \
                           ? arena_copy((b)->arena, (b)->field.at,             \
                                        (b)->field.len * sizeof *(b)->field.at) \
                           : NULL,                                             \
   (b)->model->count = (uint32_t)(b)->field.len)

static void keep_all(struct builder *b) {
  KEEP(b, processes, process_count);
  KEEP(b, objects, object_count);
  KEEP(b, exprs, expr_count);
  KEEP(b, code, code_count);
  KEEP(b, sources, source_count);
  KEEP(b, properties, property_count);
  b->model->file = arena_string(b->arena, b->net->file, strlen(b->net->file));
}

struct model *pnml_build(const struct pnml_net *n, const char *const *never,
                         size_t never_count, struct diag *d) {
  struct arena arena = {0}, scratch = {0};
  struct builder b = {.net = n, .diag = d, .arena = &arena};
  b.model = arena_new(&arena, struct model);
  b.object_of = arena_array(&scratch, uint32_t, n->nodes.len);
  b.takes = arena_array(&scratch, int64_t, n->nodes.len);
  b.puts = arena_array(&scratch, int64_t, n->nodes.len);
  b.newest = arena_array(&scratch, uint32_t, n->nodes.len);
  b.before = arena_array(&scratch, uint32_t, n->arcs.len);
  file_arcs(&b);
  bool fine = places(&b);
  for (uint32_t i = 0; fine && i < n->nodes.len; i++)
    if (n->nodes.at[i].transition)
      transition(&b, i);
  if (fine)
    sketch(&b);
  for (size_t i = 0; fine && i < never_count; i++)
    fine = claim(&b, never[i]);
  struct model *m = NULL;
  if (fine) {
    keep_all(&b);
    m = b.model;
    m->arena = arena;
  } else {
    arena_free(&arena);
  }
  vec_free(&b.touched);
  vec_free(&b.exprs);
  vec_free(&b.code);
  vec_free(&b.objects);
  vec_free(&b.processes);
  vec_free(&b.sources);
  vec_free(&b.properties);
  arena_free(&scratch);
  return m;
}
