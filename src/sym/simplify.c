/* Building expressions: constants are folded, and what is often built by
 * compiled C (widening, bytes of words put together again, comparisons of
 * comparisons) is taken apart.  Every rule is an identity of bit vectors;
 * tests/unit/sym_test.c compares what is built with what was asked for. */
#include "base/sound.h"
#include "sym/expr.h"

static sym_id intern(struct sym_store *s, unsigned op, unsigned width, sym_id a,
                     sym_id b, sym_id c, unsigned low) {
  struct sym_node n = {.op = (uint8_t)op, .width = (uint8_t)width,
                       .low = (uint16_t)low, .a = a, .b = b, .c = c};
  return sym_intern(s, &n);
}

static bool commutes(unsigned op) {
  return op == SYM_ADD || op == SYM_MUL || op == SYM_AND || op == SYM_OR ||
         op == SYM_XOR || op == SYM_EQ;
}

static bool compares(unsigned op) { return op >= SYM_EQ && op <= SYM_SLE; }

sym_id sym_not(struct sym_store *s, sym_id a) {
  EXPECTS(a && a < s->nodes.len);
  return sym_binary(s, SYM_XOR, a, sym_const(s, 1, 1));
}

/* x op x, or 0 when there is no rule. */
static sym_id with_itself(struct sym_store *s, unsigned op, sym_id a) {
  unsigned w = sym_width(s, a);
  switch (op) {
  case SYM_SUB:
  case SYM_XOR:
    return sym_const(s, w, 0);
  case SYM_AND:
  case SYM_OR:
    return a;
  case SYM_EQ:
  case SYM_ULE:
  case SYM_SLE:
    return sym_const(s, 1, 1);
  case SYM_ULT:
  case SYM_SLT:
    return sym_const(s, 1, 0);
  default:
    return 0;
  }
}

/* (c ? k1 : k2) == k, with constants: the condition, its opposite, or 0. */
static sym_id equals_ite(struct sym_store *s, const struct sym_node *ite,
                         uint64_t k) {
  uint64_t yes, no;
  if (!sym_is_const(s, ite->b, &yes) || !sym_is_const(s, ite->c, &no))
    return 0;
  sym_id cond = ite->a;
  if (yes == k && no == k)
    return sym_const(s, 1, 1);
  if (yes != k && no != k)
    return sym_const(s, 1, 0);
  return yes == k ? cond : sym_not(s, cond);
}

/* a == constant */
static sym_id equals_const(struct sym_store *s, sym_id a, uint64_t k) {
  struct sym_node n = *sym_at(s, a);
  if (n.width == 1)
    return k ? a : sym_not(s, a);
  if (n.op == SYM_ITE)
    return equals_ite(s, &n, k);
  if (n.op == SYM_ZEXT || n.op == SYM_SEXT) {
    unsigned w = sym_width(s, n.a);
    uint64_t back = n.op == SYM_ZEXT ? k & sym_mask(w)
                                     : (uint64_t)sym_signed(k, w);
    if ((back & sym_mask(n.width)) != k)
      return sym_const(s, 1, 0);
    return sym_binary(s, SYM_EQ, n.a, sym_const(s, w, k));
  }
  uint64_t c;
  if (n.op == SYM_ADD && sym_is_const(s, n.b, &c))
    return sym_binary(s, SYM_EQ, n.a, sym_const(s, n.width, k - c));
  if (n.op == SYM_XOR && sym_is_const(s, n.b, &c))
    return sym_binary(s, SYM_EQ, n.a, sym_const(s, n.width, k ^ c));
  return 0;
}

/* Both sides widened alike: compared as they were. */
static sym_id narrow_compare(struct sym_store *s, unsigned op, sym_id a,
                             sym_id b) {
  struct sym_node x = *sym_at(s, a), y = *sym_at(s, b);
  if (x.op != y.op || (x.op != SYM_ZEXT && x.op != SYM_SEXT) ||
      sym_width(s, x.a) != sym_width(s, y.a))
    return 0;
  bool is_signed = op == SYM_SLT || op == SYM_SLE;
  if (op == SYM_EQ || is_signed == (x.op == SYM_SEXT))
    return sym_binary(s, op, x.a, y.a);
  if (x.op == SYM_ZEXT) /* what is not negative compares either way */
    return sym_binary(s, op == SYM_SLT ? SYM_ULT : SYM_ULE, x.a, y.a);
  return 0;
}

static sym_id with_const(struct sym_store *s, unsigned op, sym_id a,
                         uint64_t k) {
  struct sym_node n = *sym_at(s, a);
  uint64_t ones = sym_mask(n.width), c;
  switch (op) {
  case SYM_ADD:
  case SYM_SUB:
    if (!k)
      return a;
    if (op == SYM_SUB)
      return sym_binary(s, SYM_ADD, a, sym_const(s, n.width, 0 - k));
    if (n.op == SYM_ADD && sym_is_const(s, n.b, &c))
      return sym_binary(s, SYM_ADD, n.a, sym_const(s, n.width, c + k));
    return 0;
  case SYM_MUL:
    return !k ? sym_const(s, n.width, 0) : k == 1 ? a : 0;
  case SYM_UDIV:
  case SYM_SDIV:
    return k == 1 && n.width > 1 ? a : 0;
  case SYM_AND:
    return !k ? sym_const(s, n.width, 0) : k == ones ? a : 0;
  case SYM_OR:
    return !k ? a : k == ones ? sym_const(s, n.width, ones) : 0;
  case SYM_XOR:
    if (!k)
      return a;
    if (n.op == SYM_XOR && sym_is_const(s, n.b, &c))
      return sym_binary(s, SYM_XOR, n.a, sym_const(s, n.width, c ^ k));
    return 0;
  case SYM_SHL:
  case SYM_LSHR:
  case SYM_ASHR:
    return !k ? a : 0;
  case SYM_EQ:
    return equals_const(s, a, k);
  case SYM_ULT:
    return !k ? sym_const(s, 1, 0)
           : k == 1
               ? sym_binary(s, SYM_EQ, a, sym_const(s, n.width, 0))
               : 0;
  default:
    return 0;
  }
}

sym_id sym_binary(struct sym_store *s, unsigned op, sym_id a, sym_id b) {
  EXPECTS(a && a < s->nodes.len && b && b < s->nodes.len);
  unsigned from = sym_width(s, a), width = compares(op) ? 1 : from;
  uint64_t x, y;
  bool x_const = sym_is_const(s, a, &x), y_const = sym_is_const(s, b, &y);
  sym_id found = 0;
  if (x_const && y_const) {
    struct sym_node n = {.op = (uint8_t)op, .width = (uint8_t)width};
    return sym_const(s, width, sym_apply(&n, from, x, y, 0));
  }
  if (commutes(op) && (x_const || (!y_const && a > b))) {
    sym_id t = a;
    a = b;
    b = t;
    y_const = x_const;
    y = x;
  }
  if (a == b)
    found = with_itself(s, op, a);
  if (!found && y_const)
    found = with_const(s, op, a, y);
  if (!found && compares(op))
    found = narrow_compare(s, op, a, b);
  return found ? found : intern(s, op, width, a, b, 0, 0);
}

sym_id sym_extend(struct sym_store *s, unsigned op, sym_id a, unsigned width) {
  EXPECTS(a && a < s->nodes.len && width >= sym_width(s, a));
  EXPECTS(width <= 64);
  struct sym_node n = *sym_at(s, a);
  uint64_t v;
  if (n.width == width)
    return a;
  if (sym_is_const(s, a, &v))
    return sym_const(s, width, op == SYM_ZEXT
                                   ? v
                                   : (uint64_t)sym_signed(v, n.width));
  if (n.op == op)
    return sym_extend(s, op, n.a, width);
  if (n.op == SYM_ZEXT) /* its sign is 0 */
    return sym_extend(s, SYM_ZEXT, n.a, width);
  return intern(s, op, width, a, 0, 0, 0);
}

/* Part of what was widened. */
static sym_id extract_extended(struct sym_store *s, const struct sym_node *n,
                               unsigned low, unsigned width) {
  unsigned from = sym_width(s, n->a);
  if (low + width <= from)
    return sym_extract(s, n->a, low, width);
  if (low < from)
    return sym_extend(s, n->op, sym_extract(s, n->a, low, from - low), width);
  return n->op == SYM_ZEXT ? sym_const(s, width, 0) : 0;
}

sym_id sym_extract(struct sym_store *s, sym_id a, unsigned low,
                   unsigned width) {
  EXPECTS(a && a < s->nodes.len && width);
  EXPECTS(low + width <= sym_width(s, a));
  struct sym_node n = *sym_at(s, a);
  uint64_t v;
  sym_id found = 0;
  if (!low && width == n.width)
    return a;
  if (sym_is_const(s, a, &v))
    return sym_const(s, width, v >> low);
  if (n.op == SYM_EXTRACT)
    return sym_extract(s, n.a, n.low + low, width);
  if (n.op == SYM_ZEXT || n.op == SYM_SEXT)
    found = extract_extended(s, &n, low, width);
  if (n.op == SYM_CONCAT) {
    unsigned below = sym_width(s, n.b);
    if (low + width <= below)
      return sym_extract(s, n.b, low, width);
    if (low >= below)
      return sym_extract(s, n.a, low - below, width);
  }
  return found ? found : intern(s, SYM_EXTRACT, width, a, 0, 0, low);
}

sym_id sym_concat(struct sym_store *s, sym_id high, sym_id low) {
  EXPECTS(high && low);
  EXPECTS(sym_width(s, high) + sym_width(s, low) <= 64);
  struct sym_node h = *sym_at(s, high), l = *sym_at(s, low);
  unsigned width = h.width + l.width;
  uint64_t x, y;
  bool x_const = sym_is_const(s, high, &x), y_const = sym_is_const(s, low, &y);
  if (x_const && y_const)
    return sym_const(s, width, x << l.width | y);
  if (x_const && !x)
    return sym_extend(s, SYM_ZEXT, low, width);
  if (h.op == SYM_EXTRACT) { /* neighbours of one word */
    if (l.op == SYM_EXTRACT && l.a == h.a && l.low + l.width == h.low)
      return sym_extract(s, h.a, l.low, width);
    if (h.a == low && h.low == l.width)
      return sym_extract(s, h.a, 0, width);
  }
  return intern(s, SYM_CONCAT, width, high, low, 0, 0);
}

sym_id sym_ite(struct sym_store *s, sym_id cond, sym_id yes, sym_id no) {
  EXPECTS(cond && yes && no);
  EXPECTS(sym_width(s, yes) == sym_width(s, no));
  struct sym_node n = *sym_at(s, yes);
  uint64_t v, x, y;
  if (sym_is_const(s, cond, &v))
    return v ? yes : no;
  if (yes == no)
    return yes;
  if (n.width == 1 && sym_is_const(s, yes, &x) && sym_is_const(s, no, &y))
    return x ? cond : sym_not(s, cond);
  return intern(s, SYM_ITE, n.width, cond, yes, no, 0);
}

/* Sums and products commute, what is no number included: there is one of it. */
sym_id sym_float(struct sym_store *s, unsigned op, sym_id a, sym_id b,
                 unsigned width, unsigned how) {
  EXPECTS(op >= SYM_FADD && op < SYM_OP_COUNT && a && a < s->nodes.len);
  uint64_t x, y = 0;
  bool swaps = op == SYM_FADD || op == SYM_FMUL || op == SYM_FEQ;
  if (sym_is_const(s, a, &x) && (!b || sym_is_const(s, b, &y))) {
    struct sym_node n = {
        .op = (uint8_t)op, .width = (uint8_t)width, .low = (uint16_t)how};
    return sym_const(s, width, sym_apply(&n, sym_width(s, a), x, y, 0));
  }
  if (swaps && a > b)
    return intern(s, op, width, b, a, 0, how);
  return intern(s, op, width, a, b, 0, how);
}
