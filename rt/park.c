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
#include "rt/rank.h"
#include "rt/rt.h"
#include "rt/signals.h"

enum { WORD = 4 }; /* of a futex: what its operations say (exec/event.h) */

/* How many were woken. */
static int wake_one(uint64_t at, heddle_at site) {
  return rt_cond_wake_one(at, rt_visible(OP_SIGNAL, at, WORD, 0, site));
}

static int wake_all(uint64_t at, heddle_at site) {
  return rt_cond_wake_all(at, rt_visible(OP_BROADCAST, at, WORD, 0, site));
}

static void park(uint64_t at, heddle_at site) {
  rt_visible(OP_WAIT, at, WORD, 0, site);
  rt.current->waits_on = rt_object(at);
  rt.current->woken = false;
}

/* Whether it was chosen; it is off the list. */
static bool unpark(uint64_t at, heddle_at site) {
  struct fiber *f = rt.current;
  bool step = rt_visible(OP_WAKE, at, WORD, 0, site);
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

/* Whom nobody chose could have slept on: a turn of a loop is in vain by it. */
static bool unpark_watched(uint64_t at, heddle_at site) {
  struct watch *w = &rt.current->watch;
  w->aside = rt_waiting();
  bool woken = unpark(at, site);
  w->aside = false;
  if (woken)
    rt_wait_effect(w);
  return woken;
}

static long futex_wait(const uint32_t *p, uint32_t expected, bool timed,
                       uint32_t mask, heddle_at site) {
  struct fiber *f = rt.current;
  if (!mask)
    return fail(EINVAL);
  int number = rt_signal_breaking(!timed, site);
  if (UNLIKELY(number)) { /* before it sleeps, or while it does */
    bool sleeps = look(p, site) == expected;
    rt_signal_take(number);
    return fail(sleeps ? EINTR : EAGAIN);
  }
  f->futex_mask = 0;
  f->watch.aside = timed && rt_waiting();
  park((uint64_t)p, site);
  f->watch.aside = false;
  if (look(p, site) != expected) {
    leave((uint64_t)p, site);
    return fail(EAGAIN);
  }
  f->futex_mask = mask;
  bool woken = true;
  if (timed)
    woken = unpark_watched((uint64_t)p, site);
  else
    sleep_until_woken(site);
  f->futex_mask = 0;
  return woken ? 0 : fail(ETIMEDOUT);
}

static long futex_wake(const uint32_t *p, int count, heddle_at site) {
  int woken = 0;
  if (count == INT_MAX)
    return wake_all((uint64_t)p, site);
  for (int i = 0; i < count; i++)
    woken += wake_one((uint64_t)p, site);
  return woken;
}

/* --- what concerns some of those who sleep, or two futexes at once --------
 *
 * The kernel does it in one go: here it is an atomic block, on which everything
 * depends (exec/event.h, ATOMIC).  It is about those who sleep.  Who has
 * registered and has not looked yet is not in the kernel's queue: should it
 * find the value that it expects it sleeps from then on, after the block, and
 * the other order is another run. */

static void sleepers(uint64_t at, uint32_t mask, struct threads *out) {
  rt_cond_waiters(at, out);
  threads_each(rt.words, out, t) if (!(rt.fibers[t].futex_mask & mask))
      threads_remove(rt.words, out, (unsigned)t);
}

/* Takes `most` out of the set: who they are is a choice, unless it is all. */
static unsigned take(struct threads *from, int most, struct threads *out) {
  unsigned count = threads_count(rt.words, from), taken = 0;
  threads_clear(rt.words, out);
  for (; taken < count && taken < (unsigned)most; taken++) {
    bool all = count <= (unsigned)most;
    unsigned left = count - taken, who = all ? 0 : rt_choice("woken", left);
    unsigned t = threads_nth(rt.words, from, who);
    threads_remove(rt.words, from, t);
    threads_add(rt.words, out, t);
  }
  return taken;
}

static void wake_these(uint64_t at, const struct threads *set, heddle_at site) {
  bool step = rt_visible(OP_BROADCAST, at, WORD, 0, site);
  threads_each(rt.words, set, t) {
    rt.fibers[t].waits_on = 0;
    rt_woken(&rt.fibers[t]);
  }
  if (step)
    rt_tell_freed(set);
}

/* Who sleeps with a limit is parked at its end, a step on the futex where it
 * began: that steps on the other one now depend on it is not known. */
static void move_these(uint64_t to, const struct threads *set, heddle_at site) {
  rt_block_blur();
  threads_each(rt.words, set, t) {
    rt.fibers[t].waits_on = rt_object(to);
    if (rt.fibers[t].kind == OP_WAKE)
      rt_escape(WHY_UNMODELLED, "requeue of a futex wait with a limit", site);
  }
}

static long wake_masked(uint64_t at, int count, uint32_t mask, heddle_at site) {
  struct threads all, some;
  if (!mask)
    return fail(EINVAL);
  heddle___VERIFIER_atomic_begin();
  sleepers(at, mask, &all);
  unsigned woken = take(&all, count < 1 ? 1 : count, &some);
  wake_these(at, &some, site);
  heddle___VERIFIER_atomic_end();
  return woken;
}

/* a: futex, operation, to be woken, to be moved, where to, value */
static long requeue(const long a[6], bool compares, heddle_at site) {
  uint64_t at = (uint64_t)a[0], to = (uint64_t)a[4];
  int wakes = (int)a[2], moves = (int)a[3];
  struct threads all, some;
  if (wakes < 0 || moves < 0)
    return fail(EINVAL);
  heddle___VERIFIER_atomic_begin();
  if (compares && look((const uint32_t *)a[0], site) != (uint32_t)a[5]) {
    heddle___VERIFIER_atomic_end();
    return fail(EAGAIN);
  }
  sleepers(at, FUTEX_BITSET_MATCH_ANY, &all);
  unsigned count = take(&all, wakes, &some);
  wake_these(at, &some, site);
  count += take(&all, moves, &some);
  move_these(to, &some, site);
  heddle___VERIFIER_atomic_end();
  return count;
}

/* What FUTEX_WAKE_OP makes of a value; false: it is no such operation. */
static bool operate(uint32_t op, uint32_t old, uint32_t *new, bool *holds) {
  int argument = (int32_t)(op << 8) >> 20, with = (int32_t)(op << 20) >> 20;
  int was = (int32_t)old;
  uint32_t n = op >> 31 ? 1u << (argument & 31) : (uint32_t)argument;
  switch (op >> 28 & 7) {
  case FUTEX_OP_SET:
    *new = n;
    break;
  case FUTEX_OP_ADD:
    *new = old + n;
    break;
  case FUTEX_OP_OR:
    *new = old | n;
    break;
  case FUTEX_OP_ANDN:
    *new = old & ~n;
    break;
  case FUTEX_OP_XOR:
    *new = old ^ n;
    break;
  default:
    return false;
  }
  switch (op >> 24 & 15) {
  case FUTEX_OP_CMP_EQ:
    *holds = was == with;
    break;
  case FUTEX_OP_CMP_NE:
    *holds = was != with;
    break;
  case FUTEX_OP_CMP_LT:
    *holds = was < with;
    break;
  case FUTEX_OP_CMP_GE:
    *holds = was >= with;
    break;
  case FUTEX_OP_CMP_LE:
    *holds = was <= with;
    break;
  case FUTEX_OP_CMP_GT:
    *holds = was > with;
    break;
  default:
    return false;
  }
  return true;
}

static unsigned wake_some(uint64_t at, int most, heddle_at site) {
  struct threads all, some;
  sleepers(at, FUTEX_BITSET_MATCH_ANY, &all);
  unsigned woken = take(&all, most < 1 ? 1 : most, &some);
  wake_these(at, &some, site);
  return woken;
}

/* a: futex, operation, to be woken, to be woken there, where, what to do */
static long wake_op(const long a[6], heddle_at site) {
  uint32_t *p = (uint32_t *)a[4], new;
  bool holds;
  if (!operate((uint32_t)a[5], 0, &new, &holds))
    return fail(ENOSYS);
  heddle___VERIFIER_atomic_begin();
  rt_visible(OP_UPDATE, (uint64_t)p, sizeof *p, 0, site);
  rt_bounds_check((uint64_t)p, sizeof *p, true, site);
  operate((uint32_t)a[5], *p, &new, &holds);
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  *p = new;
  unsigned woken = wake_some((uint64_t)a[0], (int)a[2], site);
  if (holds)
    woken += wake_some((uint64_t)p, (int)a[3], site);
  heddle___VERIFIER_atomic_end();
  return woken;
}

/* Whatever else there is, by its name. */
static _Noreturn void refuse(long operation, heddle_at site) {
  static const char *const names[] = {
      [FUTEX_LOCK_PI] = "futex FUTEX_LOCK_PI",
      [FUTEX_UNLOCK_PI] = "futex FUTEX_UNLOCK_PI",
      [FUTEX_TRYLOCK_PI] = "futex FUTEX_TRYLOCK_PI",
      [FUTEX_WAIT_REQUEUE_PI] = "futex FUTEX_WAIT_REQUEUE_PI",
      [FUTEX_CMP_REQUEUE_PI] = "futex FUTEX_CMP_REQUEUE_PI",
      [FUTEX_LOCK_PI2] = "futex FUTEX_LOCK_PI2"};
  bool known = operation >= 0 &&
               operation < (long)(sizeof names / sizeof *names) &&
               names[operation];
  rt_escape_end(WHY_UNMODELLED, known ? names[operation] : "syscall(SYS_futex)",
                site);
}

long rt_futex(const long a[6], heddle_at site) {
  const uint32_t *p = (const uint32_t *)a[0], any = FUTEX_BITSET_MATCH_ANY;
  uint32_t mask = (uint32_t)a[5];
  switch (a[1] & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
  case FUTEX_WAIT:
    return futex_wait(p, (uint32_t)a[2], a[3], any, site);
  case FUTEX_WAIT_BITSET:
    return futex_wait(p, (uint32_t)a[2], a[3], mask, site);
  case FUTEX_WAKE:
    return futex_wake(p, (int)a[2], site);
  case FUTEX_WAKE_BITSET:
    return mask == any ? futex_wake(p, (int)a[2], site)
                       : wake_masked((uint64_t)p, (int)a[2], mask, site);
  case FUTEX_REQUEUE:
  case FUTEX_CMP_REQUEUE:
    heddle_here = site;
    return requeue(a, (a[1] & FUTEX_CMD_MASK) == FUTEX_CMP_REQUEUE, site);
  case FUTEX_WAKE_OP:
    heddle_here = site;
    return wake_op(a, site);
  default:
    refuse(a[1] & FUTEX_CMD_MASK, site);
  }
}
