/* Spin locks: an int that is 1 + the owner.  Waiting is waiting, as for a
 * mutex: nothing spins. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rt.h"

static int self(void) { return rt.current->id + 1; }

/* Before the step and after it: it may be destroyed while the thread waits for
 * its turn. */
static void check(pthread_spinlock_t *l, heddle_at site) {
  if (UNLIKELY(*l == (int)OBJECT_DESTROYED)) {
    heddle_here = site;
    rt_misuse("use of a destroyed spin lock");
  }
}

static void begin(pthread_spinlock_t *l, heddle_at site) {
  rt_touch((const void *)l, sizeof *l, site);
  check(l, site);
}

int heddle_pthread_spin_init(pthread_spinlock_t *l, int shared) {
  (void)shared;
  heddle_at site = heddle_here;
  bool step = rt_visible(OP_LOCK_INIT, (uint64_t)l, sizeof *l,
                         EVENT_PLAIN, site);
  rt_bounds_check((uint64_t)l, sizeof *l, true, site);
  bool held = (uint32_t)*l - 1 < THREADS_MAX;
  if (step && held)
    rt.step->flags |= EVENT_FAILED; /* as in mutex.c */
  heddle_here = site;
  if (held)
    rt_misuse("init of a spin lock that is held");
  *l = 0;
  return 0;
}

int heddle_pthread_spin_destroy(pthread_spinlock_t *l) {
  heddle_at site = heddle_here;
  begin(l, site);
  rt_visible(OP_LOCK_DESTROY, (uint64_t)l, sizeof *l, EVENT_PLAIN, site);
  check(l, site);
  heddle_here = site;
  if (*l)
    rt_misuse("destroy of a spin lock that is held");
  *l = (int)OBJECT_DESTROYED;
  return 0;
}

int heddle_pthread_spin_lock(pthread_spinlock_t *l) {
  heddle_at site = heddle_here;
  begin(l, site);
  if (!rt_visible(OP_LOCK, (uint64_t)l, sizeof *l, 0, site) && *l)
    rt_stuck();
  *l = self();
  return 0;
}

int heddle_pthread_spin_trylock(pthread_spinlock_t *l) {
  heddle_at site = heddle_here;
  begin(l, site);
  bool step = rt_visible(OP_TRYLOCK, (uint64_t)l, sizeof *l, 0, site);
  check(l, site);
  if (*l) {
    if (step)
      rt.step->flags |= EVENT_FAILED;
    return EBUSY;
  }
  *l = self();
  return 0;
}

int heddle_pthread_spin_unlock(pthread_spinlock_t *l) {
  heddle_at site = heddle_here;
  begin(l, site);
  rt_visible(OP_UNLOCK, (uint64_t)l, sizeof *l, 0, site);
  check(l, site);
  heddle_here = site;
  if (*l != self())
    rt_misuse("unlock of a spin lock that the thread does not hold");
  *l = 0;
  return 0;
}
