/* float: what operations on floating point mean, bit by bit.
 *
 * A float or double is the vector of its 32 or 64 bits (IEEE 754).  Every
 * operation rounds to the nearest, ties to even, as C does unless it is told
 * otherwise (rt/float.c sees to that).  A result that is no number is the NaN
 * that x86-64 makes; which NaN it is neither C nor the solver says, so whoever
 * looks at the bits of one is told that they were looked at (rt/float.c).
 *
 * What is beyond the range of an integer becomes the smallest one, as
 * cvttsd2si does it; C gives it no meaning. */
#ifndef SYM_FLOAT_H
#define SYM_FLOAT_H

#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#else
#include <math.h>
#endif

/* How FROUND rounds to a whole number: its `low`. */
enum sym_round {
  SYM_NEAREST, /* ties to even: rint */
  SYM_AWAY,    /* ties away from zero: round */
  SYM_UP,
  SYM_DOWN,
  SYM_TO_ZERO
};

static inline uint64_t sym_nan(unsigned width) {
  return width == 32 ? UINT64_C(0xffc00000) : UINT64_C(0xfff8000000000000);
}

/* Every float is a double, so that one suffices here. */
static inline double sym_number(uint64_t bits, unsigned width) {
  double d;
  float f;
  uint32_t low = (uint32_t)bits;
  memcpy(&d, &bits, sizeof d);
  memcpy(&f, &low, sizeof f);
  return width == 32 ? (double)f : d;
}

static inline int sym_is_nan(uint64_t bits, unsigned width) {
  double d = sym_number(bits, width);
  return d != d;
}

static inline uint64_t sym_float_bits(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return f != f ? sym_nan(32) : bits;
}

static inline uint64_t sym_double_bits(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return d != d ? sym_nan(64) : bits;
}

/* A double to the nearest number of that width. */
static inline uint64_t sym_number_bits(double d, unsigned width) {
  return width == 32 ? sym_float_bits((float)d) : sym_double_bits(d);
}

static inline double sym_root(double d) {
#ifdef __SSE2__
  return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_setzero_pd(), _mm_set_sd(d)));
#else
  return sqrt(d);
#endif
}

/* To a whole number; those from 2^52 on are, and a sign is kept. */
static inline double sym_whole(double d, unsigned how) {
  if (!(d > -4503599627370496.0 && d < 4503599627370496.0))
    return d;
  double whole = (double)(int64_t)d, rest = d - whole;
  double size = rest < 0 ? -rest : rest, sign = d < 0 ? -1 : 1;
  int odd = (int64_t)whole & 1;
  if ((how == SYM_UP && rest > 0) || (how == SYM_DOWN && rest < 0) ||
      (how == SYM_AWAY && size >= 0.5) ||
      (how == SYM_NEAREST && (size > 0.5 || (size == 0.5 && odd))))
    whole += sign;
  return whole == 0 && (sym_double_bits(d) >> 63) ? -0.0 : whole;
}

/* The smallest number for what is beyond the range. */
static inline uint64_t sym_to_signed(double d, unsigned width) {
  if (width == 32)
    return d > -2147483649.0 && d < 2147483648.0 ? (uint32_t)(int32_t)d
                                                 : UINT64_C(1) << 31;
  return d >= -9223372036854775808.0 && d < 9223372036854775808.0
             ? (uint64_t)(int64_t)d
             : UINT64_C(1) << 63;
}

/* A double would round twice: floats are computed as floats. */
static inline uint64_t sym_float_apply(char op, uint64_t a, uint64_t b,
                                       unsigned width) {
  double x = sym_number(a, width), y = sym_number(b, width);
  if (width == 32) {
    float f = (float)x, g = (float)y;
    return sym_float_bits(op == '+'   ? f + g
                          : op == '-' ? f - g
                          : op == '*' ? f * g
                                      : f / g);
  }
  return sym_double_bits(op == '+'   ? x + y
                         : op == '-' ? x - y
                         : op == '*' ? x * y
                                     : x / y);
}

static inline uint64_t sym_from_int(uint64_t v, unsigned width, int is_signed) {
  if (width == 32)
    return sym_float_bits(is_signed ? (float)(int64_t)v : (float)v);
  return sym_double_bits(is_signed ? (double)(int64_t)v : (double)v);
}

#endif
