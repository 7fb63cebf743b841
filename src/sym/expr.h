/* expr: symbolic expressions, each kept once.
 *
 *     struct sym_store s = {0};
 *     sym_id x = sym_var(&s, 0, 0, 64, -5, 100);
 *     sym_id c = sym_binary(&s, SYM_SLT, x, sym_const(&s, 64, 7));
 *     struct sym_values v = {0};
 *     sym_values_set(&v, 0, 3);                 variable 0 is 3
 *     sym_eval(&s, c, &v) == 1
 *     sym_store_free(&s);
 *
 * An expression is a number; equal expressions have equal numbers, however
 * they came about, because building one simplifies it (simplify.c) and looks
 * it up.  Operands have smaller numbers than what is made of them.  Nothing
 * is ever given back before the store: what runs of one program compute is
 * much the same from run to run. */
#ifndef SYM_EXPR_H
#define SYM_EXPR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "base/sound.h"
#include "base/vec.h"
#include "sym/node.h"

typedef uint32_t sym_id; /* 0: none */

/* An input, in the order they were first met. */
struct sym_input {
  uint32_t thread, index;
  int64_t low, high;
  sym_id id;
};

struct sym_store {
  VEC(struct sym_node) nodes; /* by id; [0] is unused */
  VEC(uint64_t) vars;         /* by id: the variables in it, modulo 64 */
  VEC(bool) floats;           /* by id: whether floating point is in it */
  VEC(struct sym_input) inputs;
  struct map index;  /* hash of a node -> the newest such id */
  VEC(sym_id) chain; /* by id: the one before with that hash */
};

void sym_store_free(struct sym_store *s);

sym_id sym_const(struct sym_store *s, unsigned width, uint64_t value);
/* The same thread and index with other bounds is another variable. */
sym_id sym_var(struct sym_store *s, uint32_t thread, uint32_t index,
               unsigned width, int64_t low, int64_t high);
/* Of the id of a variable, its number among the inputs. */
size_t sym_var_number(const struct sym_store *s, sym_id id);
sym_id sym_binary(struct sym_store *s, unsigned op, sym_id a, sym_id b);
/* ZEXT, SEXT to a width at least as large. */
sym_id sym_extend(struct sym_store *s, unsigned op, sym_id a, unsigned width);
sym_id sym_extract(struct sym_store *s, sym_id a, unsigned low, unsigned width);
sym_id sym_concat(struct sym_store *s, sym_id high, sym_id low);
sym_id sym_ite(struct sym_store *s, sym_id cond, sym_id yes, sym_id no);
/* An operation on floats (node.h) with a result of that width; b: 0 where it
 * has one operand. */
sym_id sym_float(struct sym_store *s, unsigned op, sym_id a, sym_id b,
                 unsigned width, unsigned how);
/* Of a condition (width 1). */
sym_id sym_not(struct sym_store *s, sym_id a);

static inline const struct sym_node *sym_at(const struct sym_store *s,
                                            sym_id id) {
  EXPECTS(id && id < s->nodes.len);
  return &s->nodes.at[id];
}
static inline unsigned sym_width(const struct sym_store *s, sym_id id) {
  EXPECTS(id && id < s->nodes.len);
  return s->nodes.at[id].width;
}
static inline bool sym_is_const(const struct sym_store *s, sym_id id,
                                uint64_t *value) {
  EXPECTS(id && id < s->nodes.len);
  *value = s->nodes.at[id].value;
  return s->nodes.at[id].op == SYM_CONST;
}

/* For simplify.c: the node as it is, found or made. */
sym_id sym_intern(struct sym_store *s, const struct sym_node *n);

/* --- values ------------------------------------------------------------- */

/* An assignment: a value for each variable, by its number in s->inputs; those
 * not set are 0, or `low` where 0 is not within the bounds (rt/verifier.c does
 * the same). */
struct sym_values {
  VEC(int64_t) at;
  VEC(bool) set;
  /* of sym_eval: what was worked out since the last change */
  VEC(uint64_t) known;
  VEC(uint32_t) stamp;
  VEC(sym_id) stack;
  uint32_t now;
};

void sym_values_clear(struct sym_values *v);
void sym_values_set(struct sym_values *v, size_t var, int64_t value);
int64_t sym_value(const struct sym_store *s, const struct sym_values *v,
                  size_t var);
void sym_values_copy(struct sym_values *to, const struct sym_values *from);
void sym_values_free(struct sym_values *v);

uint64_t sym_eval(const struct sym_store *s, sym_id id, struct sym_values *v);
/* Whether all of the conditions hold, and the bounds of all variables. */
bool sym_holds(const struct sym_store *s, const sym_id *conditions,
               size_t count, struct sym_values *v);

/* --- from the runtime --------------------------------------------------- */

/* The nodes of a run (numbered from 1) into the store; out[i] is what node i
 * has become.  False: they are no expressions (the tested process wrote
 * them). */
bool sym_import(struct sym_store *s, const struct sym_node *nodes, size_t count,
                sym_id *out);

/* An empty store becomes one with these nodes, which are another's from the
 * first on (nodes.at + 1): they have the same numbers.  False: they are none's,
 * and the store is of no use. */
bool sym_restore(struct sym_store *s, const struct sym_node *nodes,
                 size_t count);

struct text;
/* For people: "(x0 * 3 + 7 == 1234)"; long ones are cut. */
void sym_print(const struct sym_store *s, sym_id id, struct text *out);

#endif
