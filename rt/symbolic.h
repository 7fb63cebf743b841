/* symbolic: what the rest of the runtime needs of symbolic.c.  In a program
 * that was not built with --symbolic, or in a run that is not, all of it does
 * nothing. */
#ifndef RT_SYMBOLIC_H
#define RT_SYMBOLIC_H

#include "rt/abi.h"
#include "rt/wire.h"
#include "sym/node.h"

void rt_sym_begin(bool on); /* a run */
void rt_sym_end(struct run *r);
bool rt_sym_room(void); /* for the expressions of another run */
bool rt_sym_on(void);
bool rt_sym_built(void); /* whether any unit was built for it */

/* The index-th input of the running thread is a variable; its expression is
 * what the modelled function returns (rt_sym_return). */
void rt_sym_input(uint32_t index, int64_t low, int64_t high, int64_t value);
void rt_sym_return(const void *function);

/* Around the start function of a thread. */
uint32_t rt_sym_argument(const void *function, unsigned i);
void rt_sym_give(const void *function, uint32_t argument);
uint32_t rt_sym_result(const void *function);

/* Bytes that a function reads which nobody looks into. */
void rt_sym_pin_range(const void *p, uint64_t len, heddle_at site);
/* A copy in two steps; true when there is something to put. */
bool rt_sym_aside(const void *from, uint64_t len, uint32_t *aside,
                  heddle_at site);
void rt_sym_put(const void *to, uint64_t len, const uint32_t *aside,
                heddle_at site);

#endif
