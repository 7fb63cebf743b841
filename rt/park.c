/* Threads that wait at an address until somebody wakes them: what C++'s atomics
 * wait by, and futexes.
 *
 * A waiter registers, as at a condition variable (exec/event.h), looks at what
 * it waits for, and then either takes itself off or sleeps.  Who registers
 * before it looks misses no wake-up.  The kernel does both at once: there a
 * wake-up never goes to a thread that is about to find the value changed.  So a
 * waiter that was chosen and does not need it passes it on to another. */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

#include "rt/calls.h"
#include "rt/rt.h"

/* How many were woken. */
static int wake_one(uint64_t at, heddle_at site) {
  return rt_cond_wake_one(at, rt_visible(OP_SIGNAL, at, 1, 0, site));
}

static int wake_all(uint64_t at, heddle_at site) {
  return rt_cond_wake_all(at, rt_visible(OP_BROADCAST, at, 1, 0, site));
}

static void park(uint64_t at, heddle_at site) {
  rt_visible(OP_WAIT, at, 1, 0, site);
  rt.current->waits_on = at;
  rt.current->woken = false;
}

/* Whether it was chosen; it is off the list. */
static bool unpark(uint64_t at, heddle_at site) {
  struct fiber *f = rt.current;
  bool step = rt_visible(OP_WAKE, at, 1, 0, site);
  bool chosen = f->woken;
  if (!chosen && step)
    rt.step->flags |= EVENT_FAILED;
  f->waits_on = 0;
  return chosen;
}

/* A lock that nobody else knows, to be had when it was chosen. */
static void sleep_until_woken(heddle_at site) {
  uint64_t lock = (uint64_t)&rt.current->parked;
  if (!rt_visible(OP_LOCK, lock, 1, EVENT_WOKEN, site))
    rt_stuck();
  rt_visible(OP_UNLOCK, lock, 1, 0, site);
}

static void leave(uint64_t at, heddle_at site) {
  if (unpark(at, site))
    wake_one(at, site);
}

void heddle___heddle_park_begin(const void *p) {
  park((uint64_t)p, heddle_here);
}

void heddle___heddle_park_end(const void *p) {
  leave((uint64_t)p, heddle_here);
}

void heddle___heddle_park_sleep(const void *p) {
  (void)p;
  sleep_until_woken(heddle_here);
}

_Bool heddle___heddle_park_until(const void *p) {
  return unpark((uint64_t)p, heddle_here);
}

void heddle___heddle_park_wake(const void *p, _Bool all) {
  if (all)
    wake_all((uint64_t)p, heddle_here);
  else
    wake_one((uint64_t)p, heddle_here);
}

/* --- futexes ------------------------------------------------------------- */

static uint32_t look(const uint32_t *p, heddle_at site) {
  bool step = rt_visible(OP_READ, (uint64_t)p, sizeof *p, 0, site);
  rt_bounds_check((uint64_t)p, sizeof *p, false, site);
  if (step)
    rt.step->value = *p;
  if (UNLIKELY(rt_waiting()))
    rt_wait_saw((uint64_t)p, sizeof *p);
  return *p;
}

static long fail(int error) {
  errno = error;
  return -1;
}

static long futex_wait(const uint32_t *p, uint32_t expected, bool timed,
                       heddle_at site) {
  park((uint64_t)p, site);
  if (look(p, site) != expected) {
    leave((uint64_t)p, site);
    return fail(EAGAIN);
  }
  if (timed)
    return unpark((uint64_t)p, site) ? 0 : fail(ETIMEDOUT);
  sleep_until_woken(site);
  return 0;
}

static long futex_wake(const uint32_t *p, int count, heddle_at site) {
  int woken = 0;
  if (count == INT_MAX)
    return wake_all((uint64_t)p, site);
  for (int i = 0; i < count; i++)
    woken += wake_one((uint64_t)p, site);
  return woken;
}

long rt_futex(const long a[6], heddle_at site) {
  switch (a[1] & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
    return futex_wait((const uint32_t *)a[0], (uint32_t)a[2], a[3], site);
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    return futex_wake((const uint32_t *)a[0], (int)a[2], site);
  default:
    rt_escape_end(WHY_UNMODELLED, "syscall(SYS_futex)", site);
  }
}
