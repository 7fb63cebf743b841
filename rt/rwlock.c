/* Read-write locks.  Readers and writers wait as long as POSIX lets them;
 * nobody is preferred, whoever is scheduled goes. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rt.h"

_Static_assert(sizeof(struct rt_rwlock) <= sizeof(pthread_rwlock_t), "fits");

static struct rt_rwlock *lock_at(pthread_rwlock_t *l, const char *what) {
  if (rt_in_heap((uint64_t)l))
    rt_heap_touch(l, sizeof *l, heddle_here);
  struct rt_rwlock *mine = (struct rt_rwlock *)l;
  if (((volatile struct rt_rwlock *)mine)->magic == OBJECT_DESTROYED)
    rt_misuse("%s of a destroyed read-write lock", what);
  return mine;
}

static uint32_t self(void) { return rt.current->id + 1u; }

static bool step(uint8_t kind, struct rt_rwlock *l, heddle_at site) {
  if (!rt_visible(kind, (uint64_t)l, 1, 0, site))
    return false;
  rt.step->value = rwlock_state((uint64_t)l);
  return true;
}

static void add_reader(struct rt_rwlock *l) {
  l->readers++;
  l->holders |= BIT(rt.current->id);
}

int heddle_pthread_rwlock_init(pthread_rwlock_t *l,
                               const pthread_rwlockattr_t *attributes) {
  (void)attributes;
  rt_visible(OP_RW_INIT, (uint64_t)l, 1, 0, heddle_here);
  *l = (pthread_rwlock_t){0};
  return 0;
}

int heddle_pthread_rwlock_destroy(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, "destroy");
  step(OP_RW_DESTROY, mine, site);
  heddle_here = site;
  if (mine->writer || mine->readers)
    rt_misuse("destroy of a read-write lock that is held");
  mine->magic = OBJECT_DESTROYED;
  return 0;
}

int heddle_pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, "read-lock");
  if (mine->writer == self())
    return EDEADLK;
  if (!step(OP_RDLOCK, mine, site) && mine->writer)
    rt_stuck();
  add_reader(mine);
  return 0;
}

int heddle_pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, "write-lock");
  if (mine->writer == self())
    return EDEADLK;
  if (!step(OP_WRLOCK, mine, site) && (mine->writer || mine->readers))
    rt_stuck();
  mine->writer = self();
  return 0;
}

static int try(pthread_rwlock_t *l, bool write, int failure) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, "try");
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
  return try(l, false, EBUSY);
}

int heddle_pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
  return try(l, true, EBUSY);
}

/* A timed operation succeeds or has timed out by the time it is scheduled. */
int heddle_pthread_rwlock_timedrdlock(pthread_rwlock_t *l,
                                      const struct timespec *until) {
  int result = try(l, false, ETIMEDOUT);
  if (result)
    rt_clock_reach(until);
  return result;
}

int heddle_pthread_rwlock_timedwrlock(pthread_rwlock_t *l,
                                      const struct timespec *until) {
  int result = try(l, true, ETIMEDOUT);
  if (result)
    rt_clock_reach(until);
  return result;
}

int heddle_pthread_rwlock_unlock(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, "unlock");
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
