/* The first call of a function with static variables makes them: a lock of
 * their guard, as the compiler uses it.  The first byte of the guard says that
 * they are made, and instrumented code reads it; the second word is the lock,
 * with the thread that makes them. */
#include "rt/calls.h"
#include "rt/rt.h"

static uint32_t *lock_of(uint64_t *guard) {
  return (uint32_t *)guard + 1;
}

int heddle___cxa_guard_acquire(uint64_t *guard) {
  heddle_at site = heddle_here;
  uint32_t *lock = lock_of(guard);
  if (*lock == rt.current->id + 1u)
    rt_misuse("the variable is used while it is initialised");
  bool step = rt_visible(OP_LOCK, (uint64_t)lock, sizeof *lock, 0, site);
  if (!step && *lock)
    rt_stuck();
  if (*(uint8_t *)guard) {
    if (step)
      rt.step->flags |= EVENT_FAILED;
    if (UNLIKELY(rt_waiting()))
      rt_wait_does(&rt.current->watch, OP_UNLOCK, (uint64_t)lock);
    return 0;
  }
  *lock = rt.current->id + 1u;
  return 1;
}

static void unlock(uint64_t *guard, heddle_at site) {
  uint32_t *lock = lock_of(guard);
  rt_visible(OP_UNLOCK, (uint64_t)lock, sizeof *lock, 0, site);
  *lock = 0;
}

void heddle___cxa_guard_release(uint64_t *guard) {
  heddle_at site = heddle_here;
  if (rt_visible(OP_WRITE, (uint64_t)guard, 1, 0, site))
    rt.step->value = 1;
  *(uint8_t *)guard = 1;
  unlock(guard, site);
}

void heddle___cxa_guard_abort(uint64_t *guard) {
  unlock(guard, heddle_here);
}
