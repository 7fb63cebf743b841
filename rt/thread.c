/* POSIX threads.  A pthread_t is 1 + the thread's number, and how many threads
 * had the number before it above that: one that was joined is known as such
 * when another has its number.
 *
 * Joining is no step: nobody can tell when it is done.  But where somebody may
 * detach the thread, or try to join it, it is seen who comes first to do so
 * (claim.c); and where somebody may use the handle for something else, whether
 * the thread was joined before (use.c).  Then, and only in programs that have
 * these linked in, beginning and ending a join are steps. */
#include <errno.h>

#include "base/sound.h"
#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/default_attr.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

enum { LIVES_SHIFT = 16 };

#pragma weak rt_thread_claim
#pragma weak rt_thread_gone

uint64_t rt_thread_handle(const struct fiber *f) {
  EXPECTS(f->id < THREADS_MAX);
  return (uint64_t)f->lives << LIVES_SHIFT | (f->id + 1u);
}

struct fiber *rt_thread_at(uint64_t t) {
  uint64_t number = t & ((1 << LIVES_SHIFT) - 1);
  if (number < 1 || number > THREADS_MAX ||
      !threads_has(THREADS_WORDS, &rt.made, (unsigned)number - 1))
    return NULL;
  struct fiber *f = &rt.fibers[number - 1];
  if (t >> LIVES_SHIFT < f->lives)
    rt_misuse("use of a thread that was joined before");
  return t >> LIVES_SHIFT == f->lives ? f : NULL;
}

/* The handle is stored when the new thread may be running: POSIX does not
 * promise that the thread finds it there. */
int heddle_pthread_create(pthread_t *t, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
  heddle_at site = heddle_here;
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes) {
    rt_argument_read(1, attributes, sizeof *attributes, site);
    pthread_attr_getdetachstate(attributes, &detached);
  } else if (UNLIKELY(rt_default_detached != NULL) &&
             rt_default_detached(site)) {
    detached = PTHREAD_CREATE_DETACHED;
  }
  rt_errno_catch_up();
  struct fiber *f = rt_fiber_make(rt.current, start, argument);
  f->sym_argument = rt_sym_argument(heddle_pthread_create, 3);
  heddle_sym_callee = NULL;
  f->detached = detached == PTHREAD_CREATE_DETACHED;
  rt_silent(OP_CREATE, f->id, f->id, site);
  pthread_t handle = rt_thread_handle(f);
  rt_argument_write(0, t, sizeof *t, site, handle);
  *t = handle;
  return 0;
}

/* Waits for the thread without a step of its own.  `told`: somebody sees what
 * its result was. */
static void await_end(struct fiber *f, bool told, heddle_at site) {
  f->joiner = (uint16_t)(rt.current->id + 1);
  if (!f->finished)
    rt_block(OP_JOIN, f->id, site);
  rt_silent(OP_JOIN, f->id, f->id, site);
  rt.event[-1].flags |= told ? EVENT_TOLD : 0;
  rt.event[-1].alt = rt_thread_claim != NULL;
  if (!--rt.unjoined)
    rt.last_join = rt.event - 1;
  else if (rt_thread_gone)
    rt_thread_gone(f, site);
  f->joined = true;
  if (&heddle_reads_clock)
    rt_hear();
  if (f->clock > rt.current->clock) /* it ended before the join did */
    rt.current->clock = f->clock;
  if (f->parent == rt.current->id) {
    f->ended_before = rt.current->endeds;
    rt.current->endeds = (uint16_t)(f->id + 1);
  }
}

int rt_thread_join(uint64_t t, void **result, bool told, heddle_at site) {
  rt_errno_catch_up();
  struct fiber *f = rt_thread_at(t);
  if (!f)
    rt_misuse("join of a thread that does not exist");
  if (f == rt.current)
    return EDEADLK;
  if (rt_cancel_join)
    rt_cancel_join(f->id, site);
  if (rt_thread_claim)
    f = rt_thread_claim(t, site);
  if (f->joined || f->joiner)
    rt_misuse("thread %u is joined twice", f->id);
  if (f->detached)
    rt_misuse("join of the detached thread %u", f->id);
  rt_signals_meet(site);
  await_end(f, told, site);
  *result = f->result;
  return 0;
}

int heddle_pthread_join(pthread_t t, void **result) {
  heddle_at site = heddle_here;
  void *value;
  int error = rt_thread_join(t, &value, result != NULL, site);
  if (!error && result) {
    rt_argument_write(1, result, sizeof *result, site, (uint64_t)value);
    *result = value;
    heddle_sym_store(result, sizeof *result,
                     rt_thread_at(t)->sym_result, site);
  }
  return error;
}

pthread_t heddle_pthread_self(void) {
  rt.current->told_handle = true;
  return rt_thread_handle(rt.current);
}
