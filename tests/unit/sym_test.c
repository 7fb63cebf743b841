/* Symbolic expressions against C itself, and the solver against
 * enumeration. */
#include "sym/expr.h"
#include "sym/query.h"
#include "base/rng.h"
#include "base/text.h"
#include "test.h"

/* --- what C says -------------------------------------------------------- */

/* One operation at each width C has, done by C's own types. */
#define C_OPERATION(bits)                                                     \
  static uint64_t c_##bits(unsigned op, uint64_t x, uint64_t y) {             \
    uint##bits##_t a = (uint##bits##_t)x, b = (uint##bits##_t)y;              \
    int##bits##_t s = (int##bits##_t)a, t = (int##bits##_t)b;                 \
    switch (op) {                                                             \
    case SYM_ADD: return (uint##bits##_t)(a + b);                             \
    case SYM_SUB: return (uint##bits##_t)(a - b);                             \
    case SYM_MUL: return (uint##bits##_t)((uint64_t)a * b);                   \
    case SYM_UDIV: return (uint##bits##_t)(a / b);                            \
    case SYM_UREM: return (uint##bits##_t)(a % b);                            \
    case SYM_SDIV: return (uint##bits##_t)(s / t);                            \
    case SYM_SREM: return (uint##bits##_t)(s % t);                            \
    case SYM_AND: return a & b;                                               \
    case SYM_OR: return a | b;                                                \
    case SYM_XOR: return a ^ b;                                               \
    case SYM_SHL: return (uint##bits##_t)((uint64_t)a << b);                  \
    case SYM_LSHR: return (uint##bits##_t)(a >> b);                           \
    case SYM_ASHR: return (uint##bits##_t)(s >> b);                           \
    case SYM_EQ: return a == b;                                               \
    case SYM_ULT: return a < b;                                               \
    case SYM_ULE: return a <= b;                                              \
    case SYM_SLT: return s < t;                                               \
    default: return s <= t;                                                   \
    }                                                                         \
  }
C_OPERATION(8)
C_OPERATION(16)
C_OPERATION(32)
C_OPERATION(64)

static uint64_t c_binary(unsigned op, unsigned width, uint64_t a, uint64_t b) {
  return width == 8    ? c_8(op, a, b)
         : width == 16 ? c_16(op, a, b)
         : width == 32 ? c_32(op, a, b)
                       : c_64(op, a, b);
}

static uint64_t c_widen(bool is_signed, unsigned from, uint64_t a) {
  if (!is_signed)
    return a;
  return from == 8    ? (uint64_t)(int8_t)a
         : from == 16 ? (uint64_t)(int16_t)a
         : from == 32 ? (uint64_t)(int32_t)a
                      : a;
}

/* Whether C gives the operation a meaning for these operands. */
static bool is_defined(unsigned op, unsigned width, uint64_t a, uint64_t b) {
  uint64_t least = UINT64_C(1) << (width - 1);
  switch (op) {
  case SYM_UDIV:
  case SYM_UREM:
    return b != 0;
  case SYM_SDIV:
  case SYM_SREM:
    return b != 0 && !(a == least && b == sym_mask(width));
  case SYM_SHL:
  case SYM_LSHR:
  case SYM_ASHR:
    return b < width;
  default:
    return true;
  }
}

/* --- random expressions -------------------------------------------------- */

enum { VARS = 3, POOL = 40 };

struct pair {
  sym_id id;
  uint64_t value; /* as C computes it */
  unsigned width; /* 1, 8, 16, 32, 64 */
};

struct maker {
  struct sym_store store;
  struct rng rng;
  struct pair pool[POOL];
  unsigned count;
};

static unsigned any(struct maker *m, unsigned n) {
  return (unsigned)(rng_next(&m->rng) % n);
}

/* Numbers at which things happen. */
static uint64_t interesting(struct maker *m, unsigned width) {
  uint64_t least = UINT64_C(1) << (width - 1);
  switch (any(m, 6)) {
  case 0: return any(m, 4);
  case 1: return sym_mask(width) - any(m, 3);
  case 2: return (least + any(m, 3) - 1) & sym_mask(width);
  case 3: return any(m, width);
  default: return rng_next(&m->rng) & sym_mask(width);
  }
}

static const struct pair *pick(struct maker *m, unsigned width) {
  for (unsigned tries = 0; tries < 50; tries++) {
    const struct pair *p = &m->pool[any(m, m->count)];
    if (p->width == width || !width)
      return p;
  }
  return NULL;
}

static void add(struct maker *m, sym_id id, uint64_t value, unsigned width) {
  if (m->count < POOL)
    m->pool[m->count++] = (struct pair){id, value, width};
}

static void add_binary(struct maker *m, unsigned width) {
  const struct pair *a = pick(m, width), *b = pick(m, width);
  unsigned op = SYM_ADD + any(m, SYM_SLE - SYM_ADD + 1);
  if (!a || !b || !is_defined(op, width, a->value, b->value))
    return;
  sym_id id = sym_binary(&m->store, op, a->id, b->id);
  add(m, id, c_binary(op, width, a->value, b->value), op >= SYM_EQ ? 1 : width);
}

static void add_cast(struct maker *m) {
  static const unsigned widths[] = {8, 16, 32, 64};
  const struct pair *a = pick(m, 0);
  unsigned to = widths[any(m, 4)];
  if (a->width > to) {
    unsigned low = any(m, 2) ? 0 : a->width - to;
    add(m, sym_extract(&m->store, a->id, low, to),
        (a->value >> low) & sym_mask(to), to);
  } else if (a->width == 1) {
    add(m, sym_extend(&m->store, SYM_ZEXT, a->id, to), a->value, to);
  } else {
    bool is_signed = any(m, 2);
    add(m, sym_extend(&m->store, is_signed ? SYM_SEXT : SYM_ZEXT, a->id, to),
        c_widen(is_signed, a->width, a->value) & sym_mask(to), to);
  }
}

/* Bytes taken apart and put together, as memory does it. */
static void add_bytes(struct maker *m) {
  const struct pair *a = pick(m, 32), *b = pick(m, 8);
  if (!a || !b)
    return;
  struct sym_store *s = &m->store;
  sym_id low = sym_extract(s, a->id, 0, 8), up = sym_extract(s, a->id, 8, 8);
  if (any(m, 2))
    add(m, sym_concat(s, up, low), a->value & 0xffff, 16);
  else
    add(m, sym_concat(s, b->id, low), b->value << 8 | (a->value & 0xff), 16);
}

static void add_choice(struct maker *m, unsigned width) {
  const struct pair *c = pick(m, 1), *a = pick(m, width), *b = pick(m, width);
  if (c && a && b)
    add(m, sym_ite(&m->store, c->id, a->id, b->id),
        c->value ? a->value : b->value, width);
}

static void grow(struct maker *m, unsigned steps) {
  static const unsigned widths[] = {8, 16, 32, 64};
  for (unsigned i = 0; i < steps; i++) {
    unsigned width = widths[any(m, 4)];
    switch (any(m, 8)) {
    case 0:
      add_cast(m);
      break;
    case 1:
      add_choice(m, width);
      break;
    case 2:
      add_bytes(m);
      break;
    case 3: {
      uint64_t v = interesting(m, width);
      add(m, sym_const(&m->store, width, v), v, width);
      break;
    }
    default:
      add_binary(m, width);
    }
  }
}

TEST(expressions_compute_what_c_computes) {
  for (uint64_t seed = 1; seed <= 4000; seed++) {
    struct maker m = {.rng = rng_seed(seed)};
    struct sym_values v = {0};
    for (unsigned i = 0; i < VARS; i++) {
      uint64_t x = interesting(&m, 64);
      sym_id id = sym_var(&m.store, 0, i, 64, INT64_MIN, INT64_MAX);
      sym_values_set(&v, i, (int64_t)x);
      add(&m, id, x, 64);
      for (unsigned w = 8; w < 64; w *= 2)
        add(&m, sym_extract(&m.store, id, 0, w), x & sym_mask(w), w);
    }
    grow(&m, 60);
    for (unsigned i = 0; i < m.count; i++) {
      CHECK_EQ(sym_width(&m.store, m.pool[i].id), m.pool[i].width);
      CHECK_EQ(sym_eval(&m.store, m.pool[i].id, &v), m.pool[i].value);
    }
    sym_values_free(&v);
    sym_store_free(&m.store);
  }
}

TEST(equal_expressions_have_one_number) {
  struct sym_store s = {0};
  sym_id x = sym_var(&s, 0, 0, 64, 0, 100), y = sym_var(&s, 0, 1, 64, 0, 100);
  CHECK_EQ(sym_binary(&s, SYM_ADD, x, y), sym_binary(&s, SYM_ADD, y, x));
  sym_id narrow = sym_extract(&s, x, 0, 32);
  sym_id bytes = sym_concat(&s, sym_extract(&s, narrow, 24, 8),
                            sym_extract(&s, narrow, 0, 24));
  CHECK_EQ(bytes, narrow);
  sym_id c = sym_binary(&s, SYM_SLT, x, y);
  CHECK_EQ(sym_not(&s, sym_not(&s, c)), c);
  /* if ((x < y) != 0) */
  sym_id wide = sym_extend(&s, SYM_ZEXT, c, 32);
  sym_id back = sym_not(&s, sym_binary(&s, SYM_EQ, wide, sym_const(&s, 32, 0)));
  CHECK_EQ(back, c);
  sym_store_free(&s);
}

TEST(nodes_that_are_no_expressions_are_refused) {
  struct sym_store s = {0};
  sym_id out[3];
  struct sym_node var = {.op = SYM_VAR, .width = 32, .more = 5};
  struct sym_node ahead = {.op = SYM_ADD, .width = 32, .a = 1, .b = 3};
  struct sym_node wide = {.op = SYM_ADD, .width = 16, .a = 1, .b = 1};
  struct sym_node cut = {.op = SYM_EXTRACT, .width = 30, .low = 8, .a = 1};
  struct sym_node none = {.op = SYM_OP_COUNT, .width = 8};
  struct sym_node zero = {.op = SYM_CONST};
  struct sym_node empty = {.op = SYM_VAR, .width = 8, .value = 5, .more = 4};
  const struct sym_node bad[] = {ahead, wide, cut, none, zero, empty};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    test_row("%zu of bad", i);
    struct sym_node nodes[] = {var, bad[i]};
    CHECK(!sym_import(&s, nodes, 2, out));
  }
  struct sym_node sum = {.op = SYM_ADD, .width = 32, .a = 1, .b = 1};
  struct sym_node good[] = {var, sum};
  CHECK(sym_import(&s, good, 2, out));
  CHECK_EQ(sym_width(&s, out[1]), 32);
  sym_store_free(&s);
}

TEST(a_deep_expression_needs_no_deep_stack) {
  struct sym_store s = {0};
  struct sym_values v = {0};
  sym_id x = sym_var(&s, 0, 0, 64, 0, 100), sum = x;
  for (int i = 0; i < 200000; i++)
    sum = sym_binary(&s, i % 2 ? SYM_XOR : SYM_MUL, sum,
                     i % 2 ? x : sym_const(&s, 64, 3));
  sym_values_set(&v, 0, 7);
  uint64_t expect = 7;
  for (int i = 0; i < 200000; i++)
    expect = i % 2 ? expect ^ 7 : expect * 3;
  CHECK_EQ(sym_eval(&s, sum, &v), expect);
  sym_values_free(&v);
  sym_store_free(&s);
}

/* --- the solver --------------------------------------------------------- */

static bool enumerated(struct sym_store *s, const sym_id *c, size_t n) {
  struct sym_values v = {0};
  bool found = false;
  for (int64_t x = -4; x <= 11 && !found; x++)
    for (int64_t y = 0; y <= 15 && !found; y++) {
      sym_values_set(&v, 0, x);
      sym_values_set(&v, 1, y);
      found = sym_holds(s, c, n, &v);
    }
  sym_values_free(&v);
  return found;
}

SLOW_TEST(the_solver_agrees_with_enumeration) {
  unsigned sat = 0, unsat = 0;
  for (uint64_t seed = 1; seed <= 100; seed++) {
    struct maker m = {.rng = rng_seed(seed * 77)};
    sym_id x = sym_var(&m.store, 0, 0, 64, -4, 11);
    sym_id y = sym_var(&m.store, 1, 0, 64, 0, 15);
    struct sym_query *q = sym_query_open(&m.store, 500000);
    if (!q)
      return; /* a build without */
    for (unsigned w = 8; w <= 64; w *= 2) {
      add(&m, sym_extract(&m.store, x, 0, w), 1, w);
      add(&m, sym_extract(&m.store, y, 0, w), 2, w);
    }
    grow(&m, 60);
    sym_id conditions[POOL];
    size_t n = 0;
    for (unsigned i = 0; i < m.count; i++)
      if (m.pool[i].width == 1)
        conditions[n++] = any(&m, 2) ? m.pool[i].id
                                     : sym_not(&m.store, m.pool[i].id);
    for (size_t k = 1; k <= n; k++) { /* as a path grows */
      struct sym_values v = {0};
      enum sym_answer a = sym_solve(q, conditions, k, &v);
      CHECK(a != SYM_UNKNOWN);
      CHECK_EQ(a == SYM_SAT, enumerated(&m.store, conditions, k));
      if (a == SYM_SAT)
        CHECK(sym_holds(&m.store, conditions, k, &v));
      sat += a == SYM_SAT;
      unsat += a == SYM_UNSAT;
      sym_values_free(&v);
    }
    sym_query_close(q);
    sym_store_free(&m.store);
  }
  CHECK(sat > 100 && unsat > 100);
}

TEST(the_solver_finds_the_needle) {
  struct sym_store s = {0};
  struct sym_query *q = sym_query_open(&s, SOLVER_PATIENCE);
  if (!q)
    return;
  struct sym_values v = {0};
  sym_id x = sym_extract(&s, sym_var(&s, 0, 0, 64, INT32_MIN, INT32_MAX), 0, 32);
  sym_id sum = sym_binary(&s, SYM_ADD,
                          sym_binary(&s, SYM_MUL, x, sym_const(&s, 32, 3)),
                          sym_const(&s, 32, 7));
  sym_id c = sym_binary(&s, SYM_EQ, sum, sym_const(&s, 32, 1234));
  CHECK_EQ(sym_solve(q, &c, 1, &v), SYM_SAT);
  CHECK_EQ((uint32_t)sym_value(&s, &v, 0) * 3u + 7u, 1234u);
  sym_id both[] = {c, sym_not(&s, c)};
  CHECK_EQ(sym_solve(q, both, 2, &v), SYM_UNSAT);
  uint64_t solved = sym_query_stats(q)->solved;
  CHECK_EQ(sym_solve(q, both, 2, &v), SYM_UNSAT);
  CHECK_EQ(sym_query_stats(q)->solved, solved); /* remembered */
  sym_values_free(&v);
  sym_query_close(q);
  sym_store_free(&s);
}

TEST(parts_without_a_common_variable_are_asked_about_apart) {
  struct sym_store s = {0};
  struct sym_query *q = sym_query_open(&s, SOLVER_PATIENCE);
  if (!q)
    return;
  struct sym_values v = {0};
  sym_id c[8];
  for (uint32_t i = 0; i < 8; i++)
    c[i] = sym_binary(&s, SYM_EQ,
                      sym_binary(&s, SYM_MUL, sym_var(&s, i, 0, 64, 0, 1000),
                                 sym_const(&s, 64, 17)),
                      sym_const(&s, 64, 17 * (500 + i)));
  for (size_t n = 1; n <= 8; n++)
    CHECK_EQ(sym_solve(q, c, n, &v), SYM_SAT);
  for (size_t i = 0; i < 8; i++)
    CHECK_EQ(sym_value(&s, &v, i), (int64_t)(500 + i));
  CHECK_EQ(sym_query_stats(q)->solved, 8);
  sym_values_free(&v);
  sym_query_close(q);
  sym_store_free(&s);
}

/* Variables beyond the sixty-fourth are told apart, too. */
TEST(many_variables_make_many_parts) {
  enum { MANY = 200 };
  struct sym_store s = {0};
  struct sym_query *q = sym_query_open(&s, SOLVER_PATIENCE);
  if (!q)
    return;
  struct sym_values v = {0};
  sym_id c[MANY];
  for (uint32_t i = 0; i < MANY; i++)
    c[i] = sym_binary(&s, SYM_SLT, sym_const(&s, 64, i),
                      sym_var(&s, 0, i, 64, 0, 1000));
  CHECK_EQ(sym_solve(q, c, MANY, &v), SYM_SAT);
  CHECK(sym_holds(&s, c, MANY, &v));
  CHECK_EQ(sym_query_stats(q)->parts, MANY);
  /* one that ties two of them together */
  sym_id tied[] = {c[3], c[77],
                   sym_binary(&s, SYM_EQ, s.inputs.at[3].id,
                              s.inputs.at[77].id)};
  CHECK_EQ(sym_solve(q, tied, 3, &v), SYM_SAT);
  CHECK_EQ(sym_query_stats(q)->parts, MANY + 1);
  CHECK(sym_holds(&s, tied, 3, &v));
  sym_values_free(&v);
  sym_query_close(q);
  sym_store_free(&s);
}

static bool at_once(void *asked) {
  ++*(unsigned *)asked;
  return true;
}

/* A question that would take minutes, and somebody who does not wait. */
TEST(who_waits_for_the_solver_may_give_up) {
  struct sym_store s = {0};
  struct sym_query *q = sym_query_open(&s, UINT32_MAX);
  if (!q)
    return;
  struct sym_values v = {0};
  unsigned asked = 0;
  sym_id x = sym_var(&s, 0, 0, 64, 2, UINT32_MAX);
  sym_id y = sym_var(&s, 0, 1, 64, 2, UINT32_MAX);
  sym_id c = sym_binary(&s, SYM_EQ, sym_binary(&s, SYM_MUL, x, y),
                        sym_const(&s, 64, UINT64_C(9345208821757322069)));
  sym_query_watch(q, at_once, &asked);
  CHECK_EQ(sym_solve(q, &c, 1, &v), SYM_UNKNOWN);
  CHECK(asked > 0);
  sym_values_free(&v);
  sym_query_close(q);
  sym_store_free(&s);
}
