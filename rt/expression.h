/* expression: what the runtime says of inputs, for the files that follow them
 * (element.c, follow.c, inputs.c).
 *
 * An expression is a number, 0 where a value depends on no input; its value in
 * this run is known.  Nothing here may be called in a run that is not
 * symbolic, except with an expression in hand: there are none then. */
#ifndef RT_EXPRESSION_H
#define RT_EXPRESSION_H

#include <stdbool.h>

#include "rt/abi.h"
#include "sym/node.h"

const struct sym_node *rt_sym_node(uint32_t e);
unsigned rt_sym_width(uint32_t e);
uint64_t rt_sym_value(uint32_t e);
bool rt_sym_is_const(uint32_t e);

uint32_t rt_sym_const(unsigned width, uint64_t value);
/* By an operation of sym/node.h; operands that it has not are 0. */
uint32_t rt_sym_make(unsigned op, unsigned width, uint32_t a, uint32_t b,
                     uint32_t c, unsigned low);
/* Cut off, or zeros before it. */
uint32_t rt_sym_resize(uint32_t e, unsigned width);
/* The same, or a constant where e is 0. */
uint32_t rt_sym_lift(uint32_t e, unsigned width, uint64_t value);
/* No room for more: what it is made of is fixed instead. */
bool rt_sym_full(void);

/* `how`: enum abi_branch.  Goes the way the inputs go, if the plan agrees. */
void rt_sym_branch(uint32_t e, unsigned how, heddle_at site);
/* Whether the condition holds in this run: a branch, unless it is constant. */
bool rt_sym_decide(uint32_t e, heddle_at site);
/* The value it has in this run, and no other. */
void rt_sym_pin(uint32_t e, heddle_at site);

/* The bits of a result of floating point that is no number (NaN) may be others
 * than those of its expression (float.c): such an expression is wild.  Where its
 * bits are looked at, whether it is a number is a branch; if it is, the plain
 * expression, and else 0: the bits are those of this run, and the search is
 * told. */
bool rt_sym_wild(uint32_t e);
uint32_t rt_sym_plain(uint32_t e, heddle_at site);

/* Memory has a slot for each byte: expression << 3 | byte of it; 0: it is
 * what it is. */
uint32_t rt_sym_slot(uint64_t at);
/* False: there is no room. */
bool rt_sym_slot_set(uint64_t at, uint32_t slot);
/* What the shadow says, whatever is in memory now. */
uint32_t rt_sym_look(const void *p, uint32_t size);
/* The byte there, as an expression in any case. */
uint32_t rt_sym_byte(const void *p);
bool rt_sym_any(const void *p, uint64_t len);

/* The result of a modelled function, which is about to return. */
void rt_sym_returns(const void *function, uint32_t e);

#endif
