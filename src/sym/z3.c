/* The solver is Z3 (its C API, 4.8).  One incremental solver without tactics,
 * a frame for each query: for the many small conditions of paths that is
 * several times faster than what Z3_mk_solver chooses.  Terms are made once
 * for each expression and live as long as the context, which counts no
 * references. */
#include <stdio.h>
#include <z3.h>

#include "base/alloc.h"
#include "sym/solver.h"

struct solver {
  const struct sym_store *store;
  Z3_context context;
  Z3_solver solver;
  VEC(Z3_ast) terms; /* by sym_id; NULL: not made yet */
  VEC(sym_id) stack;
  VEC(bool) seen; /* by sym_id, of the query */
};

static void ignore_error(Z3_context c, Z3_error_code e) {
  (void)c;
  (void)e; /* asked for afterwards */
}

struct solver *solver_open(const struct sym_store *s, unsigned milliseconds) {
  struct solver *z = alloc_zero(1, sizeof *z);
  char limit[16];
  snprintf(limit, sizeof limit, "%u", milliseconds);
  Z3_config config = Z3_mk_config();
  Z3_set_param_value(config, "model", "true");
  Z3_set_param_value(config, "timeout", limit);
  z->store = s;
  z->context = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(z->context, ignore_error);
  z->solver = Z3_mk_simple_solver(z->context);
  Z3_solver_inc_ref(z->context, z->solver);
  return z;
}

void solver_close(struct solver *z) {
  if (!z)
    return;
  Z3_solver_dec_ref(z->context, z->solver);
  Z3_del_context(z->context);
  vec_free(&z->terms);
  vec_free(&z->stack);
  vec_free(&z->seen);
  free(z);
}

/* --- terms -------------------------------------------------------------- */

/* Comparisons are Booleans in Z3, vectors of one bit here. */
static Z3_ast as_bit(Z3_context c, Z3_ast truth) {
  Z3_sort bit = Z3_mk_bv_sort(c, 1);
  return Z3_mk_ite(c, truth, Z3_mk_unsigned_int64(c, 1, bit),
                   Z3_mk_unsigned_int64(c, 0, bit));
}

static Z3_ast is_one(Z3_context c, Z3_ast bit) {
  return Z3_mk_eq(c, bit, Z3_mk_unsigned_int64(c, 1, Z3_mk_bv_sort(c, 1)));
}

static Z3_ast make_var(struct solver *z, sym_id id, unsigned width) {
  Z3_context c = z->context;
  return Z3_mk_const(c, Z3_mk_int_symbol(c, (int)id),
                     Z3_mk_bv_sort(c, width));
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
    return Z3_mk_unsigned_int64(k, n->value, Z3_mk_bv_sort(k, n->width));
  case SYM_VAR: return make_var(z, id, n->width);
  case SYM_ADD: return Z3_mk_bvadd(k, a, b);
  case SYM_SUB: return Z3_mk_bvsub(k, a, b);
  case SYM_MUL: return Z3_mk_bvmul(k, a, b);
  case SYM_UDIV: return Z3_mk_bvudiv(k, a, b);
  case SYM_SDIV: return Z3_mk_bvsdiv(k, a, b);
  case SYM_UREM: return Z3_mk_bvurem(k, a, b);
  case SYM_SREM: return Z3_mk_bvsrem(k, a, b);
  case SYM_AND: return Z3_mk_bvand(k, a, b);
  case SYM_OR: return Z3_mk_bvor(k, a, b);
  case SYM_XOR: return Z3_mk_bvxor(k, a, b);
  case SYM_SHL: return Z3_mk_bvshl(k, a, b);
  case SYM_LSHR: return Z3_mk_bvlshr(k, a, b);
  case SYM_ASHR: return Z3_mk_bvashr(k, a, b);
  case SYM_EQ: return as_bit(k, Z3_mk_eq(k, a, b));
  case SYM_ULT: return as_bit(k, Z3_mk_bvult(k, a, b));
  case SYM_ULE: return as_bit(k, Z3_mk_bvule(k, a, b));
  case SYM_SLT: return as_bit(k, Z3_mk_bvslt(k, a, b));
  case SYM_SLE: return as_bit(k, Z3_mk_bvsle(k, a, b));
  case SYM_ZEXT: return Z3_mk_zero_ext(k, n->width - from, a);
  case SYM_SEXT: return Z3_mk_sign_ext(k, n->width - from, a);
  case SYM_EXTRACT: return Z3_mk_extract(k, n->low + n->width - 1u, n->low, a);
  case SYM_CONCAT: return Z3_mk_concat(k, a, b);
  case SYM_ITE: return Z3_mk_ite(k, is_one(k, a), b, c);
  case SYM_OP_COUNT: break;
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

/* The variables of the conditions, as seen[id]. */
static void find_variables(struct solver *z, const sym_id *conditions,
                           size_t count) {
  vec_clear(&z->seen);
  vec_resize(&z->seen, z->store->nodes.len);
  vec_clear(&z->stack);
  for (size_t i = 0; i < count; i++)
    vec_push(&z->stack, conditions[i]);
  while (z->stack.len) {
    sym_id top = vec_pop(&z->stack);
    if (z->seen.at[top])
      continue;
    z->seen.at[top] = true;
    const struct sym_node *n = sym_at(z->store, top);
    const sym_id operands[] = {n->a, n->b, n->c};
    for (unsigned i = 0; i < sym_operands(n->op); i++)
      vec_push(&z->stack, operands[i]);
  }
}

static Z3_ast number(struct solver *z, int64_t value, unsigned width) {
  return Z3_mk_unsigned_int64(z->context, (uint64_t)value & sym_mask(width),
                              Z3_mk_bv_sort(z->context, width));
}

static void assert_bounds(struct solver *z) {
  for (size_t i = 0; i < z->store->inputs.len; i++) {
    const struct sym_input *in = &z->store->inputs.at[i];
    if (!z->seen.at[in->id])
      continue;
    unsigned width = sym_width(z->store, in->id);
    Z3_ast var = term(z, in->id);
    if (in->low > sym_signed(UINT64_C(1) << (width - 1), width))
      Z3_solver_assert(z->context, z->solver,
                       Z3_mk_bvsle(z->context, number(z, in->low, width), var));
    if (in->high < (int64_t)(sym_mask(width) >> 1))
      Z3_solver_assert(z->context, z->solver,
                       Z3_mk_bvsle(z->context, var,
                                   number(z, in->high, width)));
  }
}

static bool read_model(struct solver *z, struct sym_values *v) {
  Z3_context c = z->context;
  Z3_model m = Z3_solver_get_model(c, z->solver);
  bool ok = m != NULL;
  if (m)
    Z3_model_inc_ref(c, m);
  for (size_t i = 0; i < z->store->inputs.len && ok; i++) {
    const struct sym_input *in = &z->store->inputs.at[i];
    Z3_ast value;
    uint64_t bits = 0;
    if (!z->seen.at[in->id])
      continue;
    ok = Z3_model_eval(c, m, term(z, in->id), true, &value) &&
         Z3_get_numeral_uint64(c, value, &bits);
    if (ok)
      sym_values_set(v, i, sym_signed(bits, sym_width(z->store, in->id)));
  }
  if (m)
    Z3_model_dec_ref(c, m);
  return ok;
}

enum sym_answer solver_check(struct solver *z, const sym_id *conditions,
                             size_t count, struct sym_values *v) {
  Z3_context c = z->context;
  Z3_solver_push(c, z->solver);
  find_variables(z, conditions, count);
  assert_bounds(z);
  for (size_t i = 0; i < count; i++)
    Z3_solver_assert(c, z->solver, is_one(c, term(z, conditions[i])));
  Z3_lbool answer = Z3_solver_check(c, z->solver);
  enum sym_answer out = answer == Z3_L_FALSE ? SYM_UNSAT
                        : answer == Z3_L_TRUE && read_model(z, v)
                            ? SYM_SAT
                            : SYM_UNKNOWN;
  Z3_solver_pop(c, z->solver, 1);
  return out;
}
