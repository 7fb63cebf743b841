/* Barriers, used by as many threads as their count: then the order of
 * arrival cannot be seen, and arrivals are independent.  The serial thread
 * is the lowest of the round. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rt.h"

_Static_assert(sizeof(struct rt_barrier) <= sizeof(pthread_barrier_t),
               "fits");

static struct rt_barrier *barrier_at(pthread_barrier_t *b) {
  if (rt_in_heap((uint64_t)b))
    rt_heap_touch(b, sizeof *b, heddle_here);
  struct rt_barrier *mine = (struct rt_barrier *)b;
  if (((volatile struct rt_barrier *)mine)->count == 0)
    rt_misuse("use of a barrier that is destroyed or was never made");
  return mine;
}

int heddle_pthread_barrier_init(pthread_barrier_t *b,
                                const pthread_barrierattr_t *attributes,
                                unsigned count) {
  (void)attributes;
  if (!count)
    return EINVAL;
  rt_visible(OP_BARRIER_INIT, (uint64_t)b, 1, 0, heddle_here);
  *(struct rt_barrier *)b = (struct rt_barrier){.count = count};
  return 0;
}

int heddle_pthread_barrier_destroy(pthread_barrier_t *b) {
  heddle_at site = heddle_here;
  struct rt_barrier *mine = barrier_at(b);
  rt_visible(OP_BARRIER_DESTROY, (uint64_t)b, 1, 0, site);
  heddle_here = site;
  if (mine->waiting)
    rt_misuse("destroy of a barrier that threads wait at");
  mine->count = 0;
  return 0;
}

int heddle_pthread_barrier_wait(pthread_barrier_t *b) {
  heddle_at site = heddle_here;
  struct rt_barrier *mine = barrier_at(b);
  struct fiber *f = rt.current;
  bool step = rt_visible(OP_ARRIVE, (uint64_t)b, 1, 0, site);
  mine->seen |= BIT(f->id);
  if ((uint32_t)__builtin_popcountll(mine->seen) > mine->count)
    rt_escape(WHY_UNMODELLED, "a barrier with more threads than its count",
              site);
  uint64_t round = mine->waiting | BIT(f->id);
  if ((uint32_t)__builtin_popcountll(round) < mine->count) {
    mine->waiting = round;
    if (!step)
      rt_stuck();
    rt_block(OP_NOTE, (uint64_t)b, site);
  } else {
    unsigned serial = (unsigned)__builtin_ctzll(round);
    for (uint64_t rest = round; rest; rest &= rest - 1) {
      unsigned t = (unsigned)__builtin_ctzll(rest);
      rt.fibers[t].serial = t == serial;
    }
    mine->waiting = 0;
    rt.released |= round & ~BIT(f->id);
    if (step)
      rt.step->value = round & ~BIT(f->id);
  }
  return f->serial ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
