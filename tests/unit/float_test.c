/* Floating point as expressions: against C's own, and the solver against
 * both. */
#include <fenv.h>
#include <math.h>

#include "base/rng.h"
#include "sym/expr.h"
#include "sym/solver.h"
#include "test.h"

/* --- what C says -------------------------------------------------------- */

static uint64_t of_double(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return isnan(d) ? sym_nan(64) : bits;
}

static uint64_t of_float(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return isnan(f) ? sym_nan(32) : bits;
}

static double to_double(uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static float to_float(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float f;
  memcpy(&f, &low, sizeof f);
  return f;
}

static double c_round(double d, unsigned how) {
  switch (how) {
  case SYM_AWAY:
    return round(d);
  case SYM_UP:
    return ceil(d);
  case SYM_DOWN:
    return floor(d);
  case SYM_TO_ZERO:
    return trunc(d);
  default:
    return rint(d);
  }
}

/* What x86-64 makes of what is out of range. */
static uint64_t c_signed(double d, unsigned width) {
  if (width == 32)
    return !(d > -2147483649.0 && d < 2147483648.0) ? 0x80000000u
                                                    : (uint32_t)(int)d;
  return d >= -0x1p63 && d < 0x1p63 ? (uint64_t)(long)d : UINT64_C(1) << 63;
}

static uint64_t c_double(unsigned op, uint64_t a, uint64_t b, unsigned to,
                         unsigned how) {
  double x = to_double(a), y = to_double(b);
  switch (op) {
  case SYM_FADD:
    return of_double(x + y);
  case SYM_FSUB:
    return of_double(x - y);
  case SYM_FMUL:
    return of_double(x * y);
  case SYM_FDIV:
    return of_double(x / y);
  case SYM_FEQ:
    return x == y;
  case SYM_FLT:
    return isless(x, y);
  case SYM_FLE:
    return islessequal(x, y);
  case SYM_FNAN:
    return isnan(x);
  case SYM_FSQRT:
    return of_double(sqrt(x));
  case SYM_FROUND:
    return of_double(c_round(x, how));
  case SYM_FTOF:
    return of_float((float)x);
  case SYM_STOF:
    return to == 64 ? of_double((double)(long)a) : of_float((float)(long)a);
  case SYM_UTOF:
    return to == 64 ? of_double((double)a) : of_float((float)a);
  default:
    return c_signed(x, to);
  }
}

static uint64_t c_float(unsigned op, uint64_t a, uint64_t b, unsigned to,
                        unsigned how) {
  float x = to_float(a), y = to_float(b);
  switch (op) {
  case SYM_FADD:
    return of_float(x + y);
  case SYM_FSUB:
    return of_float(x - y);
  case SYM_FMUL:
    return of_float(x * y);
  case SYM_FDIV:
    return of_float(x / y);
  case SYM_FEQ:
    return x == y;
  case SYM_FLT:
    return isless(x, y);
  case SYM_FLE:
    return islessequal(x, y);
  case SYM_FNAN:
    return isnan(x);
  case SYM_FSQRT:
    return of_float(sqrtf(x));
  case SYM_FROUND:
    return of_float((float)c_round((double)x, how));
  case SYM_FTOF:
    return of_double((double)x);
  case SYM_STOF:
    return to == 64 ? of_double((double)(int)a) : of_float((float)(int)a);
  case SYM_UTOF:
    return to == 64 ? of_double((double)(uint32_t)a)
                    : of_float((float)(uint32_t)a);
  default:
    return c_signed((double)x, to);
  }
}

/* --- one operation on two numbers ---------------------------------------- */

struct case_ {
  unsigned op, from, to, how;
  uint64_t a, b;
};

/* Numbers at which things happen. */
static uint64_t interesting(struct rng *r, unsigned width) {
  static const double some[] = {0,
                                -0.0,
                                1,
                                -1,
                                0.5,
                                -0.5,
                                1.5,
                                2.5,
                                -2.5,
                                3,
                                1e30,
                                -1e30,
                                1e-40,
                                -1e-40,
                                0x1p31,
                                -0x1p31,
                                0x1p63,
                                -0x1p63,
                                0x1p64,
                                4503599627370495.5,
                                8388607.5,
                                2147483647.5,
                                -2147483648.5,
                                4294967295.0,
                                0.1,
                                1e-320,
                                16777217.0};
  switch (rng_next(r) % 8) {
  case 0:
    return width == 32 ? of_float(NAN) : of_double(NAN);
  case 1:
    return width == 32 ? of_float(INFINITY) : of_double(-INFINITY);
  case 2:
    return rng_next(r) & sym_mask(width);
  case 3:
    return rng_next(r) % 5;
  default: {
    double d = some[rng_next(r) % (sizeof some / sizeof *some)];
    return width == 32 ? of_float((float)d) : of_double(d);
  }
  }
}

static struct case_ any_case(struct rng *r) {
  struct case_ c = {.op = SYM_FADD +
                          (unsigned)(rng_next(r) % (SYM_OP_COUNT - SYM_FADD)),
                    .from = rng_next(r) % 2 ? 32 : 64};
  c.how = c.op == SYM_FROUND ? (unsigned)(rng_next(r) % 5) : 0;
  c.to = sym_is_truth(c.op) ? 1
         : c.op == SYM_FTOF ? 96 - c.from
         : c.op >= SYM_STOF ? (rng_next(r) % 2 ? 32 : 64)
                            : c.from;
  c.a = interesting(r, c.from);
  c.b = interesting(r, c.from);
  return c;
}

static uint64_t as_c(const struct case_ *c) {
  return c->from == 64 ? c_double(c->op, c->a, c->b, c->to, c->how)
                       : c_float(c->op, c->a, c->b, c->to, c->how);
}

static sym_id operand(struct sym_store *s, uint32_t index, unsigned width) {
  sym_id var = sym_var(s, 0, index, 64, INT64_MIN, INT64_MAX);
  return width == 64 ? var : sym_extract(s, var, 0, width);
}

static sym_id built(struct sym_store *s, const struct case_ *c, sym_id a,
                    sym_id b) {
  return sym_float(s, c->op, a, sym_operands(c->op) > 1 ? b : 0, c->to, c->how);
}

TEST(floats_compute_what_c_computes) {
  struct rng r = rng_seed(7);
  for (unsigned i = 0; i < 200000; i++) {
    struct sym_store s = {0};
    struct sym_values v = {0};
    struct case_ c = any_case(&r);
    test_row("op %u of %u bits to %u, how %u: %lx and %lx", c.op, c.from, c.to,
             c.how, c.a, c.b);
    sym_id a = operand(&s, 0, c.from), b = operand(&s, 1, c.from);
    sym_id e = built(&s, &c, a, b);
    sym_values_set(&v, 0, (int64_t)c.a);
    sym_values_set(&v, 1, (int64_t)c.b);
    CHECK_EQ(sym_eval(&s, e, &v), as_c(&c));
    /* and of constants at once */
    sym_id k =
        built(&s, &c, sym_const(&s, c.from, c.a), sym_const(&s, c.from, c.b));
    CHECK_EQ(sym_at(&s, k)->value, as_c(&c));
    sym_values_free(&v);
    sym_store_free(&s);
  }
}

/* Of given operands there is that result, and no other. */
static void ask(const struct case_ *c) {
  struct sym_store s = {0};
  struct sym_values v = {0};
  sym_id a = operand(&s, 0, c->from), b = operand(&s, 1, c->from);
  sym_id e = built(&s, c, a, b);
  sym_id is = sym_binary(&s, SYM_EQ, e, sym_const(&s, c->to, as_c(c)));
  sym_id given[] = {sym_binary(&s, SYM_EQ, a, sym_const(&s, c->from, c->a)),
                    sym_binary(&s, SYM_EQ, b, sym_const(&s, c->from, c->b)),
                    is};
  struct solver *z = solver_open(&s, SOLVER_PATIENCE);
  CHECK_EQ(solver_check(z, given, 3, &v), SYM_SAT);
  given[2] = sym_not(&s, is);
  CHECK_EQ(solver_check(z, given, 3, &v), SYM_UNSAT);
  solver_close(z);
  sym_values_free(&v);
  sym_store_free(&s);
}

SLOW_TEST(the_solver_computes_what_c_computes) {
  struct sym_store none = {0};
  struct solver *z = solver_open(&none, 1);
  if (!z)
    return; /* a build without */
  solver_close(z);
  struct rng r = rng_seed(11);
  for (unsigned i = 0; i < 300; i++) {
    struct case_ c = any_case(&r);
    test_row("op %u of %u bits to %u, how %u: %lx and %lx", c.op, c.from, c.to,
             c.how, c.a, c.b);
    ask(&c);
  }
}

/* Through signs and choices numbers stay numbers. */
TEST(signs_and_choices_of_floats) {
  struct sym_store s = {0};
  struct sym_values v = {0};
  struct solver *z = solver_open(&s, SOLVER_PATIENCE);
  if (!z)
    return;
  sym_id x = operand(&s, 0, 64), y = operand(&s, 1, 64);
  sym_id sum = sym_float(&s, SYM_FADD, x, y, 64, 0);
  sym_id minus =
      sym_binary(&s, SYM_XOR, sum, sym_const(&s, 64, UINT64_C(1) << 63));
  sym_id size =
      sym_binary(&s, SYM_AND, sum, sym_const(&s, 64, UINT64_MAX >> 1));
  sym_id less = sym_float(&s, SYM_FLT, sum, sym_const(&s, 64, 0), 1, 0);
  sym_id other = sym_ite(&s, less, minus, sum);
  sym_id number = sym_not(&s, sym_float(&s, SYM_FNAN, sum, 0, 1, 0));
  sym_id same = sym_float(&s, SYM_FEQ, size, other, 1, 0);
  sym_id ask[] = {number, sym_not(&s, same)};
  CHECK_EQ(solver_check(z, ask, 2, &v), SYM_UNSAT);
  sym_id three[] = {
      sym_float(&s, SYM_FEQ, minus, sym_const(&s, 64, of_double(-3.5)), 1, 0),
      less};
  CHECK_EQ(solver_check(z, three, 2, &v), SYM_UNSAT);
  CHECK_EQ(solver_check(z, three, 1, &v), SYM_SAT);
  CHECK(sym_holds(&s, three, 1, &v));
  solver_close(z);
  sym_values_free(&v);
  sym_store_free(&s);
}

/* What the runtime of a tested program may have written. */
TEST(floats_of_other_widths_are_refused) {
  struct sym_store s = {0};
  sym_id out[2];
  struct sym_node var = {.op = SYM_VAR, .width = 16, .more = 5};
  struct sym_node sum = {.op = SYM_FADD, .width = 16, .a = 1, .b = 1};
  struct sym_node whole = {.op = SYM_FTOS, .width = 32, .a = 1};
  struct sym_node half = {.op = SYM_STOF, .width = 16, .a = 1};
  struct sym_node no = {.op = SYM_FNAN, .width = 1, .a = 1};
  const struct sym_node bad[] = {sum, whole, half, no};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct sym_node nodes[] = {var, bad[i]};
    test_row("%zu of bad", i);
    CHECK(!sym_import(&s, nodes, 2, out));
  }
  struct sym_node good = {.op = SYM_STOF, .width = 64, .a = 1};
  struct sym_node nodes[] = {var, good};
  CHECK(sym_import(&s, nodes, 2, out));
  sym_store_free(&s);
}
