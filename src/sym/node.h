/* node: one operation of a symbolic expression, and what it means.
 *
 * Written by the runtime of a tested program (rt/symbolic.c) into shared
 * memory and read by the explorer, so it is of fixed width and refers to
 * operands by number.  Values are bit vectors of 1 to 64 bits, kept in the low
 * bits of a word with the others zero.
 *
 * Division by zero and shifts by the width or more mean what SMT-LIB says;
 * in C they mean nothing, and the runtime branches on them before it builds
 * such an expression, so that nothing depends on it. */
#ifndef SYM_NODE_H
#define SYM_NODE_H

#include <stdint.h>

#include "sym/float.h"

/* op, operands */
#define SYM_OPS(X)                                                             \
  X(CONST, 0) /* value */                                                      \
  X(VAR, 0)   /* an input: the b-th of thread a, from value to more, signed */ \
  X(ADD, 2)                                                                    \
  X(SUB, 2)                                                                    \
  X(MUL, 2)                                                                    \
  X(UDIV, 2)                                                                   \
  X(SDIV, 2)                                                                   \
  X(UREM, 2)                                                                   \
  X(SREM, 2)                                                                   \
  X(AND, 2)                                                                    \
  X(OR, 2)                                                                     \
  X(XOR, 2)                                                                    \
  X(SHL, 2)                                                                    \
  X(LSHR, 2)                                                                   \
  X(ASHR, 2)                                                                   \
  X(EQ, 2) /* these have width 1 */                                            \
  X(ULT, 2)                                                                    \
  X(ULE, 2)                                                                    \
  X(SLT, 2)                                                                    \
  X(SLE, 2)                                                                    \
  X(ZEXT, 1)                                                                   \
  X(SEXT, 1)                                                                   \
  X(EXTRACT, 1) /* `width` bits from bit `low` on */                           \
  X(CONCAT, 2)  /* a above b */                                                \
  X(ITE, 3)     /* a has width 1 */                                            \
  X(FADD, 2)    /* floats of 32 bits, doubles of 64 (float.h) */               \
  X(FSUB, 2)                                                                   \
  X(FMUL, 2)                                                                   \
  X(FDIV, 2)                                                                   \
  X(FEQ, 2) /* these have width 1, and do not hold of what is no number */     \
  X(FLT, 2)                                                                    \
  X(FLE, 2)                                                                    \
  X(FNAN, 1)                                                                   \
  X(FSQRT, 1)                                                                  \
  X(FROUND, 1) /* to a whole number: `low` says how */                         \
  X(FTOF, 1)   /* between float and double */                                  \
  X(STOF, 1)   /* of a signed number, and of one without sign */               \
  X(UTOF, 1)                                                                   \
  X(FTOS, 1) /* towards zero, to 32 or 64 bits */

enum sym_op {
#define ROW(name, operands) SYM_##name,
  SYM_OPS(ROW)
#undef ROW
      SYM_OP_COUNT
};

struct sym_node {
  uint8_t op, width;
  uint16_t low;
  uint32_t a, b, c;
  uint64_t value, more;
};

static inline unsigned sym_operands(unsigned op) {
  static const uint8_t count[SYM_OP_COUNT] = {
#define ROW(name, operands) operands,
      SYM_OPS(ROW)
#undef ROW
  };
  return count[op];
}

/* Whether the result is a truth, of one bit. */
static inline int sym_is_truth(unsigned op) {
  return (op >= SYM_EQ && op <= SYM_SLE) || (op >= SYM_FEQ && op <= SYM_FNAN);
}

/* Whether it is a float or double. */
static inline int sym_is_float(unsigned op) {
  return (op >= SYM_FADD && op <= SYM_FDIV) ||
         (op >= SYM_FSQRT && op <= SYM_UTOF);
}

static inline uint64_t sym_mask(unsigned width) {
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static inline int64_t sym_signed(uint64_t v, unsigned width) {
  unsigned shift = 64 - width;
  return (int64_t)(v << shift) >> shift;
}

/* The quotient rounds towards zero; the smallest number by -1 is itself. */
static inline uint64_t sym_divide(uint64_t a, uint64_t b, unsigned width,
                                  int rest) {
  int64_t x = sym_signed(a, width), y = sym_signed(b, width);
  if (!y)
    return rest ? a : x < 0 ? 1 : UINT64_MAX;
  if (y == -1)
    return rest ? 0 : 0 - a;
  return (uint64_t)(rest ? x % y : x / y);
}

static inline uint64_t sym_shift(unsigned op, uint64_t a, uint64_t b,
                                 unsigned width) {
  if (b >= width)
    return op == SYM_ASHR && sym_signed(a, width) < 0 ? UINT64_MAX : 0;
  return op == SYM_SHL    ? a << b
         : op == SYM_LSHR ? a >> b
                          : (uint64_t)(sym_signed(a, width) >> b);
}

/* The value of a node from those of its operands; `from` is the width of
 * operand a, and for CONCAT of b. */
static inline uint64_t sym_apply(const struct sym_node *n, unsigned from,
                                 uint64_t a, uint64_t b, uint64_t c) {
  uint64_t v = 0;
  switch ((enum sym_op)n->op) {
  case SYM_CONST: v = n->value; break;
  case SYM_VAR: break; /* given */
  case SYM_ADD: v = a + b; break;
  case SYM_SUB: v = a - b; break;
  case SYM_MUL: v = a * b; break;
  case SYM_UDIV: v = b ? a / b : UINT64_MAX; break;
  case SYM_UREM: v = b ? a % b : a; break;
  case SYM_SDIV: v = sym_divide(a, b, from, 0); break;
  case SYM_SREM: v = sym_divide(a, b, from, 1); break;
  case SYM_AND: v = a & b; break;
  case SYM_OR: v = a | b; break;
  case SYM_XOR: v = a ^ b; break;
  case SYM_SHL:
  case SYM_LSHR:
  case SYM_ASHR: v = sym_shift(n->op, a, b, from); break;
  case SYM_EQ: v = a == b; break;
  case SYM_ULT: v = a < b; break;
  case SYM_ULE: v = a <= b; break;
  case SYM_SLT: v = sym_signed(a, from) < sym_signed(b, from); break;
  case SYM_SLE: v = sym_signed(a, from) <= sym_signed(b, from); break;
  case SYM_ZEXT: v = a; break;
  case SYM_SEXT: v = (uint64_t)sym_signed(a, from); break;
  case SYM_EXTRACT: v = a >> n->low; break;
  case SYM_CONCAT: v = a << from | b; break;
  case SYM_ITE: v = a ? b : c; break;
  case SYM_FADD: v = sym_float_apply('+', a, b, from); break;
  case SYM_FSUB: v = sym_float_apply('-', a, b, from); break;
  case SYM_FMUL: v = sym_float_apply('*', a, b, from); break;
  case SYM_FDIV: v = sym_float_apply('/', a, b, from); break;
  case SYM_FEQ: v = sym_number(a, from) == sym_number(b, from); break;
  case SYM_FLT: v = sym_number(a, from) < sym_number(b, from); break;
  case SYM_FLE: v = sym_number(a, from) <= sym_number(b, from); break;
  case SYM_FNAN: v = (uint64_t)sym_is_nan(a, from); break;
  case SYM_FSQRT: /* a float's, rounded from the double's, is right */
    v = sym_number_bits(sym_root(sym_number(a, from)), n->width);
    break;
  case SYM_FROUND:
    v = sym_number_bits(sym_whole(sym_number(a, from), n->low), n->width);
    break;
  case SYM_FTOF: v = sym_number_bits(sym_number(a, from), n->width); break;
  case SYM_STOF:
    v = sym_from_int((uint64_t)sym_signed(a, from), n->width, 1);
    break;
  case SYM_UTOF: v = sym_from_int(a, n->width, 0); break;
  case SYM_FTOS: v = sym_to_signed(sym_number(a, from), n->width); break;
  case SYM_OP_COUNT: break;
  }
  return v & sym_mask(n->width);
}

#endif
