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
  X(Z3_solver_pop) X(Z3_solver_push) X(Z3_solver_set_params)
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
  VEC(Z3_ast) terms; /* by sym_id; NULL: not made yet */
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

static void set_patience(struct solver *z, unsigned patience) {
  Z3_params p = z->api.Z3_mk_params(z->context);
  z->api.Z3_params_inc_ref(z->context, p);
  z->api.Z3_params_set_uint(z->context, p,
                            z->api.Z3_mk_string_symbol(z->context, "rlimit"),
                            patience);
  z->api.Z3_solver_set_params(z->context, z->solver, p);
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
  set_patience(z, patience);
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
  z->api.Z3_del_context(z->context);
  vec_free(&z->terms);
  vec_free(&z->stack);
  vec_free(&z->seen);
  vec_free(&z->vars);
  vec_free(&z->asserted);
  free(z);
}

/* --- terms -------------------------------------------------------------- */

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
  case SYM_OP_COUNT:
    break;
  }
  return NULL;
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

static Z3_ast term(struct solver *z, sym_id id) {
  if (z->terms.len < z->store->nodes.len)
    vec_resize(&z->terms, z->store->nodes.len);
  vec_clear(&z->stack);
  vec_push(&z->stack, id);
  while (z->stack.len) {
    sym_id top = *vec_last(&z->stack);
    if (!z->terms.at[top]) {
      if (push_operand(z, sym_at(z->store, top)))
        continue;
      z->terms.at[top] = make_term(z, top);
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
static void assert_bounds(struct solver *z, sym_id condition) {
  z->now++;
  vec_clear(&z->vars);
  find_variables(z, condition);
  vec_each(&z->vars, i) {
    const struct sym_input *in = &z->store->inputs.at[*i];
    unsigned width = sym_width(z->store, in->id);
    Z3_ast var = term(z, in->id);
    if (in->low > sym_signed(UINT64_C(1) << (width - 1), width))
      z->api.Z3_solver_assert(
          z->context, z->solver,
          z->api.Z3_mk_bvsle(z->context, number(z, in->low, width), var));
    if (in->high < (int64_t)(sym_mask(width) >> 1))
      z->api.Z3_solver_assert(
          z->context, z->solver,
          z->api.Z3_mk_bvsle(z->context, var, number(z, in->high, width)));
  }
}

/* Of all variables of all conditions. */
static bool read_model(struct solver *z, const sym_id *conditions, size_t count,
                       struct sym_values *v) {
  Z3_context c = z->context;
  Z3_model m = z->api.Z3_solver_get_model(c, z->solver);
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
    assert_bounds(z, conditions[i]);
    z->api.Z3_solver_assert(c, z->solver, is_one(z, term(z, conditions[i])));
    vec_push(&z->asserted, conditions[i]);
  }
}

enum sym_answer solver_check(struct solver *z, const sym_id *conditions,
                             size_t count, struct sym_values *v) {
  z->open = true;
  assert_all(z, conditions, count);
  Z3_lbool answer = z->api.Z3_solver_check(z->context, z->solver);
  z->open = false;
  if (answer == Z3_L_FALSE)
    return SYM_UNSAT;
  return answer == Z3_L_TRUE && read_model(z, conditions, count, v)
             ? SYM_SAT
             : SYM_UNKNOWN;
}
