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

/* element.c: an access whose address depends on inputs. */
struct rt_place {
  const void *at;     /* in this run */
  const void *root;   /* what the address was computed from; NULL: not known */
  uint64_t root_size; /* of that object, if the compiler knows it */
  uint32_t size;
  bool write, seen; /* seen: a step, unless the thread is alone */
  heddle_at site;
};
/* True: it is one of at most `most` elements of an object, all of them at
 * once; false: the address has to be fixed. */
bool rt_element(uint32_t e, const struct rt_place *to, unsigned most);

/* size.c: blocks whose size depends on inputs.  Before one of size e is
 * allocated: the room that it is to have, 0: as any other; then its place,
 * or NULL where there is none. */
enum { SIZED_ROOM = 1 << 16 };
uint64_t rt_sized_room(uint32_t e, heddle_at site);
void rt_sized_at(const void *p);
extern unsigned rt_sized_blocks; /* so many there are */
bool rt_sized(uint64_t at);      /* in the room of one */
/* Before an access: whether the block reaches so far is decided. */
void rt_sized_reach(uint64_t at, uint64_t size, heddle_at site);
void rt_sizes_reset(void);
/* count * size as an expression, 0 if neither depends on inputs; that it is
 * too large for 64 bits is a branch. */
uint32_t rt_sym_product(uint32_t count, uint32_t size, uint64_t x, uint64_t y,
                        heddle_at site);

/* Bytes that a function reads which nobody looks into. */
void rt_sym_pin_range(const void *p, uint64_t len, heddle_at site);
/* A copy in two steps; true when there is something to put. */
bool rt_sym_aside(const void *from, uint64_t len, uint32_t *aside,
                  heddle_at site);
void rt_sym_put(const void *to, uint64_t len, const uint32_t *aside,
                heddle_at site);

#endif
