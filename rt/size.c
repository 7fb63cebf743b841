/* Blocks whose size depends on inputs.
 *
 * Up to SIZED_ROOM bytes the size is an expression: the block gets room for
 * the largest, so that no address depends on inputs, and what may be accessed
 * is what this run's inputs ask for.  An access beyond all that came before it
 * is a branch: does the size reach so far?  Where it does not, the heap finds
 * the access out of bounds (heap.c).  Larger sizes are one branch more, and
 * then fixed. */
#include "rt/expression.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

enum { BLOCKS = 256 };

static struct sized {
  uint64_t at, reached; /* the first so many bytes have been decided */
  uint32_t size;
} blocks[BLOCKS];
unsigned rt_sized_blocks;

void rt_sizes_reset(void) {
  rt_sized_blocks = 0;
}

static struct sized *find(uint64_t at) {
  for (unsigned i = 0; i < rt_sized_blocks; i++)
    if (at - blocks[i].at < SIZED_ROOM)
      return &blocks[i];
  return NULL;
}

bool rt_sized(uint64_t at) {
  return find(at) != NULL;
}

void rt_sized_reach(uint64_t at, uint64_t size, heddle_at site) {
  struct sized *b = find(at);
  uint64_t end = b ? at + size - b->at : 0;
  if (!b || end <= b->reached)
    return;
  uint32_t within =
      rt_sym_make(SYM_ULE, 1, rt_sym_const(64, end), b->size, 0, 0);
  if (rt_sym_decide(within, site))
    b->reached = end;
}

uint64_t rt_sized_room(uint32_t e, heddle_at site) {
  if (!e)
    return 0;
  e = rt_sym_resize(e, 64);
  uint32_t most = rt_sym_const(64, SIZED_ROOM);
  bool small = rt_sym_decide(rt_sym_make(SYM_ULE, 1, e, most, 0, 0), site);
  if (small && rt_sized_blocks < BLOCKS && !rt_sym_full()) {
    blocks[rt_sized_blocks++] = (struct sized){.size = e}; /* its place comes */
    return SIZED_ROOM;
  }
  rt_sym_pin(e, site);
  return 0;
}

void rt_sized_at(const void *p) {
  if (p)
    blocks[rt_sized_blocks - 1].at = (uint64_t)p;
  else
    rt_sized_blocks--;
}

/* Of two that depend on inputs the second is tried value by value. */
uint32_t rt_sym_product(uint32_t count, uint32_t size, uint64_t x, uint64_t y,
                        heddle_at site) {
  if (count && size) {
    heddle_sym_fix(size, ABI_INDEX, site);
    size = 0;
  }
  uint32_t e = count ? count : size;
  uint64_t by = count ? y : x;
  if (!e || !by)
    return 0;
  e = rt_sym_resize(e, 64);
  uint32_t most = rt_sym_const(64, UINT64_MAX / by);
  if (!rt_sym_decide(rt_sym_make(SYM_ULE, 1, e, most, 0, 0), site))
    return 0;
  return rt_sym_make(SYM_MUL, 64, e, rt_sym_const(64, by), 0, 0);
}
