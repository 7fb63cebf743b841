/* Who joins a thread or detaches it, where others may be faster: an update of a
 * byte, so that two who do it are ordered, and the second is the one who made
 * the mistake.  A file of its own, because it is a step only in programs that
 * have this linked in: two joins that wait would do the same in either order.
 * (Strategies that do not run every combination of independent steps do not
 * cover two who join one thread without it: sched/unfold/unfold.h.) */
#include "rt/rt.h"

struct fiber *rt_thread_claim(uint64_t t, heddle_at site) {
  const struct fiber *f = rt_thread_at(t);
  if (rt_visible(OP_UPDATE, (uint64_t)&rt.claimed[f->id], 1,
                 ORDER_NO_ACQUIRE << RT_ORDER_SHIFT, site))
    rt.step->value = 1;
  rt.claimed[f->id] = true;
  heddle_here = site;
  f = rt_thread_at(t); /* it may be another by now, and then that is it */
  return &rt.fibers[f->id];
}
