/* Floating point that depends on inputs: those whose names begin with fails_
 * do, of the others every path is covered. */
#include <assert.h>
#include <errno.h>
#include <heddle/rt.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

static double number(int low, int high) {
  return (double)heddle_input("n", low, high);
}

/* --- found by a condition on floating point only -------------------------- */

HEDDLE_TEST(fails_sum) {
  assert(heddle_double("x") + 0.5 != 1234.75);
}

HEDDLE_TEST(fails_product) {
  assert(heddle_float("x") * 3 != 36.75f);
}

HEDDLE_TEST(fails_quotient) {
  float x = heddle_float("x");
  assert(!(1 / x > 1e30f && x > 0 && x < 9e-31f));
}

HEDDLE_TEST(fails_difference) {
  double a = number(0, 1000000), b = a * 0.1;
  assert(a - b != 111.6);
}

HEDDLE_TEST(fails_infinity) {
  double x = heddle_double("x");
  assert(!isinf(x) || x < 0);
}

HEDDLE_TEST(fails_minus_zero) {
  float x = heddle_float("x");
  assert(x != 0 || 1 / x > 0);
}

HEDDLE_TEST(fails_not_a_number) {
  float x = __VERIFIER_nondet_float();
  assert(x == x);
}

HEDDLE_TEST(fails_narrow) {
  double x = __VERIFIER_nondet_double();
  heddle_assume(x > 1 && x < 2);
  assert((float)x < 2);
}

HEDDLE_TEST(fails_to_integer) {
  assert((int)(heddle_float("x") * 2) != 4711);
}

HEDDLE_TEST(fails_to_unsigned) {
  double x = heddle_double("x");
  heddle_assume(x >= 0 && x < 18446744073709551616.0);
  assert((uint64_t)x != UINT64_C(0xf000000000000000));
}

HEDDLE_TEST(fails_root) {
  int n = (int)heddle_input("n", 0, 10000);
  assert(sqrt(n) != 77);
}

HEDDLE_TEST(fails_floor) {
  float x = heddle_float("x");
  assert(!(floorf(x) == 41 && ceilf(x) == 42 && roundf(x) == 42));
}

HEDDLE_TEST(fails_half) {
  float x = heddle_float("x");
  heddle_assume(x > 0 && x < 10);
  assert(roundf(x) == rintf(x));
}

HEDDLE_TEST(fails_bits) {
  union {
    float f;
    uint32_t bits;
  } u = {heddle_float("x")};
  assert(u.bits != 0x42f6e979); /* 123.456 */
}

HEDDLE_TEST(fails_through_memory) {
  double a[4] = {0}, b[4];
  a[2] = heddle_double("x");
  memcpy(b, a, sizeof b);
  assert(b[2] != -17.25);
}

HEDDLE_TEST(fails_chosen_element) {
  const double a[] = {0.5, 1.5, 2.5, 3.5};
  int i = (int)heddle_input("i", 0, 3);
  assert(a[i] * 2 != 5);
}

static double shared;

static void *half(void *arg) {
  double x;
  memcpy(&x, arg, sizeof x);
  shared = x / 2;
  return NULL;
}

HEDDLE_TEST(fails_in_a_thread) {
  double x = heddle_double("x");
  pthread_t t;
  pthread_create(&t, NULL, half, &x);
  pthread_join(t, NULL);
  assert(shared != 2.125);
}

/* --- everything covered ---------------------------------------------------- */

HEDDLE_TEST(order) {
  double x = heddle_double("x"), y = heddle_double("y");
  int all = (x < y) + (x > y) + (x == y) + (isunordered(x, y) != 0);
  assert(all == 1);
}

HEDDLE_TEST(negation) {
  float x = heddle_float("x");
  assert(isnan(x) || -x == 0 - x);
  assert(isnan(x) || fabsf(x) >= 0);
}

HEDDLE_TEST(sums_commute) {
  float x = heddle_float("x"), y = heddle_float("y");
  float s = x + y, t = y + x;
  assert(s == t || (isnan(s) && isnan(t)));
}

HEDDLE_TEST(rounding) {
  float x = heddle_float("x");
  heddle_assume(x > -100 && x < 100);
  assert(floorf(x) <= truncf(x) || x < 0);
  assert(ceilf(x) - floorf(x) <= 1);
  assert(fabsf(rintf(x) - x) <= 0.5f);
  assert(lroundf(x) == (long)roundf(x));
}

HEDDLE_TEST(smaller_and_larger) {
  float x = heddle_float("x"), y = heddle_float("y");
  float low = fminf(x, y), high = fmaxf(x, y);
  assert(isnan(low) == (isnan(x) && isnan(y)));
  assert(isnan(low) || low <= high);
}

HEDDLE_TEST(classes) {
  double x = heddle_double("x");
  switch (fpclassify(x)) {
  case FP_NAN:
    assert(x != x);
    break;
  case FP_INFINITE:
    assert(x > 1e308 || x < -1e308);
    break;
  case FP_ZERO:
    assert(x == 0);
    break;
  case FP_SUBNORMAL:
    assert(x != 0 && fabs(x) < 2.3e-308);
    break;
  default:
    assert(isnormal(x) && isfinite(x));
  }
}

HEDDLE_TEST(there_and_back) {
  int n = (int)heddle_input("n", INT32_MIN, INT32_MAX);
  assert((int)(double)n == n);
  short s = (short)heddle_input("s", INT16_MIN, INT16_MAX);
  assert((short)(float)s == s);
  unsigned u = (unsigned)heddle_input("u", 0, UINT32_MAX);
  assert((unsigned)(double)u == u);
}

HEDDLE_TEST(roots) {
  float x = heddle_float("x");
  errno = 0;
  float r = sqrtf(x);
  assert((errno == EDOM) == (x < 0));
  assert(isnan(r) || r >= 0);
}

HEDDLE_TEST(signs) {
  float x = heddle_float("x"), y = copysignf(3, x);
  assert(y == 3 || y == -3);
  assert(isnan(x) || (x < 0) <= (y < 0));
}

/* What others see is no look at its bits. */
HEDDLE_TEST(shared_by_threads) {
  double x = heddle_double("x");
  pthread_t t;
  pthread_create(&t, NULL, half, &x);
  pthread_join(t, NULL);
  assert(isnan(x) || isinf(x) || fabs(shared) <= fabs(x));
}

/* The compiler may make one operation of it, and then two are meant. */
HEDDLE_TEST(product_and_sum) {
  float x = heddle_float("x");
  heddle_assume(x >= 0 && x <= 1);
  float y = x * x + 1;
  assert(y >= 1 && y <= 2);
}

HEDDLE_TEST(choice) {
  double x = heddle_double("x");
  double y = x > 3 ? x - 3 : 3 - x;
  assert(isnan(y) || y >= 0);
}

/* --- made of others -------------------------------------------------------- */

HEDDLE_TEST(fails_fdim) {
  assert(fdim(heddle_double("x"), 10) != 2.5);
}

HEDDLE_TEST(fdim_is_never_negative) {
  float x = heddle_float("x");
  heddle_assume(x == x);
  assert(fdimf(x, 3) >= 0);
}

HEDDLE_TEST(fails_ldexp) {
  assert(ldexpf(heddle_float("x"), 4) != 72);
}

HEDDLE_TEST(fails_ldexp_range) {
  errno = 0;
  double x = ldexp(heddle_double("x"), 1000);
  assert(errno != ERANGE || x == 0);
}

HEDDLE_TEST(scalbn_goes_back) {
  float x = heddle_float("x");
  heddle_assume(x > 1 && x < 1000);
  assert(scalbnf(scalbnf(x, 5), -5) == x);
}

HEDDLE_TEST(fails_nextafter) {
  assert(nextafterf(heddle_float("x"), 8) != 7.5f);
}

HEDDLE_TEST(nextafter_is_above) {
  float x = heddle_float("x");
  heddle_assume(x > -1e30f && x < 1e30f);
  assert(nextafterf(x, INFINITY) > x);
}

HEDDLE_TEST(nextafter_of_nothing) {
  float x = heddle_float("x");
  heddle_assume(x == 0);
  assert(nextafterf(x, -1) < 0 && nextafterf(x, 1) > 0);
}
