/* The solver is Z3 (its C API, 4.8).  One incremental solver without tactics:
 * for the many small conditions of paths that is several times faster than
 * what Z3_mk_solver chooses.  Terms are made once for each expression and live
 * as long as the context, which counts no references.
 *
 * A frame for each condition: the question at hand and the one before share
 * those of their common beginning.  (Z3 has a timeout of its own, which starts
 * a thread for each question and waits for it by yielding: on a busy machine
 * that takes longer than the answer.) */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <z3.h>

#include "base/alloc.h"
#include "base/late.h"
#include "sym/solver.h"

// clang-format off
#define USED(X)                                                               \
  X(Z3_del_config) X(Z3_del_context) X(Z3_get_numeral_uint64)                 \
  X(Z3_interrupt) X(Z3_mk_bv_sort) X(Z3_mk_bvadd) X(Z3_mk_bvand)              \
  X(Z3_mk_bvashr) X(Z3_mk_bvlshr) X(Z3_mk_bvmul) X(Z3_mk_bvor)                \
  X(Z3_mk_bvsdiv) X(Z3_mk_bvshl) X(Z3_mk_bvsle) X(Z3_mk_bvslt)                \
  X(Z3_mk_bvsrem) X(Z3_mk_bvsub) X(Z3_mk_bvudiv) X(Z3_mk_bvule)               \
  X(Z3_mk_bvult) X(Z3_mk_bvurem) X(Z3_mk_bvxor) X(Z3_mk_concat)               \
  X(Z3_mk_config) X(Z3_mk_const) X(Z3_mk_context) X(Z3_mk_eq)                 \
  X(Z3_mk_extract) X(Z3_mk_int_symbol) X(Z3_mk_ite) X(Z3_mk_params)           \
  X(Z3_mk_sign_ext) X(Z3_mk_simple_solver) X(Z3_mk_string_symbol)             \
  X(Z3_mk_unsigned_int64) X(Z3_mk_zero_ext) X(Z3_model_dec_ref)               \
  X(Z3_model_eval) X(Z3_model_inc_ref) X(Z3_params_dec_ref)                   \
  X(Z3_params_inc_ref) X(Z3_params_set_uint) X(Z3_set_error_handler)          \
  X(Z3_set_param_value) X(Z3_solver_assert) X(Z3_solver_check)                \
  X(Z3_solver_dec_ref) X(Z3_solver_get_model) X(Z3_solver_inc_ref)            \
  X(Z3_solver_pop) X(Z3_solver_push) X(Z3_solver_set_params)                  \
  X(Z3_mk_fpa_abs) X(Z3_mk_fpa_add) X(Z3_mk_fpa_div) X(Z3_mk_fpa_eq)          \
  X(Z3_mk_fpa_is_nan) X(Z3_mk_fpa_leq) X(Z3_mk_fpa_lt) X(Z3_mk_fpa_mul)       \
  X(Z3_mk_fpa_neg) X(Z3_mk_fpa_rna) X(Z3_mk_fpa_rne)                          \
  X(Z3_mk_fpa_round_to_integral) X(Z3_mk_fpa_rtn) X(Z3_mk_fpa_rtp)            \
  X(Z3_mk_fpa_rtz) X(Z3_mk_fpa_sort_32) X(Z3_mk_fpa_sort_64)                  \
  X(Z3_mk_fpa_sqrt) X(Z3_mk_fpa_sub) X(Z3_mk_fpa_to_fp_bv)                    \
  X(Z3_mk_fpa_to_fp_float) X(Z3_mk_fpa_to_fp_signed)                          \
  X(Z3_mk_fpa_to_fp_unsigned) X(Z3_mk_fpa_to_ieee_bv) X(Z3_mk_fpa_to_sbv)     \
  X(Z3_mk_solver_from_tactic) X(Z3_mk_tactic) X(Z3_solver_reset)              \
  X(Z3_tactic_dec_ref) X(Z3_tactic_inc_ref) X(Z3_mk_and)                      \
  X(Z3_mk_or) X(Z3_mk_xor) X(Z3_mk_bool_sort)
// clang-format on

struct z3 {
  USED(LATE_FIELD)
};

/* The library stays loaded, for the next solver. */
static bool load(struct z3 *api) {
  void *l = dlopen("libz3.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!l)
    l = dlopen("libz3.so", RTLD_LAZY | RTLD_LOCAL);
  return l && USED(LATE_FIND) true;
}

struct solver {
  const struct sym_store *store;
  struct z3 api;
  Z3_context context;
  Z3_solver solver;
  Z3_solver floats;  /* for conditions on floating point; NULL: not yet */
  VEC(Z3_ast) terms; /* by sym_id; NULL: not made yet */
  VEC(Z3_ast) numbers; /* by sym_id: as floating point, where it is one */
  VEC(Z3_ast) truths;  /* by sym_id: as a Boolean, where it was made of some */
  unsigned patience;
  VEC(sym_id) stack;
  VEC(uint32_t) seen; /* by sym_id: when */
  VEC(uint32_t) vars; /* numbers of inputs */
  uint32_t now;
  VEC(sym_id) asserted; /* a frame for each */
  /* who gives up */
  bool (*give_up)(void *user);
  void *give_up_user;
  pthread_t watcher;
  bool watched;
  atomic_bool open, over; /* a question is; everything is */
};

static void ignore_error(Z3_context c, Z3_error_code e) {
  (void)c;
  (void)e; /* asked for afterwards */
}

static void set_patience(struct solver *z, Z3_solver solver) {
  Z3_params p = z->api.Z3_mk_params(z->context);
  z->api.Z3_params_inc_ref(z->context, p);
  z->api.Z3_params_set_uint(z->context, p,
                            z->api.Z3_mk_string_symbol(z->context, "rlimit"),
                            z->patience);
  z->api.Z3_solver_set_params(z->context, solver, p);
  z->api.Z3_params_dec_ref(z->context, p);
}

struct solver *solver_open(const struct sym_store *s, unsigned patience) {
  struct solver *z = alloc_zero(1, sizeof *z);
  if (!load(&z->api)) {
    free(z);
    return NULL;
  }
  Z3_config config = z->api.Z3_mk_config();
  z->api.Z3_set_param_value(config, "model", "true");
  z->store = s;
  z->context = z->api.Z3_mk_context(config);
  z->api.Z3_del_config(config);
  z->api.Z3_set_error_handler(z->context, ignore_error);
  z->solver = z->api.Z3_mk_simple_solver(z->context);
  z->api.Z3_solver_inc_ref(z->context, z->solver);
  z->patience = patience;
  set_patience(z, z->solver);
  return z;
}

/* An interruption between two questions is lost, so it is repeated. */
static void *watch(void *user) {
  struct solver *z = user;
  const struct timespec slice = {.tv_nsec = 10000000};
  while (!z->over) {
    nanosleep(&slice, NULL);
    if (z->open && z->give_up(z->give_up_user))
      z->api.Z3_interrupt(z->context);
  }
  return NULL;
}

void solver_watch(struct solver *z, bool (*give_up)(void *user), void *user) {
  z->give_up = give_up;
  z->give_up_user = user;
  z->watched = give_up && !pthread_create(&z->watcher, NULL, watch, z);
}

void solver_close(struct solver *z) {
  if (!z)
    return;
  z->over = true;
  if (z->watched)
    pthread_join(z->watcher, NULL);
  z->api.Z3_solver_dec_ref(z->context, z->solver);
  if (z->floats)
    z->api.Z3_solver_dec_ref(z->context, z->floats);
  z->api.Z3_del_context(z->context);
  vec_free(&z->terms);
  vec_free(&z->numbers);
  vec_free(&z->truths);
  vec_free(&z->stack);
  vec_free(&z->seen);
  vec_free(&z->vars);
  vec_free(&z->asserted);
  free(z);
}

/* --- truths ------------------------------------------------------------- */

/* Comparisons are Booleans in Z3, vectors of one bit here. */
static Z3_ast as_bit(struct solver *z, Z3_ast truth) {
  Z3_context c = z->context;
  Z3_sort bit = z->api.Z3_mk_bv_sort(c, 1);
  return z->api.Z3_mk_ite(c, truth, z->api.Z3_mk_unsigned_int64(c, 1, bit),
                          z->api.Z3_mk_unsigned_int64(c, 0, bit));
}

static Z3_ast is_one(struct solver *z, Z3_ast bit) {
  Z3_context c = z->context;
  return z->api.Z3_mk_eq(
      c, bit, z->api.Z3_mk_unsigned_int64(c, 1, z->api.Z3_mk_bv_sort(c, 1)));
}

static Z3_ast make_var(struct solver *z, sym_id id, unsigned width) {
  Z3_context c = z->context;
  return z->api.Z3_mk_const(c, z->api.Z3_mk_int_symbol(c, (int)id),
                            z->api.Z3_mk_bv_sort(c, width));
}

/* --- floating point ------------------------------------------------------ */

static Z3_sort float_sort(struct solver *z, unsigned width) {
  return width == 32 ? z->api.Z3_mk_fpa_sort_32(z->context)
                     : z->api.Z3_mk_fpa_sort_64(z->context);
}

static Z3_ast bits(struct solver *z, uint64_t value, unsigned width) {
  return z->api.Z3_mk_unsigned_int64(z->context, value,
                                     z->api.Z3_mk_bv_sort(z->context, width));
}

/* The number that an expression is the bits of; its term is there. */
static Z3_ast as_number(struct solver *z, sym_id id) {
  if (!z->numbers.at[id])
    z->numbers.at[id] = z->api.Z3_mk_fpa_to_fp_bv(
        z->context, z->terms.at[id],
        float_sort(z, sym_width(z->store, id)));
  return z->numbers.at[id];
}

static Z3_ast rounding(struct solver *z, unsigned how) {
  Z3_context c = z->context;
  switch (how) {
  case SYM_AWAY:
    return z->api.Z3_mk_fpa_rna(c);
  case SYM_UP:
    return z->api.Z3_mk_fpa_rtp(c);
  case SYM_DOWN:
    return z->api.Z3_mk_fpa_rtn(c);
  case SYM_TO_ZERO:
    return z->api.Z3_mk_fpa_rtz(c);
  default:
    return z->api.Z3_mk_fpa_rne(c);
  }
}

static Z3_ast make_number(struct solver *z, const struct sym_node *n) {
  Z3_context k = z->context;
  Z3_ast even = z->api.Z3_mk_fpa_rne(k);
  Z3_sort sort = float_sort(z, n->width);
  switch (n->op) {
  case SYM_STOF:
    return z->api.Z3_mk_fpa_to_fp_signed(k, even, z->terms.at[n->a], sort);
  case SYM_UTOF:
    return z->api.Z3_mk_fpa_to_fp_unsigned(k, even, z->terms.at[n->a], sort);
  case SYM_FSQRT:
    return z->api.Z3_mk_fpa_sqrt(k, even, as_number(z, n->a));
  case SYM_FROUND:
    return z->api.Z3_mk_fpa_round_to_integral(k, rounding(z, n->low),
                                              as_number(z, n->a));
  case SYM_FTOF:
    return z->api.Z3_mk_fpa_to_fp_float(k, even, as_number(z, n->a), sort);
  case SYM_FADD:
    return z->api.Z3_mk_fpa_add(k, even, as_number(z, n->a),
                                as_number(z, n->b));
  case SYM_FSUB:
    return z->api.Z3_mk_fpa_sub(k, even, as_number(z, n->a),
                                as_number(z, n->b));
  case SYM_FMUL:
    return z->api.Z3_mk_fpa_mul(k, even, as_number(z, n->a),
                                as_number(z, n->b));
  default:
    return z->api.Z3_mk_fpa_div(k, even, as_number(z, n->a),
                                as_number(z, n->b));
  }
}

/* As bits: of what is no number those of one of them (float.h). */
static Z3_ast number_bits(struct solver *z, Z3_ast number, unsigned width) {
  Z3_context k = z->context;
  return z->api.Z3_mk_ite(k, z->api.Z3_mk_fpa_is_nan(k, number),
                          bits(z, sym_nan(width), width),
                          z->api.Z3_mk_fpa_to_ieee_bv(k, number));
}

/* What is beyond the range is the smallest (float.h). */
static Z3_ast to_signed(struct solver *z, const struct sym_node *n) {
  Z3_context k = z->context;
  unsigned from = sym_width(z->store, n->a);
  double edge = n->width == 32 ? 2147483648.0 : 9223372036854775808.0;
  bool beyond = from == 64 && n->width == 32; /* -2^31 - 1 is a number */
  Z3_ast a = as_number(z, n->a);
  Z3_ast low = z->api.Z3_mk_fpa_to_fp_bv(
      k, bits(z, sym_number_bits(beyond ? -edge - 1 : -edge, from), from),
      float_sort(z, from));
  Z3_ast high = z->api.Z3_mk_fpa_to_fp_bv(
      k, bits(z, sym_number_bits(edge, from), from), float_sort(z, from));
  Z3_ast within[] = {beyond ? z->api.Z3_mk_fpa_lt(k, low, a)
                            : z->api.Z3_mk_fpa_leq(k, low, a),
                     z->api.Z3_mk_fpa_lt(k, a, high)};
  return z->api.Z3_mk_ite(
      k, z->api.Z3_mk_and(k, 2, within),
      z->api.Z3_mk_fpa_to_sbv(k, z->api.Z3_mk_fpa_rtz(k), a, n->width),
      bits(z, UINT64_C(1) << (n->width - 1), n->width));
}

/* Of other operations on bits that have a number, the number that comes of
 * them: one of two, a sign changed or taken away.  Going by the bits would be
 * right too, and cost the solver more. */
static void carry_number(struct solver *z, sym_id id,
                         const struct sym_node *n) {
  Z3_context k = z->context;
  uint64_t by, sign = UINT64_C(1) << (n->width - 1);
  if (n->width != 32 && n->width != 64)
    return;
  if (n->op == SYM_ITE && (z->numbers.at[n->b] || z->numbers.at[n->c]))
    z->numbers.at[id] =
        z->api.Z3_mk_ite(k, is_one(z, z->terms.at[n->a]), as_number(z, n->b),
                         as_number(z, n->c));
  if ((n->op != SYM_XOR && n->op != SYM_AND) || !z->numbers.at[n->a] ||
      !sym_is_const(z->store, n->b, &by))
    return;
  if (n->op == SYM_XOR && by == sign)
    z->numbers.at[id] = z->api.Z3_mk_fpa_neg(k, z->numbers.at[n->a]);
  if (n->op == SYM_AND && by == (sign ^ sym_mask(n->width)))
    z->numbers.at[id] = z->api.Z3_mk_fpa_abs(k, z->numbers.at[n->a]);
}

static Z3_ast make_float_term(struct solver *z, sym_id id) {
  const struct sym_node *n = sym_at(z->store, id);
  Z3_context k = z->context;
  if (sym_is_float(n->op)) {
    z->numbers.at[id] = make_number(z, n);
    return number_bits(z, z->numbers.at[id], n->width);
  }
  if (n->op == SYM_FTOS)
    return to_signed(z, n);
  Z3_ast a = as_number(z, n->a);
  if (n->op == SYM_FNAN)
    return as_bit(z, z->api.Z3_mk_fpa_is_nan(k, a));
  Z3_ast b = as_number(z, n->b);
  return as_bit(z, n->op == SYM_FEQ   ? z->api.Z3_mk_fpa_eq(k, a, b)
                   : n->op == SYM_FLT ? z->api.Z3_mk_fpa_lt(k, a, b)
                                      : z->api.Z3_mk_fpa_leq(k, a, b));
}

/* --- truths of truths ------------------------------------------------------ */

/* Of one bit whose term is there. */
static Z3_ast as_truth(struct solver *z, sym_id id) {
  if (!z->truths.at[id])
    z->truths.at[id] = is_one(z, z->terms.at[id]);
  return z->truths.at[id];
}

/* What is made of truths is one for Z3 as well: a formula of many thousands is
 * no business of its bit vectors. */
static Z3_ast make_truth(struct solver *z, sym_id id) {
  const struct sym_node *n = sym_at(z->store, id);
  Z3_context k = z->context;
  if (n->width != 1)
    return NULL;
  if (n->op == SYM_VAR)
    return z->api.Z3_mk_const(k, z->api.Z3_mk_int_symbol(k, (int)id),
                              z->api.Z3_mk_bool_sort(k));
  if (n->op != SYM_AND && n->op != SYM_OR && n->op != SYM_XOR)
    return NULL;
  Z3_ast two[] = {as_truth(z, n->a), as_truth(z, n->b)};
  return n->op == SYM_AND  ? z->api.Z3_mk_and(k, 2, two)
         : n->op == SYM_OR ? z->api.Z3_mk_or(k, 2, two)
                           : z->api.Z3_mk_xor(k, two[0], two[1]);
}

/* --- terms -------------------------------------------------------------- */

static Z3_ast make_term(struct solver *z, sym_id id) {
  const struct sym_node *n = sym_at(z->store, id);
  Z3_context k = z->context;
  unsigned count = sym_operands(n->op);
  Z3_ast a = count > 0 ? z->terms.at[n->a] : NULL;
  Z3_ast b = count > 1 ? z->terms.at[n->b] : NULL;
  Z3_ast c = count > 2 ? z->terms.at[n->c] : NULL;
  unsigned from = count ? sym_width(z->store, n->a) : 0;
  switch ((enum sym_op)n->op) {
  case SYM_CONST:
    return z->api.Z3_mk_unsigned_int64(k, n->value,
                                       z->api.Z3_mk_bv_sort(k, n->width));
  case SYM_VAR:
    return make_var(z, id, n->width);
  case SYM_ADD:
    return z->api.Z3_mk_bvadd(k, a, b);
  case SYM_SUB:
    return z->api.Z3_mk_bvsub(k, a, b);
  case SYM_MUL:
    return z->api.Z3_mk_bvmul(k, a, b);
  case SYM_UDIV:
    return z->api.Z3_mk_bvudiv(k, a, b);
  case SYM_SDIV:
    return z->api.Z3_mk_bvsdiv(k, a, b);
  case SYM_UREM:
    return z->api.Z3_mk_bvurem(k, a, b);
  case SYM_SREM:
    return z->api.Z3_mk_bvsrem(k, a, b);
  case SYM_AND:
    return z->api.Z3_mk_bvand(k, a, b);
  case SYM_OR:
    return z->api.Z3_mk_bvor(k, a, b);
  case SYM_XOR:
    return z->api.Z3_mk_bvxor(k, a, b);
  case SYM_SHL:
    return z->api.Z3_mk_bvshl(k, a, b);
  case SYM_LSHR:
    return z->api.Z3_mk_bvlshr(k, a, b);
  case SYM_ASHR:
    return z->api.Z3_mk_bvashr(k, a, b);
  case SYM_EQ:
    return as_bit(z, z->api.Z3_mk_eq(k, a, b));
  case SYM_ULT:
    return as_bit(z, z->api.Z3_mk_bvult(k, a, b));
  case SYM_ULE:
    return as_bit(z, z->api.Z3_mk_bvule(k, a, b));
  case SYM_SLT:
    return as_bit(z, z->api.Z3_mk_bvslt(k, a, b));
  case SYM_SLE:
    return as_bit(z, z->api.Z3_mk_bvsle(k, a, b));
  case SYM_ZEXT:
    return z->api.Z3_mk_zero_ext(k, n->width - from, a);
  case SYM_SEXT:
    return z->api.Z3_mk_sign_ext(k, n->width - from, a);
  case SYM_EXTRACT:
    return z->api.Z3_mk_extract(k, n->low + n->width - 1u, n->low, a);
  case SYM_CONCAT:
    return z->api.Z3_mk_concat(k, a, b);
  case SYM_ITE:
    return z->api.Z3_mk_ite(k, is_one(z, a), b, c);
  default:
    return make_float_term(z, id);
  }
}

/* The first operand without a term goes on the stack. */
static bool push_operand(struct solver *z, const struct sym_node *n) {
  const sym_id operands[] = {n->a, n->b, n->c};
  for (unsigned i = 0; i < sym_operands(n->op); i++)
    if (!z->terms.at[operands[i]]) {
      vec_push(&z->stack, operands[i]);
      return true;
    }
  return false;
}

static Z3_ast term(struct solver *z, sym_id id);

static Z3_ast condition(struct solver *z, sym_id id) {
  term(z, id);
  return as_truth(z, id);
}

static Z3_ast term(struct solver *z, sym_id id) {
  if (z->terms.len < z->store->nodes.len)
    vec_resize(&z->terms, z->store->nodes.len);
  if (z->numbers.len < z->terms.len)
    vec_resize(&z->numbers, z->terms.len);
  if (z->truths.len < z->terms.len)
    vec_resize(&z->truths, z->terms.len);
  vec_clear(&z->stack);
  vec_push(&z->stack, id);
  while (z->stack.len) {
    sym_id top = *vec_last(&z->stack);
    if (!z->terms.at[top]) {
      if (push_operand(z, sym_at(z->store, top)))
        continue;
      z->truths.at[top] = make_truth(z, top);
      z->terms.at[top] = z->truths.at[top] ? as_bit(z, z->truths.at[top])
                                           : make_term(z, top);
      if (z->store->floats.at[top])
        carry_number(z, top, sym_at(z->store, top));
    }
    z->stack.len--;
  }
  return z->terms.at[id];
}

/* --- queries ------------------------------------------------------------ */

/* The variables of a condition, into z->vars, each once since `now` was
 * raised. */
static void find_variables(struct solver *z, sym_id condition) {
  if (z->seen.len < z->store->nodes.len)
    vec_resize(&z->seen, z->store->nodes.len);
  vec_clear(&z->stack);
  vec_push(&z->stack, condition);
  while (z->stack.len) {
    sym_id top = vec_pop(&z->stack);
    if (z->seen.at[top] == z->now)
      continue;
    z->seen.at[top] = z->now;
    const struct sym_node *n = sym_at(z->store, top);
    const sym_id operands[] = {n->a, n->b, n->c};
    if (n->op == SYM_VAR)
      vec_push(&z->vars, (uint32_t)sym_var_number(z->store, top));
    for (unsigned i = 0; i < sym_operands(n->op); i++)
      vec_push(&z->stack, operands[i]);
  }
}

static Z3_ast number(struct solver *z, int64_t value, unsigned width) {
  return z->api.Z3_mk_unsigned_int64(z->context,
                                     (uint64_t)value & sym_mask(width),
                                     z->api.Z3_mk_bv_sort(z->context, width));
}

/* Of the variables of one condition, in its frame. */
static void assert_bounds(struct solver *z, Z3_solver to, sym_id condition) {
  z->now++;
  vec_clear(&z->vars);
  find_variables(z, condition);
  vec_each(&z->vars, i) {
    const struct sym_input *in = &z->store->inputs.at[*i];
    unsigned width = sym_width(z->store, in->id);
    Z3_ast var = term(z, in->id);
    if (in->low > sym_signed(UINT64_C(1) << (width - 1), width))
      z->api.Z3_solver_assert(
          z->context, to,
          z->api.Z3_mk_bvsle(z->context, number(z, in->low, width), var));
    if (in->high < (int64_t)(sym_mask(width) >> 1))
      z->api.Z3_solver_assert(
          z->context, to,
          z->api.Z3_mk_bvsle(z->context, var, number(z, in->high, width)));
  }
}

/* Of all variables of all conditions. */
static bool read_model(struct solver *z, Z3_solver from,
                       const sym_id *conditions, size_t count,
                       struct sym_values *v) {
  Z3_context c = z->context;
  Z3_model m = z->api.Z3_solver_get_model(c, from);
  bool ok = m != NULL;
  if (m)
    z->api.Z3_model_inc_ref(c, m);
  z->now++;
  vec_clear(&z->vars);
  for (size_t i = 0; i < count; i++)
    find_variables(z, conditions[i]);
  for (size_t i = 0; i < z->vars.len && ok; i++) {
    const struct sym_input *in = &z->store->inputs.at[z->vars.at[i]];
    Z3_ast value;
    uint64_t bits = 0;
    ok = z->api.Z3_model_eval(c, m, term(z, in->id), true, &value) &&
         z->api.Z3_get_numeral_uint64(c, value, &bits);
    if (ok)
      sym_values_set(v, z->vars.at[i],
                     sym_signed(bits, sym_width(z->store, in->id)));
  }
  if (m)
    z->api.Z3_model_dec_ref(c, m);
  return ok;
}

/* What is asserted becomes the conditions. */
static void assert_all(struct solver *z, const sym_id *conditions,
                       size_t count) {
  Z3_context c = z->context;
  size_t same = 0;
  while (same < count && same < z->asserted.len &&
         z->asserted.at[same] == conditions[same])
    same++;
  if (z->asserted.len > same)
    z->api.Z3_solver_pop(c, z->solver, (unsigned)(z->asserted.len - same));
  z->asserted.len = same;
  for (size_t i = same; i < count; i++) {
    z->api.Z3_solver_push(c, z->solver);
    assert_bounds(z, z->solver, conditions[i]);
    z->api.Z3_solver_assert(c, z->solver, condition(z, conditions[i]));
    vec_push(&z->asserted, conditions[i]);
  }
}

/* Conditions on floating point are turned into bits at once, by a solver of
 * their own that begins anew with each question: Z3's incremental one is many
 * times slower with them. */
static Z3_solver assert_floats(struct solver *z, const sym_id *conditions,
                               size_t count) {
  Z3_context c = z->context;
  if (!z->floats) {
    Z3_tactic t = z->api.Z3_mk_tactic(c, "qffp");
    z->api.Z3_tactic_inc_ref(c, t);
    z->floats = z->api.Z3_mk_solver_from_tactic(c, t);
    z->api.Z3_tactic_dec_ref(c, t);
    z->api.Z3_solver_inc_ref(c, z->floats);
    set_patience(z, z->floats);
  }
  z->api.Z3_solver_reset(c, z->floats);
  for (size_t i = 0; i < count; i++) {
    assert_bounds(z, z->floats, conditions[i]);
    z->api.Z3_solver_assert(c, z->floats, condition(z, conditions[i]));
  }
  return z->floats;
}

enum sym_answer solver_check(struct solver *z, const sym_id *conditions,
                             size_t count, struct sym_values *v) {
  Z3_solver solver = z->solver;
  bool floating = false;
  z->open = true;
  for (size_t i = 0; i < count; i++)
    floating |= z->store->floats.at[conditions[i]];
  if (floating)
    solver = assert_floats(z, conditions, count);
  else
    assert_all(z, conditions, count);
  Z3_lbool answer = z->api.Z3_solver_check(z->context, solver);
  z->open = false;
  if (answer == Z3_L_FALSE)
    return SYM_UNSAT;
  return answer == Z3_L_TRUE && read_model(z, solver, conditions, count, v)
             ? SYM_SAT
             : SYM_UNKNOWN;
}
