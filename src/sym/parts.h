/* parts: conditions fall into parts that share no variable, directly or
 * through others; each can be answered by itself.
 *
 *     struct sym_parts p = {.store = &store};
 *     parts_split(&p, conditions, count);
 *     vec_each(&p.parts, part)
 *       p.conditions.at[part->first] ..., p.vars.at[part->vars] ...
 *     parts_free(&p);
 *
 * The conditions of a part keep their order, the parts have that of their
 * first conditions.  The variables of a condition are worked out once. */
#ifndef SYM_PARTS_H
#define SYM_PARTS_H

#include "sym/expr.h"

struct sym_part {
  uint32_t first, count;   /* in conditions */
  uint32_t vars, vars_len; /* in vars: numbers of inputs, ascending */
};

struct sym_parts {
  const struct sym_store *store;
  VEC(struct sym_part) parts;
  VEC(sym_id) conditions;
  VEC(uint32_t) vars;
  /* by id: 1 + where its variables begin in `known` (how many, and then
   * they), or 0 */
  VEC(uint32_t) rows;
  VEC(uint32_t) known;
  /* by input: the one it goes with, and 1 + its part; by id: visited */
  VEC(uint32_t) up, part_of, visited;
  VEC(uint32_t) touched; /* inputs of this split */
  uint32_t now;
  VEC(sym_id) stack;
};

void parts_split(struct sym_parts *p, const sym_id *conditions, size_t count);
void parts_free(struct sym_parts *p);

#endif
