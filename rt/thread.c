/* POSIX threads.  A pthread_t is 1 + the thread's number. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

static struct fiber *thread_at(pthread_t t) {
  return t >= 1 && t <= THREADS_MAX && (rt.made & BIT(t - 1))
             ? &rt.fibers[t - 1]
             : NULL;
}

int heddle_pthread_create(pthread_t *t, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
  heddle_at site = heddle_here;
  struct fiber *f = rt_fiber_make(rt.current, start, argument);
  f->sym_argument = rt_sym_argument(heddle_pthread_create, 3);
  heddle_sym_callee = NULL;
  *t = f->id + 1u;
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes)
    pthread_attr_getdetachstate(attributes, &detached);
  f->detached = detached == PTHREAD_CREATE_DETACHED;
  rt_silent(OP_CREATE, f->id, f->id, site);
  return 0;
}

/* Waits for the thread without a step of its own. */
static void await_end(struct fiber *f, heddle_at site) {
  if (!f->finished) {
    f->joiner = rt.current->id + 1;
    rt_block(OP_JOIN, f->id, site);
  }
  rt_silent(OP_JOIN, f->id, f->id, site);
  f->joined = true;
  if (!--rt.unjoined)
    rt.last_join = rt.event - 1;
}

int heddle_pthread_join(pthread_t t, void **result) {
  heddle_at site = heddle_here;
  struct fiber *f = thread_at(t);
  if (!f)
    rt_misuse("join of a thread that does not exist");
  if (f == rt.current)
    return EDEADLK;
  if (f->joined || f->joiner)
    rt_misuse("thread %u is joined twice", f->id);
  if (f->detached)
    rt_misuse("join of the detached thread %u", f->id);
  await_end(f, site);
  if (result) {
    *result = f->result;
    heddle_sym_store(result, sizeof *result, f->sym_result, site);
  }
  return 0;
}

int heddle_pthread_tryjoin_np(pthread_t t, void **result) {
  struct fiber *f = thread_at(t);
  if (!f)
    return ESRCH;
  return f->finished ? heddle_pthread_join(t, result) : EBUSY;
}

int heddle_pthread_timedjoin_np(pthread_t t, void **result,
                                const struct timespec *until) {
  (void)until;
  return heddle_pthread_join(t, result);
}

int heddle_pthread_detach(pthread_t t) {
  struct fiber *f = thread_at(t);
  if (!f)
    rt_misuse("detach of a thread that does not exist");
  if (f->detached || f->joined)
    rt_misuse("thread %u is detached twice or after its join", f->id);
  f->detached = true;
  return 0;
}

pthread_t heddle_pthread_self(void) { return rt.current->id + 1u; }
