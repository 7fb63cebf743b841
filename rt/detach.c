/* Detaching a thread: after that nobody may join it, or detach it again. */
#include "rt/calls.h"
#include "rt/rt.h"

int heddle_pthread_detach(pthread_t t) {
  heddle_at site = heddle_here;
  if (!rt_thread_at(t))
    rt_misuse("detach of a thread that does not exist");
  struct fiber *f = rt_thread_claim(t, site);
  if (f->detached || f->joined || f->joiner)
    rt_misuse("thread %u is detached twice or joined", f->id);
  f->detached = true;
  return 0;
}

int heddle_thrd_detach(thrd_t t) {
  heddle_pthread_detach((pthread_t)t);
  return thrd_success;
}
