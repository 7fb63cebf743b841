#include "sym/expr.h"

#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/text.h"

void sym_store_free(struct sym_store *s) {
  vec_free(&s->nodes);
  vec_free(&s->vars);
  vec_free(&s->floats);
  vec_free(&s->inputs);
  vec_free(&s->chain);
  map_free(&s->index);
  *s = (struct sym_store){0};
}

static uint64_t node_hash(const struct sym_node *n) {
  uint64_t words[] = {(uint64_t)n->op << 32 | (uint64_t)n->width << 16 | n->low,
                      (uint64_t)n->a << 32 | n->b, n->c, n->value, n->more};
  return hash_words(words, 5);
}

static bool node_equal(const struct sym_node *x, const struct sym_node *y) {
  return x->op == y->op && x->width == y->width && x->low == y->low &&
         x->a == y->a && x->b == y->b && x->c == y->c &&
         x->value == y->value && x->more == y->more;
}

static uint64_t vars_of(const struct sym_store *s, const struct sym_node *n) {
  unsigned count = sym_operands(n->op);
  if (n->op == SYM_VAR)
    return UINT64_C(1) << (s->inputs.len - 1) % 64;
  return (count > 0 ? s->vars.at[n->a] : 0) |
         (count > 1 ? s->vars.at[n->b] : 0) |
         (count > 2 ? s->vars.at[n->c] : 0);
}

static bool floats_in(const struct sym_store *s, const struct sym_node *n) {
  unsigned count = sym_operands(n->op);
  return n->op >= SYM_FADD || (count > 0 && s->floats.at[n->a]) ||
         (count > 1 && s->floats.at[n->b]) || (count > 2 && s->floats.at[n->c]);
}

sym_id sym_intern(struct sym_store *s, const struct sym_node *n) {
  if (!s->nodes.len) { /* 0 is none */
    struct sym_node none = {0};
    vec_push(&s->nodes, none);
    vec_push(&s->vars, 0);
    vec_push(&s->floats, false);
    vec_push(&s->chain, 0);
  }
  bool added;
  uint64_t *at = map_at(&s->index, node_hash(n), &added);
  for (sym_id i = (sym_id)*at; i; i = s->chain.at[i])
    if (node_equal(&s->nodes.at[i], n))
      return i;
  sym_id id = (sym_id)s->nodes.len;
  if (n->op == SYM_VAR) {
    struct sym_input in = {n->a, n->b, (int64_t)n->value, (int64_t)n->more,
                           id};
    vec_push(&s->inputs, in);
  }
  vec_push(&s->nodes, *n);
  vec_push(&s->vars, vars_of(s, n));
  vec_push(&s->floats, floats_in(s, n));
  vec_push(&s->chain, (sym_id)*at);
  *at = id;
  return id;
}

sym_id sym_const(struct sym_store *s, unsigned width, uint64_t value) {
  EXPECTS(width && width <= 64);
  struct sym_node n = {.op = SYM_CONST, .width = (uint8_t)width,
                       .value = value & sym_mask(width)};
  return sym_intern(s, &n);
}

sym_id sym_var(struct sym_store *s, uint32_t thread, uint32_t index,
               unsigned width, int64_t low, int64_t high) {
  EXPECTS(width && width <= 64 && low <= high);
  struct sym_node n = {.op = SYM_VAR, .width = (uint8_t)width, .a = thread,
                       .b = index, .value = (uint64_t)low,
                       .more = (uint64_t)high};
  return sym_intern(s, &n);
}

/* --- values ------------------------------------------------------------- */

void sym_values_clear(struct sym_values *v) {
  vec_clear(&v->at);
  vec_clear(&v->set);
  v->now++;
}

void sym_values_set(struct sym_values *v, size_t var, int64_t value) {
  if (var >= v->at.len) {
    vec_resize(&v->at, var + 1);
    vec_resize(&v->set, var + 1);
  }
  v->at.at[var] = value;
  v->set.at[var] = true;
  v->now++;
}

int64_t sym_value(const struct sym_store *s, const struct sym_values *v,
                  size_t var) {
  EXPECTS(var < s->inputs.len);
  const struct sym_input *in = &s->inputs.at[var];
  if (var < v->at.len && v->set.at[var])
    return v->at.at[var];
  return in->low <= 0 && in->high >= 0 ? 0 : in->low;
}

void sym_values_copy(struct sym_values *to, const struct sym_values *from) {
  sym_values_clear(to);
  for (size_t i = 0; i < from->at.len; i++)
    if (from->set.at[i])
      sym_values_set(to, i, from->at.at[i]);
}

void sym_values_free(struct sym_values *v) {
  vec_free(&v->at);
  vec_free(&v->set);
  vec_free(&v->known);
  vec_free(&v->stamp);
  vec_free(&v->stack);
  *v = (struct sym_values){0};
}

size_t sym_var_number(const struct sym_store *s, sym_id id) {
  size_t low = 0, high = s->inputs.len; /* ids ascend */
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (s->inputs.at[middle].id <= id)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static bool is_known(const struct sym_values *v, sym_id id) {
  return v->stamp.at[id] == v->now;
}

/* Puts the first operand that is not known on the stack; false: all are. */
static bool push_operand(const struct sym_node *n, struct sym_values *v) {
  const sym_id operands[] = {n->a, n->b, n->c};
  for (unsigned i = 0; i < sym_operands(n->op); i++)
    if (!is_known(v, operands[i])) {
      vec_push(&v->stack, operands[i]);
      return true;
    }
  return false;
}

static uint64_t value_of(const struct sym_store *s, sym_id id,
                         const struct sym_values *v) {
  const struct sym_node *n = sym_at(s, id);
  unsigned count = sym_operands(n->op);
  if (n->op == SYM_VAR)
    return (uint64_t)sym_value(s, v, sym_var_number(s, id)) & sym_mask(n->width);
  unsigned from =
      count ? sym_width(s, n->op == SYM_CONCAT ? n->b : n->a) : n->width;
  return sym_apply(n, from, count > 0 ? v->known.at[n->a] : 0,
                   count > 1 ? v->known.at[n->b] : 0,
                   count > 2 ? v->known.at[n->c] : 0);
}

/* With a stack of its own: expressions of a loop are deep. */
uint64_t sym_eval(const struct sym_store *s, sym_id id, struct sym_values *v) {
  EXPECTS(id && id < s->nodes.len);
  if (v->known.len < s->nodes.len) {
    vec_resize(&v->known, s->nodes.len);
    vec_resize(&v->stamp, s->nodes.len);
  }
  if (!v->now)
    v->now = 1;
  vec_clear(&v->stack);
  vec_push(&v->stack, id);
  while (v->stack.len) {
    sym_id top = *vec_last(&v->stack);
    if (!is_known(v, top) && push_operand(sym_at(s, top), v))
      continue;
    v->known.at[top] = value_of(s, top, v);
    v->stamp.at[top] = v->now;
    v->stack.len--;
  }
  return v->known.at[id];
}

bool sym_holds(const struct sym_store *s, const sym_id *conditions,
               size_t count, struct sym_values *v) {
  for (size_t i = 0; i < s->inputs.len; i++) {
    int64_t x = sym_value(s, v, i);
    if (x < s->inputs.at[i].low || x > s->inputs.at[i].high)
      return false;
  }
  for (size_t i = 0; i < count; i++)
    if (!sym_eval(s, conditions[i], v))
      return false;
  return true;
}

/* --- from the runtime --------------------------------------------------- */

/* Widths that fit together; nothing but smaller numbers as operands. */
static bool is_sane(const struct sym_store *s, const struct sym_node *n,
                    const sym_id *out, size_t i) {
  if (n->op >= SYM_OP_COUNT || !n->width || n->width > 64)
    return false;
  unsigned count = sym_operands(n->op);
  const uint32_t operands[] = {n->a, n->b, n->c};
  unsigned w[3] = {0};
  for (unsigned k = 0; k < count; k++) {
    if (!operands[k] || operands[k] > i || !out[operands[k] - 1])
      return false;
    w[k] = sym_width(s, out[operands[k] - 1]);
  }
  switch (n->op) {
  case SYM_CONST:
    return true;
  case SYM_VAR:
    return (int64_t)n->value <= (int64_t)n->more;
  case SYM_ZEXT:
  case SYM_SEXT:
    return w[0] <= n->width;
  case SYM_EXTRACT:
    return n->low < w[0] && n->width <= w[0] - n->low;
  case SYM_CONCAT:
    return w[0] + w[1] == n->width;
  case SYM_ITE:
    return w[0] == 1 && w[1] == n->width && w[2] == n->width;
  case SYM_STOF:
  case SYM_UTOF:
    return n->width == 32 || n->width == 64;
  case SYM_FTOF:
  case SYM_FTOS:
    return (w[0] == 32 || w[0] == 64) && (n->width == 32 || n->width == 64);
  case SYM_FNAN:
    return n->width == 1 && (w[0] == 32 || w[0] == 64);
  case SYM_FSQRT:
  case SYM_FROUND:
    return n->width == w[0] && n->low <= SYM_TO_ZERO &&
           (w[0] == 32 || w[0] == 64);
  default:
    return w[0] == w[1] && n->width == (sym_is_truth(n->op) ? 1 : w[0]) &&
           (n->op < SYM_FADD || w[0] == 32 || w[0] == 64);
  }
}

static sym_id build(struct sym_store *s, const struct sym_node *n, sym_id a,
                    sym_id b, sym_id c) {
  switch (n->op) {
  case SYM_CONST:
    return sym_const(s, n->width, n->value);
  case SYM_VAR:
    return sym_var(s, n->a, n->b, n->width, (int64_t)n->value,
                   (int64_t)n->more);
  case SYM_ZEXT:
  case SYM_SEXT:
    return sym_extend(s, n->op, a, n->width);
  case SYM_EXTRACT:
    return sym_extract(s, a, n->low, n->width);
  case SYM_CONCAT:
    return sym_concat(s, a, b);
  case SYM_ITE:
    return sym_ite(s, a, b, c);
  default:
    return n->op >= SYM_FADD ? sym_float(s, n->op, a, b, n->width, n->low)
                             : sym_binary(s, n->op, a, b);
  }
}

bool sym_import(struct sym_store *s, const struct sym_node *nodes, size_t count,
                sym_id *out) {
  for (size_t i = 0; i < count; i++) {
    struct sym_node n = nodes[i]; /* shared memory: looked at once */
    if (!is_sane(s, &n, out, i))
      return false;
    unsigned operands = sym_operands(n.op);
    out[i] = build(s, &n, operands > 0 ? out[n.a - 1] : 0,
                   operands > 1 ? out[n.b - 1] : 0,
                   operands > 2 ? out[n.c - 1] : 0);
  }
  return true;
}

bool sym_restore(struct sym_store *s, const struct sym_node *nodes,
                 size_t count) {
  VEC(sym_id) same = {0};
  bool ok = true;
  for (size_t i = 0; i < count && ok; i++) {
    ok = is_sane(s, &nodes[i], same.at, i) &&
         sym_intern(s, &nodes[i]) == (sym_id)(i + 1);
    vec_push(&same, (sym_id)(i + 1));
  }
  vec_free(&same);
  return ok;
}

/* --- for people --------------------------------------------------------- */

static const char *op_sign(unsigned op) {
  static const char *const signs[SYM_OP_COUNT] = {
      [SYM_ADD] = "+",   [SYM_SUB] = "-",    [SYM_MUL] = "*",
      [SYM_UDIV] = "/u", [SYM_SDIV] = "/",   [SYM_UREM] = "%u",
      [SYM_SREM] = "%",  [SYM_AND] = "&",    [SYM_OR] = "|",
      [SYM_XOR] = "^",   [SYM_SHL] = "<<",   [SYM_LSHR] = ">>u",
      [SYM_ASHR] = ">>", [SYM_EQ] = "==",    [SYM_ULT] = "<u",
      [SYM_ULE] = "<=u", [SYM_SLT] = "<",    [SYM_SLE] = "<=",
      [SYM_CONCAT] = "::", [SYM_FADD] = "+.",  [SYM_FSUB] = "-.",
      [SYM_FMUL] = "*.", [SYM_FDIV] = "/.",  [SYM_FEQ] = "==.",
      [SYM_FLT] = "<.",  [SYM_FLE] = "<=.",  [SYM_FNAN] = "nan",
      [SYM_FSQRT] = "sqrt", [SYM_FROUND] = "round", [SYM_FTOF] = "float",
      [SYM_STOF] = "float", [SYM_UTOF] = "float",   [SYM_FTOS] = "int"};
  return signs[op];
}

static void print(const struct sym_store *s, sym_id id, struct text *out,
                  unsigned depth) {
  const struct sym_node *n = sym_at(s, id);
  if (depth > 6) {
    text_add(out, "...");
  } else if (n->op == SYM_CONST) {
    text_printf(out, "%lld", (long long)sym_signed(n->value, n->width));
  } else if (n->op == SYM_VAR) {
    text_printf(out, "input%u.%u", n->a, n->b);
  } else if (n->op == SYM_ITE) {
    text_add(out, "(");
    print(s, n->a, out, depth + 1);
    text_add(out, " ? ");
    print(s, n->b, out, depth + 1);
    text_add(out, " : ");
    print(s, n->c, out, depth + 1);
    text_add(out, ")");
  } else if (n->op == SYM_ZEXT || n->op == SYM_SEXT) {
    print(s, n->a, out, depth);
  } else if (n->op == SYM_EXTRACT) {
    print(s, n->a, out, depth + 1);
    text_printf(out, "[%u:%u]", n->low + n->width - 1, n->low);
  } else if (sym_operands(n->op) == 1) {
    text_printf(out, "%s(", op_sign(n->op));
    print(s, n->a, out, depth + 1);
    text_add(out, ")");
  } else {
    text_add(out, "(");
    print(s, n->a, out, depth + 1);
    text_printf(out, " %s ", op_sign(n->op));
    print(s, n->b, out, depth + 1);
    text_add(out, ")");
  }
}

void sym_print(const struct sym_store *s, sym_id id, struct text *out) {
  EXPECTS(id < s->nodes.len);
  print(s, id, out, 0);
}
