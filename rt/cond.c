/* Condition variables.  A wait registers the thread, frees the mutex and
 * takes it again once a signal has chosen the thread; which waiter a signal
 * chooses is an alternative of its step (exec/event.h, OPS). */
#include <errno.h>

#include "base/sound.h"
#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/objects.h"
#include "rt/rank.h"
#include "rt/rt.h"

/* Before the step and after it: it may be destroyed while the thread waits for
 * its turn. */
static void check(const pthread_cond_t *c, const char *what, heddle_at site) {
  if (UNLIKELY(*(const volatile uint32_t *)c == OBJECT_DESTROYED)) {
    heddle_here = site;
    rt_misuse("%s of a destroyed condition variable", what);
  }
}

static void begin(const pthread_cond_t *c, const char *what, heddle_at site) {
  rt_touch(c, sizeof *c, site);
  check(c, what, site);
}

/* Threads registered at the condition that no signal has chosen yet. */
bool rt_cond_waiters(uint64_t object, struct threads *out) {
  bool some = false;
  object = rt_object(object);
  threads_clear(rt.words, out);
  threads_each(rt.words, &rt.live, t)
    if (rt.fibers[t].waits_on == object) {
      threads_add(rt.words, out, (unsigned)t);
      some = true;
    }
  return some;
}

static void wake(unsigned t) {
  EXPECTS(t < THREADS_MAX);
  rt.fibers[t].waits_on = 0;
  rt_woken(&rt.fibers[t]);
}

int rt_cond_wake_one(uint64_t object, bool step) {
  struct threads waiters;
  if (!rt_cond_waiters(object, &waiters))
    return 0;
  unsigned chosen = threads_nth(rt.words, &waiters, rt.current->alt);
  wake(chosen);
  if (step)
    rt.step->value = chosen + 1;
  return 1;
}

int rt_cond_wake_all(uint64_t object, bool step) {
  struct threads waiters;
  rt_cond_waiters(object, &waiters);
  threads_each(rt.words, &waiters, t)
    wake((unsigned)t);
  if (step)
    rt_tell_freed(&waiters);
  return (int)threads_count(rt.words, &waiters);
}

static bool is_waited_for(const pthread_cond_t *c) {
  struct threads waiters;
  return rt_cond_waiters((uint64_t)c, &waiters);
}

int heddle_pthread_cond_init(pthread_cond_t *c,
                             const pthread_condattr_t *attributes) {
  heddle_at site = heddle_here;
  if (attributes)
    rt_argument_read(1, attributes, sizeof *attributes, site);
  rt_visible(OP_COND_INIT, (uint64_t)c, 1, EVENT_PLAIN, site);
  rt_bounds_check((uint64_t)c, sizeof *c, true, site);
  heddle_here = site;
  if (is_waited_for(c))
    rt_misuse("init of a condition variable with waiting threads");
  *c = (pthread_cond_t){0};
  return 0;
}

int heddle_pthread_cond_destroy(pthread_cond_t *c) {
  heddle_at site = heddle_here;
  begin(c, "destroy", site);
  rt_visible(OP_COND_DESTROY, (uint64_t)c, 1, EVENT_PLAIN, site);
  check(c, "destroy", site);
  heddle_here = site;
  if (is_waited_for(c))
    rt_misuse("destroy of a condition variable that threads wait for");
  *(uint32_t *)c = OBJECT_DESTROYED;
  return 0;
}

/* A mutex that is recursive, and was taken more often than once, stays with the
 * thread that waits: POSIX warns of it, and glibc does so.  A wait is told by
 * WAIT, an UNLOCK, and a LOCK once it is chosen (exec/event.h); so what this
 * one gives back and takes again is a lock that nobody else knows, in a member
 * of the mutex that is not used. */
enum { OWN_LOCK = 4 }; /* bytes of it */
static uint64_t own_lock(const pthread_mutex_t *m) {
  return (uint64_t)&m->__data.__nusers;
}

/* Threads that wait at once do so with one mutex: POSIX says that anything else
 * is undefined.  Who waited with another one and was chosen by a signal does
 * not matter: the signal depends on this wait, so that in another run the two
 * wait at once, if they can.  Who wakes up by itself does so independently of
 * other waits; whether that could come later is not known, and said.  Of the
 * waits before only the latest has to be compared: those before it were. */
static void bind_to(pthread_cond_t *c, const pthread_mutex_t *m, bool limited,
                    heddle_at site) {
  struct rt_cond *mine = (struct rt_cond *)c;
  bool another = mine->mutex && mine->mutex != (uint64_t)m;
  mine->mutex = rt.current->waits_with = (uint64_t)m;
  mine->limited |= limited;
  if (LIKELY(!another))
    return;
  struct threads waiters;
  rt_cond_waiters((uint64_t)c, &waiters);
  threads_each(rt.words, &waiters, t) {
    heddle_here = site;
    if (rt.fibers[t].waits_with != (uint64_t)m)
      rt_misuse("wait with another mutex than thread %u waits with",
                (unsigned)t);
  }
  if (mine->limited)
    rt_escape(WHY_UNMODELLED, "waits with a limit, and with several mutexes",
              site);
}

/* The part every wait has: register, give the mutex back once.  True: it was
 * asked to end before it registered (cancel.h), and must not wait. */
static bool begin_wait(pthread_cond_t *c, pthread_mutex_t *m, bool limited,
                       heddle_at site) {
  struct fiber *f = rt.current;
  begin(c, "wait", site);
  if (m->__data.__lock != f->id + 1)
    rt_misuse("wait with a mutex that the thread does not hold");
  bool keeps = m->__data.__count > 1;
  if (UNLIKELY(keeps))
    rt_visible(OP_LOCK, own_lock(m), OWN_LOCK, 0, site);
  rt_visible(OP_WAIT, (uint64_t)c, 1, 0, site);
  check(c, "wait", site);
  bind_to(c, m, limited, site);
  f->waits_on = rt_object((uint64_t)c);
  f->woken = false;
  bool ends = UNLIKELY(rt_cancel_early != NULL) && rt_cancel_early();
  bool step = rt_visible(OP_UNLOCK, keeps ? own_lock(m) : (uint64_t)m,
                         keeps ? OWN_LOCK : 1, 0, site);
  if (UNLIKELY(keeps)) {
    m->__data.__count--;
    rt_silent(OP_NOTE, (uint64_t)m, 0, site);
    return ends;
  }
  rt_mutex_give(m, step);
  return ends;
}

static void wait_holding(pthread_mutex_t *m, heddle_at site) {
  if (!rt_visible(OP_LOCK, own_lock(m), OWN_LOCK, EVENT_WOKEN, site))
    rt_stuck();
  rt_visible(OP_UNLOCK, own_lock(m), OWN_LOCK, 0, site);
}

/* 0, or what whoever takes a robust mutex is told. */
static int take_again(pthread_mutex_t *m, uint8_t flags, heddle_at site) {
  if (UNLIKELY(m->__data.__lock == rt.current->id + 1)) {
    if (flags)
      wait_holding(m, site);
    m->__data.__count++;
    rt_silent(OP_NOTE, (uint64_t)m, 0, site);
    return 0;
  }
  bool step = rt_visible(OP_LOCK, (uint64_t)m, 1, flags, site);
  if (!step && (flags || m->__data.__lock))
    rt_stuck();
  return rt_mutex_take(m, step);
}

/* Wakes up by itself, or finds that it was chosen. */
static bool wake_step(pthread_cond_t *c, heddle_at site) {
  struct fiber *f = rt.current;
  bool step = rt_visible(OP_WAKE, (uint64_t)c, 1, 0, site);
  bool chosen = f->woken;
  if (!chosen && step)
    rt.step->flags |= EVENT_FAILED;
  f->waits_on = 0;
  return chosen;
}

/* It wakes up by itself, unless a signal has chosen it, and ends with the
 * mutex. */
static int wake_to_end(pthread_cond_t *c, pthread_mutex_t *m, heddle_at site) {
  bool chosen = wake_step(c, site);
  int told = take_again(m, 0, site);
  if (!chosen)
    rt_cancel_act();
  return told;
}

int heddle_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  heddle_at site = heddle_here;
  if (UNLIKELY(rt_cancel_waits != NULL))
    rt_cancel_waits((uint64_t)c, site);
  bool spurious = rt.wire->flags & WIRE_SPURIOUS;
  if (begin_wait(c, m, spurious || rt_cancel_waits, site))
    return wake_to_end(c, m, site);
  if (spurious) {
    wake_step(c, site);
    return take_again(m, 0, site);
  }
  int told = take_again(m, EVENT_WOKEN, site);
  if (UNLIKELY(rt_cancel_woken != NULL) && rt_cancel_woken())
    rt_cancel_act();
  return told;
}

/* In a loop that may only wait. */
static void settle_watch(const pthread_mutex_t *m, bool told) {
  struct watch *w = &rt.current->watch;
  w->aside = false;
  if (told)
    rt_wait_effect(w);
  else
    rt_wait_reopened((uint64_t)m);
}

enum { ROBUST_KIND = 16 };

static int timed_wait(pthread_cond_t *c, pthread_mutex_t *m,
                      const struct timespec *until, unsigned argument) {
  heddle_at site = heddle_here;
  rt_argument_read(argument, until, sizeof *until, site);
  if (!rt_time_is_valid(until))
    return EINVAL; /* and the mutex stays locked */
  bool plain = m->__data.__count == 1 && m->__data.__kind < ROBUST_KIND;
  rt_trial_stop();
  rt.current->watch.aside = plain && rt_waiting();
  begin_wait(c, m, true, site);
  bool chosen = wake_step(c, site);
  bool ends = UNLIKELY(rt_cancel_asked != NULL) && !chosen &&
              rt_cancel_asked(site);
  if (!chosen)
    rt_clock_reach(until);
  int told = take_again(m, 0, site);
  if (UNLIKELY(rt.current->watch.aside))
    settle_watch(m, chosen || ends);
  if (ends)
    rt_cancel_act();
  return told ? told : chosen ? 0 : ETIMEDOUT;
}

int heddle_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                  const struct timespec *until) {
  return timed_wait(c, m, until, 2);
}

int heddle_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m,
                                  clockid_t clock,
                                  const struct timespec *until) {
  return rt_clock_is_known(clock) ? timed_wait(c, m, until, 3) : EINVAL;
}

int heddle_pthread_cond_signal(pthread_cond_t *c) {
  heddle_at site = heddle_here;
  begin(c, "signal", site);
  bool step = rt_visible(OP_SIGNAL, (uint64_t)c, 1, 0, site);
  check(c, "signal", site);
  rt_cond_wake_one((uint64_t)c, step);
  return 0;
}

int heddle_pthread_cond_broadcast(pthread_cond_t *c) {
  heddle_at site = heddle_here;
  begin(c, "broadcast", site);
  bool step = rt_visible(OP_BROADCAST, (uint64_t)c, 1, 0, site);
  check(c, "broadcast", site);
  rt_cond_wake_all((uint64_t)c, step);
  return 0;
}
