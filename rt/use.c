/* Uses of a thread's handle by others: signals, cancellation, names.  After the
 * thread was joined its handle is nobody's any more, so the end of a join is a
 * write of a byte that these uses read; a file of its own, because it is one
 * only in programs that have this linked in. */
#include "rt/rt.h"

void rt_thread_gone(const struct fiber *f, heddle_at site) {
  if (rt_visible(OP_WRITE, (uint64_t)&rt.joined[f->id], 1, 0, site))
    rt.step->value = 1;
  rt.joined[f->id] = true;
}

struct fiber *rt_thread_used(uint64_t t, const char *what, heddle_at site) {
  struct fiber *f = rt_thread_at(t);
  if (!f || f == rt.current)
    return f;
  rt_look(&rt.joined[f->id], site);
  heddle_here = site;
  f = rt_thread_at(t); /* or another has its number */
  if (f->joined)
    rt_misuse("%s a thread that was joined before", what);
  return f;
}
