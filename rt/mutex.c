/* Mutexes: normal, recursive and error-checking.  The first word is the
 * owner (1 + thread), the count and the kind stand where glibc has them. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rt.h"

enum { KIND_MASK = 3 };

static uint32_t self(void) { return rt.current->id + 1u; }

static uint32_t owner(const pthread_mutex_t *m) {
  return (uint32_t)m->__data.__lock;
}

static int kind(const pthread_mutex_t *m) {
  return m->__data.__kind & KIND_MASK;
}

/* Reads the object in the thread's own name, so that a bad pointer is a
 * crash here and not in the scheduler. */
static void check(const pthread_mutex_t *m, const char *what, heddle_at site) {
  if (rt_in_heap((uint64_t)m))
    rt_heap_touch(m, sizeof *m, site);
  if (((const volatile pthread_mutex_t *)m)->__data.__kind == MUTEX_DESTROYED)
    rt_misuse("%s of a destroyed mutex", what);
}

static void take(pthread_mutex_t *m) {
  m->__data.__lock = (int)self();
  m->__data.__count = 1;
}

int heddle_pthread_mutex_init(pthread_mutex_t *m,
                              const pthread_mutexattr_t *attributes) {
  heddle_at site = heddle_here;
  rt_visible(OP_LOCK_INIT, (uint64_t)m, 1, 0, site);
  int type = PTHREAD_MUTEX_NORMAL;
  if (attributes)
    pthread_mutexattr_gettype(attributes, &type);
  *m = (pthread_mutex_t){0};
  m->__data.__kind = type;
  return 0;
}

int heddle_pthread_mutex_destroy(pthread_mutex_t *m) {
  heddle_at site = heddle_here;
  check(m, "destroy", site);
  rt_visible(OP_LOCK_DESTROY, (uint64_t)m, 1, 0, site);
  heddle_here = site;
  if (owner(m))
    rt_misuse("destroy of a mutex that thread %u holds", owner(m) - 1);
  m->__data.__kind = MUTEX_DESTROYED;
  return 0;
}

int heddle_pthread_mutex_lock(pthread_mutex_t *m) {
  heddle_at site = heddle_here;
  check(m, "lock", site);
  if (UNLIKELY(owner(m) == self())) {
    if (kind(m) == PTHREAD_MUTEX_RECURSIVE) {
      m->__data.__count++;
      rt_silent(OP_NOTE, (uint64_t)m, 0, site);
      return 0;
    }
    if (kind(m) == PTHREAD_MUTEX_ERRORCHECK)
      return EDEADLK;
  }
  if (!rt_visible(OP_LOCK, (uint64_t)m, 1, 0, site) && owner(m))
    rt_stuck();
  if (UNLIKELY(m->__data.__kind == MUTEX_DESTROYED))
    check(m, "lock", site);
  take(m);
  return 0;
}

static int try(pthread_mutex_t *m, int failure) {
  heddle_at site = heddle_here;
  check(m, "trylock", site);
  if (owner(m) == self() && kind(m) == PTHREAD_MUTEX_RECURSIVE) {
    m->__data.__count++;
    rt_silent(OP_NOTE, (uint64_t)m, 0, site);
    return 0;
  }
  bool step = rt_visible(OP_TRYLOCK, (uint64_t)m, 1, 0, site);
  if (owner(m)) {
    if (step)
      rt.step->flags |= EVENT_FAILED;
    return failure;
  }
  take(m);
  return 0;
}

int heddle_pthread_mutex_trylock(pthread_mutex_t *m) { return try(m, EBUSY); }

/* Succeeds or has timed out by the time it is scheduled. */
int heddle_pthread_mutex_timedlock(pthread_mutex_t *m,
                                   const struct timespec *until) {
  int result = try(m, ETIMEDOUT);
  if (result)
    rt_clock_reach(until);
  return result;
}

int heddle_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock,
                                   const struct timespec *until) {
  (void)clock;
  return heddle_pthread_mutex_timedlock(m, until);
}

int heddle_pthread_mutex_unlock(pthread_mutex_t *m) {
  heddle_at site = heddle_here;
  check(m, "unlock", site);
  if (UNLIKELY(owner(m) == self() && m->__data.__count > 1)) {
    m->__data.__count--;
    rt_silent(OP_NOTE, (uint64_t)m, 0, site);
    return 0;
  }
  rt_visible(OP_UNLOCK, (uint64_t)m, 1, 0, site);
  if (UNLIKELY(owner(m) != self())) {
    if (kind(m) == PTHREAD_MUTEX_ERRORCHECK ||
        kind(m) == PTHREAD_MUTEX_RECURSIVE)
      return EPERM;
    heddle_here = site;
    if (!owner(m))
      rt_misuse("unlock of a mutex that nobody holds");
    rt_misuse("unlock of a mutex that thread %u holds", owner(m) - 1);
  }
  m->__data.__lock = 0;
  m->__data.__count = 0;
  return 0;
}
