/* Floating point that depends on inputs.
 *
 * The program has computed already when these are called, so each expression
 * is compared with what came out; where they differ, the operands are fixed.
 * They do when the processor was told to round otherwise, which is looked at
 * first: then the expression would be wrong for other inputs too.
 *
 * Which bits a result has that is no number (NaN) depends on those of its
 * operands and their order, which compilers choose.  Expressions have one of
 * them (sym/float.h), the program may have another: nothing tells them apart but
 * looking at the bits, and then that is said (rt_sym_plain). */
#include <string.h>
#include <xmmintrin.h>

#include "rt/expression.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

/* Rounding to nearest, denormals neither read nor written as zeros. */
static bool rounds_as_usual(void) {
  return !(_mm_getcsr() & 0xe040);
}

static void fix(uint32_t a, uint32_t b, heddle_at site) {
  heddle_sym_fix(a, ABI_PINNED, site);
  heddle_sym_fix(b, ABI_PINNED, site);
}

static bool are_nan(uint64_t a, uint64_t b, unsigned width) {
  return (width == 32 || width == 64) && sym_is_nan(a, width) &&
         sym_is_nan(b, width);
}

static uint32_t one(unsigned op, unsigned width, uint32_t a, unsigned how) {
  return rt_sym_make(op, width, a, 0, 0, how);
}

static uint32_t two(unsigned op, unsigned width, uint32_t a, uint32_t b) {
  return rt_sym_make(op, width, a, b, 0, 0);
}

static uint32_t choose(uint32_t c, uint32_t a, uint32_t b) {
  return rt_sym_make(SYM_ITE, rt_sym_width(a), c, a, b, 0);
}

static uint32_t negation(uint32_t c) {
  return two(SYM_XOR, 1, c, rt_sym_const(1, 1));
}

static uint32_t number(double d, unsigned width) {
  return rt_sym_const(width, sym_number_bits(d, width));
}

/* --- operations --------------------------------------------------------- */

uint32_t heddle_sym_float(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                          uint64_t y, uint64_t is, heddle_at site) {
  unsigned op = what & 0xff, width = what >> 8 & 0xff;
  unsigned from = what >> 16 & 0xff, how = what >> 24;
  if (LIKELY(!(a | b)))
    return 0;
  if (rt_sym_full() || !rounds_as_usual()) {
    fix(a, b, site);
    return 0;
  }
  uint32_t left = rt_sym_lift(a, from, x);
  uint32_t out = sym_operands(op) == 1
                     ? one(op, width, left, how)
                     : two(op, width, left, rt_sym_lift(b, from, y));
  if (rt_sym_value(out) == is || are_nan(rt_sym_value(out), is, width))
    return out;
  fix(a, b, site);
  return 0;
}

/* a * b + c, rounded twice. */
uint32_t heddle_sym_muladd(uint32_t width, uint32_t a, uint32_t b, uint32_t c,
                           const uint64_t *values, heddle_at site) {
  if (LIKELY(!(a | b | c)))
    return 0;
  if (!rt_sym_full() && rounds_as_usual()) {
    uint32_t product = two(SYM_FMUL, width, rt_sym_lift(a, width, values[0]),
                           rt_sym_lift(b, width, values[1]));
    uint32_t out =
        two(SYM_FADD, width, product, rt_sym_lift(c, width, values[2]));
    if (rt_sym_value(out) == values[3] ||
        are_nan(rt_sym_value(out), values[3], width))
      return out;
  }
  fix(a, b, site);
  heddle_sym_fix(c, ABI_PINNED, site);
  return 0;
}

/* The root of what is negative sets errno: that is a branch. */
uint32_t heddle_sym_root(uint32_t width, uint32_t a, uint64_t is,
                         heddle_at site) {
  if (!a)
    return 0;
  if (!rt_sym_full())
    rt_sym_decide(two(SYM_FLT, 1, a, number(0, width)), site);
  return heddle_sym_float(SYM_FSQRT | width << 8 | width << 16, a, 0, 0, 0, is,
                          site);
}

/* --- comparing ---------------------------------------------------------- */

/* LLVM's predicates: 1 equal, 2 greater, 4 less, 8 one is no number. */
static uint32_t ordered(unsigned how, uint32_t a, uint32_t b) {
  switch (how) {
  case 1:
    return two(SYM_FEQ, 1, a, b);
  case 2:
    return two(SYM_FLT, 1, b, a);
  case 3:
    return two(SYM_FLE, 1, b, a);
  case 4:
    return two(SYM_FLT, 1, a, b);
  case 5:
    return two(SYM_FLE, 1, a, b);
  case 6:
    return two(SYM_OR, 1, two(SYM_FLT, 1, a, b), two(SYM_FLT, 1, b, a));
  default:
    return negation(
        two(SYM_OR, 1, one(SYM_FNAN, 1, a, 0), one(SYM_FNAN, 1, b, 0)));
  }
}

uint32_t heddle_sym_fcompare(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                             uint64_t y, heddle_at site) {
  unsigned how = what & 15, from = what >> 8;
  if (LIKELY(!(a | b)) || how == 0 || how == 15)
    return 0;
  if (rt_sym_full()) {
    fix(a, b, site);
    return 0;
  }
  a = rt_sym_lift(a, from, x);
  b = rt_sym_lift(b, from, y);
  return how < 8 ? ordered(how, a, b) : negation(ordered(15 - how, a, b));
}

/* The smaller or the larger one; of one that is no number, the other. */
uint32_t heddle_sym_fextreme(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                             uint64_t y, heddle_at site) {
  unsigned most = what & 1, width = what >> 8;
  if (LIKELY(!(a | b)))
    return 0;
  if (rt_sym_full()) {
    fix(a, b, site);
    return 0;
  }
  a = rt_sym_lift(a, width, x);
  b = rt_sym_lift(b, width, y);
  uint32_t first = most ? two(SYM_FLT, 1, b, a) : two(SYM_FLT, 1, a, b);
  return choose(one(SYM_FNAN, 1, a, 0), b,
                choose(one(SYM_FNAN, 1, b, 0), a, choose(first, a, b)));
}

/* --- functions that are made of these ---------------------------------------- */

static uint32_t both(uint32_t a, uint32_t b) {
  return two(SYM_AND, 1, a, b);
}

static uint32_t size_of(uint32_t e, unsigned width) {
  return two(SYM_AND, width, e, rt_sym_const(width, sym_mask(width) >> 1));
}

/* The difference, or 0 where it is not above that. */
static uint32_t positive_difference(uint32_t a, uint32_t b, unsigned width) {
  return choose(two(SYM_FLE, 1, a, b), number(0, width),
                two(SYM_FSUB, width, a, b));
}

/* By a power of two that is a normal number, a product rounds as it does. */
static uint32_t scaled(uint32_t a, int64_t by, unsigned width) {
  int64_t most = width == 32 ? 127 : 1023, bits = width == 32 ? 23 : 52;
  if (by > most || by < 1 - most)
    return 0;
  return two(SYM_FMUL, width, a,
             rt_sym_const(width, (uint64_t)(by + most) << bits));
}

/* The numbers in their order are the integers in theirs, those below zero the
 * other way round. */
static uint32_t neighbour(uint32_t a, uint32_t b, unsigned width) {
  uint32_t zero = number(0, width), unit = rt_sym_const(width, 1);
  uint32_t up = two(SYM_FLT, 1, a, b), away = two(SYM_FLT, 1, zero, a);
  uint32_t least = choose(
      up, unit, rt_sym_const(width, UINT64_C(1) << (width - 1) | UINT64_C(1)));
  uint32_t next = choose(two(SYM_EQ, 1, up, away), two(SYM_ADD, width, a, unit),
                         two(SYM_SUB, width, a, unit));
  uint32_t out = choose(two(SYM_FEQ, 1, a, zero), least, next);
  out = choose(two(SYM_FEQ, 1, a, b), b, out);
  out = choose(one(SYM_FNAN, 1, b, 0), b, out);
  return choose(one(SYM_FNAN, 1, a, 0), a, out);
}

/* Whether errno says that the result, of finite ones, is beyond the range: that
 * is a branch. */
static void decide_range(unsigned what, uint32_t out, uint32_t a, uint32_t b,
                         unsigned width, heddle_at site) {
  uint32_t end = number(__builtin_inf(), width), zero = number(0, width);
  uint32_t size = size_of(out, width);
  uint32_t far =
      both(two(SYM_FEQ, 1, size, end), two(SYM_FLT, 1, size_of(a, width), end));
  double normal = width == 32 ? 0x1p-126 : 0x1p-1022;
  uint32_t small = two(SYM_FLT, 1, size, number(normal, width));
  if (what == ABI_FDIM)
    far = both(far, two(SYM_FLT, 1, size_of(b, width), end));
  else if (what == ABI_NEXTAFTER)
    far = two(SYM_OR, 1, far, both(small, negation(two(SYM_FEQ, 1, a, b))));
  else
    far = two(
        SYM_OR, 1, far,
        both(two(SYM_FEQ, 1, out, zero), negation(two(SYM_FEQ, 1, a, zero))));
  rt_sym_decide(far, site);
}

uint32_t heddle_sym_fmade(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                          uint64_t y, uint64_t is, heddle_at site) {
  unsigned function = what & 0xff, width = what >> 8;
  if (LIKELY(!(a | b)))
    return 0;
  uint32_t out = 0;
  if (function == ABI_LDEXP) {
    heddle_sym_fix(b, ABI_PINNED, site);
    b = 0;
    if (!a)
      return 0;
  }
  if (!rt_sym_full() && rounds_as_usual()) {
    uint32_t left = rt_sym_lift(a, width, x);
    uint32_t right = function == ABI_LDEXP ? left : rt_sym_lift(b, width, y);
    out = function == ABI_FDIM    ? positive_difference(left, right, width)
          : function == ABI_LDEXP ? scaled(left, (int32_t)y, width)
                                  : neighbour(left, right, width);
    if (out &&
        (rt_sym_value(out) == is || are_nan(rt_sym_value(out), is, width))) {
      decide_range(function, out, left, right, width, site);
      return out;
    }
  }
  fix(a, b, site);
  return 0;
}

/* --- to whole numbers ---------------------------------------------------- */

/* Of 64 bits without sign there is no instruction: two with it, and what is
 * beyond the range of the first is taken from the second. */
static uint32_t to_unsigned(uint32_t e, unsigned from) {
  uint32_t half = number(9223372036854775808.0, from);
  uint32_t low = one(SYM_FTOS, 64, e, 0);
  uint32_t high = one(SYM_FTOS, 64, two(SYM_FSUB, from, e, half), 0);
  uint32_t beyond = two(SYM_ASHR, 64, low, rt_sym_const(64, 63));
  return two(SYM_OR, 64, low, two(SYM_AND, 64, high, beyond));
}

/* As x86-64 does it: narrow ones by way of 32 bits, those without sign by way
 * of the next larger. */
uint32_t heddle_sym_whole(uint32_t what, uint32_t e, uint64_t is,
                          heddle_at site) {
  unsigned is_signed = what & 1, width = what >> 8 & 0xff;
  unsigned from = what >> 16 & 0xff, how = what >> 24;
  uint32_t out = 0, a = e;
  if (LIKELY(!e))
    return 0;
  if (!rt_sym_full() && rounds_as_usual()) {
    if (how)
      a = one(SYM_FROUND, from, a, how - 1);
    if (width == 64 && !is_signed)
      out = to_unsigned(a, from);
    else if (width == 64 || (width == 32 && !is_signed))
      out = one(SYM_FTOS, 64, a, 0);
    else
      out = one(SYM_FTOS, 32, a, 0);
    out = out ? rt_sym_resize(out, width) : 0;
  }
  if (out && rt_sym_value(out) == (is & sym_mask(width)))
    return out;
  rt_sym_pin(e, site);
  return 0;
}

/* --- bits ---------------------------------------------------------------- */

uint32_t rt_sym_plain(uint32_t e, heddle_at site) {
  if (!rt_sym_wild(e))
    return e;
  if (!rt_sym_decide(one(SYM_FNAN, 1, e, 0), site))
    return one(SYM_EXTRACT, rt_sym_width(e), e, 0);
  rt_sym_branch(rt_sym_const(1, 1), ABI_NAN, site);
  return 0;
}

uint32_t heddle_sym_fbits(uint32_t e, heddle_at site) {
  return e ? rt_sym_plain(e, site) : 0;
}

/* The first with the sign of the second. */
uint32_t heddle_sym_fsign(uint32_t width, uint32_t a, uint32_t b, uint64_t x,
                          uint64_t y, heddle_at site) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  b = heddle_sym_fbits(b, site);
  if (LIKELY(!(a | b)))
    return 0;
  if (rt_sym_full()) {
    fix(a, b, site);
    return 0;
  }
  return two(
      SYM_OR, width,
      two(SYM_AND, width, rt_sym_lift(a, width, x), rt_sym_const(width, ~sign)),
      two(SYM_AND, width, rt_sym_lift(b, width, y), rt_sym_const(width, sign)));
}

/* Whether its class is among those of the mask, as llvm.is.fpclass has them: 1
 * and 2 what is no number (which of them, its bits say), then from minus
 * infinity (4) up to infinity (512). */
static uint32_t is_size(unsigned k, uint32_t size, unsigned width) {
  uint64_t infinity = sym_number_bits(__builtin_inf(), width);
  uint64_t normal = UINT64_C(1) << (width == 32 ? 23 : 52);
  uint32_t in = rt_sym_const(width, infinity),
           small = rt_sym_const(width, normal);
  uint32_t zero = two(SYM_EQ, 1, size, rt_sym_const(width, 0));
  switch (k) {
  case 0:
    return two(SYM_EQ, 1, size, in);
  case 1:
    return two(SYM_AND, 1, two(SYM_ULE, 1, small, size),
               two(SYM_ULT, 1, size, in));
  case 2:
    return two(SYM_AND, 1, negation(zero), two(SYM_ULT, 1, size, small));
  default:
    return zero;
  }
}

uint32_t heddle_sym_fclass(uint32_t what, uint32_t e, heddle_at site) {
  unsigned mask = what & 0x3ff, width = what >> 16;
  if ((mask & 3) == 1 || (mask & 3) == 2)
    e = heddle_sym_fbits(e, site);
  if (!e)
    return 0;
  if (rt_sym_full()) {
    rt_sym_pin(e, site);
    return 0;
  }
  uint64_t sign = UINT64_C(1) << (width - 1);
  uint32_t quiet = rt_sym_const(width, UINT64_C(1) << (width == 32 ? 22 : 51));
  uint32_t size = two(SYM_AND, width, e, rt_sym_const(width, ~sign));
  uint32_t negative = one(SYM_EXTRACT, 1, e, width - 1);
  uint32_t nan = one(SYM_FNAN, 1, e, 0), out = rt_sym_const(1, 0);
  uint32_t is_quiet = negation(
      two(SYM_EQ, 1, two(SYM_AND, width, e, quiet), rt_sym_const(width, 0)));
  if (mask & 3)
    out = (mask & 3) == 3 ? nan
          : mask & 1      ? two(SYM_AND, 1, nan, negation(is_quiet))
                          : two(SYM_AND, 1, nan, is_quiet);
  for (unsigned k = 0; k < 4; k++) {
    bool below = mask >> (2 + k) & 1, above = mask >> (9 - k) & 1;
    uint32_t it = is_size(k, size, width);
    if (below != above)
      it = two(SYM_AND, 1, it, below ? negative : negation(negative));
    if (below || above)
      out = two(SYM_OR, 1, out, it);
  }
  return out;
}

/* --- memory -------------------------------------------------------------- */

uint32_t heddle_sym_load_float(const void *p, uint32_t size) {
  uint64_t now = 0;
  uint32_t e = rt_sym_look(p, size);
  if (!e)
    return 0;
  memcpy(&now, p, size);
  if (now == rt_sym_value(e) || are_nan(now, rt_sym_value(e), size * 8))
    return e;
  heddle_sym_clear(p, size);
  return 0;
}
