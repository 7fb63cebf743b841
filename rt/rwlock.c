/* Read-write locks.  Readers and writers wait as long as POSIX lets them;
 * nobody is preferred, whoever is scheduled goes. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rt.h"

_Static_assert(sizeof(struct rt_rwlock) <= sizeof(pthread_rwlock_t), "fits");

/* Before the step and after it: it may be destroyed while the thread waits for
 * its turn. */
static void check(const struct rt_rwlock *l, heddle_at site) {
  if (UNLIKELY(((const volatile struct rt_rwlock *)l)->magic ==
               OBJECT_DESTROYED)) {
    heddle_here = site;
    rt_misuse("use of a destroyed read-write lock");
  }
}

static struct rt_rwlock *lock_at(pthread_rwlock_t *l, heddle_at site) {
  if (rt_in_heap((uint64_t)l))
    rt_heap_touch(l, sizeof *l, site);
  check((struct rt_rwlock *)l, site);
  return (struct rt_rwlock *)l;
}

static uint32_t self(void) { return rt.current->id + 1u; }

static bool step(uint8_t kind, struct rt_rwlock *l, heddle_at site) {
  bool visible = rt_visible(kind, (uint64_t)l, 1, 0, site);
  if (visible)
    rt.step->value = rwlock_state((uint64_t)l);
  check(l, site);
  return visible;
}

static void add_reader(struct rt_rwlock *l) {
  l->readers++;
  l->holders |= BIT(rt.current->id);
}

int heddle_pthread_rwlock_init(pthread_rwlock_t *l,
                               const pthread_rwlockattr_t *attributes) {
  heddle_at site = heddle_here;
  if (attributes)
    rt_argument_read(1, attributes, sizeof *attributes, site);
  rt_visible(OP_RW_INIT, (uint64_t)l, 1, 0, site);
  const struct rt_rwlock *old = (const struct rt_rwlock *)l;
  heddle_here = site;
  if (old->magic != OBJECT_DESTROYED &&
      (old->writer - 1u < THREADS_MAX || old->readers - 1u < THREADS_MAX))
    rt_misuse("init of a read-write lock that is held");
  *l = (pthread_rwlock_t){0};
  return 0;
}

int heddle_pthread_rwlock_destroy(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, site);
  step(OP_RW_DESTROY, mine, site);
  heddle_here = site;
  if (mine->writer || mine->readers)
    rt_misuse("destroy of a read-write lock that is held");
  mine->magic = OBJECT_DESTROYED;
  return 0;
}

int heddle_pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, site);
  if (mine->writer == self())
    return EDEADLK;
  if (!step(OP_RDLOCK, mine, site) && mine->writer)
    rt_stuck();
  add_reader(mine);
  return 0;
}

int heddle_pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, site);
  if (mine->writer == self())
    return EDEADLK;
  if (!step(OP_WRLOCK, mine, site) && (mine->writer || mine->readers))
    rt_stuck();
  mine->writer = self();
  return 0;
}

static int try(pthread_rwlock_t *l, bool write, int failure, heddle_at site) {
  struct rt_rwlock *mine = lock_at(l, site);
  bool visible = step(write ? OP_TRYWRLOCK : OP_TRYRDLOCK, mine, site);
  if (mine->writer || (write && mine->readers)) {
    if (visible)
      rt.step->flags |= EVENT_FAILED;
    return failure;
  }
  if (write)
    mine->writer = self();
  else
    add_reader(mine);
  return 0;
}

int heddle_pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
  return try(l, false, EBUSY, heddle_here);
}

int heddle_pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
  return try(l, true, EBUSY, heddle_here);
}

/* A timed operation succeeds or has timed out by the time it is scheduled. */
static int timed(pthread_rwlock_t *l, bool write, const struct timespec *until,
                 unsigned argument) {
  heddle_at site = heddle_here;
  rt_argument_read(argument, until, sizeof *until, site);
  if (!rt_time_is_valid(until))
    return EINVAL;
  if (lock_at(l, site)->writer == self())
    return EDEADLK;
  int result = try(l, write, ETIMEDOUT, site);
  if (result)
    rt_clock_reach(until);
  return result;
}

int heddle_pthread_rwlock_timedrdlock(pthread_rwlock_t *l,
                                      const struct timespec *until) {
  return timed(l, false, until, 1);
}

int heddle_pthread_rwlock_timedwrlock(pthread_rwlock_t *l,
                                      const struct timespec *until) {
  return timed(l, true, until, 1);
}

int heddle_pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock,
                                      const struct timespec *until) {
  return rt_clock_is_known(clock) ? timed(l, false, until, 2) : EINVAL;
}

int heddle_pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock,
                                      const struct timespec *until) {
  return rt_clock_is_known(clock) ? timed(l, true, until, 2) : EINVAL;
}

int heddle_pthread_rwlock_unlock(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, site);
  step(mine->writer == self() ? OP_RWUNLOCK : OP_RDUNLOCK, mine, site);
  heddle_here = site;
  if (mine->writer == self()) {
    mine->writer = 0;
  } else if (mine->readers && (mine->holders & BIT(rt.current->id))) {
    if (--mine->readers == 0)
      mine->holders = 0;
  } else {
    rt_misuse("unlock of a read-write lock that the thread does not hold");
  }
  return 0;
}
