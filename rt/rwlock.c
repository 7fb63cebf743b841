/* Read-write locks.  Readers and writers wait as long as POSIX lets them;
 * nobody is preferred, whoever is scheduled goes.
 *
 * Unless the lock is of glibc's kind that prefers writers: there a reader has
 * to wait for writers that wait, even if it holds the lock already, and that
 * is a deadlock nobody finds who lets it in.  Such a lock has a gate, which is
 * a read-write lock of the usual kind: a writer keeps it while it waits, if only
 * for a time, a reader passes it.  Readers neither wait for each other there,
 * nor are they ordered by it. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rank.h"
#include "rt/rt.h"

_Static_assert(2 * sizeof(struct rt_rwlock) <=
                   offsetof(pthread_rwlock_t, __data.__flags),
               "the lock and its gate fit before its kind");

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
  rt_touch(l, sizeof *l, site);
  check((struct rt_rwlock *)l, site);
  return (struct rt_rwlock *)l;
}

static uint32_t self(void) { return rt.current->id + 1u; }

static bool step(uint8_t kind, struct rt_rwlock *l, heddle_at site) {
  bool visible = rt_visible(kind, (uint64_t)l, 1,
                            op_makes(kind) ? EVENT_PLAIN : 0, site);
  if (visible)
    rt.step->value = rwlock_state((uint64_t)l);
  check(l, site);
  return visible;
}

static void add_reader(struct rt_rwlock *l) {
  l->readers++;
  if (rt.current->id < THREADS_WORD)
    l->holders |= UINT64_C(1) << rt.current->id;
}

/* --- the gate of a lock that prefers writers ----------------------------- */

static struct rt_rwlock *gate_of(pthread_rwlock_t *l) {
  return LIKELY(l->__data.__flags !=
                PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
             ? NULL
             : (struct rt_rwlock *)l + 1;
}

static void write_begin(struct rt_rwlock *l, heddle_at site) {
  if (!step(OP_WRLOCK, l, site) && (l->writer || l->readers))
    rt_stuck();
  l->writer = self();
}

static void write_end(struct rt_rwlock *l, heddle_at site) {
  step(OP_RWUNLOCK, l, site);
  l->writer = 0;
}

static void read_begin(struct rt_rwlock *l, heddle_at site) {
  if (!step(OP_RDLOCK, l, site) && l->writer)
    rt_stuck();
  add_reader(l);
}

static void read_end(struct rt_rwlock *l, heddle_at site) {
  step(OP_RDUNLOCK, l, site);
  if (--l->readers == 0)
    l->holders = 0;
}

int heddle_pthread_rwlock_init(pthread_rwlock_t *l,
                               const pthread_rwlockattr_t *attributes) {
  heddle_at site = heddle_here;
  if (attributes)
    rt_argument_read(1, attributes, sizeof *attributes, site);
  if (rt_visible(OP_RW_INIT, (uint64_t)l, 1, EVENT_PLAIN, site))
    rt.step->value = rwlock_state((uint64_t)l);
  rt_bounds_check((uint64_t)l, sizeof *l, true, site);
  const struct rt_rwlock *old = (const struct rt_rwlock *)l;
  heddle_here = site;
  if (old->magic != OBJECT_DESTROYED &&
      (old->writer - 1u < THREADS_MAX || old->readers - 1u < THREADS_MAX))
    rt_misuse("init of a read-write lock that is held");
  *l = (pthread_rwlock_t){0};
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes)
    pthread_rwlockattr_getkind_np(attributes, &kind);
  l->__data.__flags = (unsigned)kind;
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
  struct rt_rwlock *gate = gate_of(l);
  if (gate) {
    read_begin(gate, site);
    read_end(gate, site);
  }
  read_begin(mine, site);
  return 0;
}

int heddle_pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, site);
  if (mine->writer == self())
    return EDEADLK;
  struct rt_rwlock *gate = gate_of(l);
  if (gate)
    write_begin(gate, site);
  write_begin(mine, site);
  if (gate)
    write_end(gate, site);
  return 0;
}

static bool try_one(struct rt_rwlock *l, bool write, heddle_at site) {
  bool visible = step(write ? OP_TRYWRLOCK : OP_TRYRDLOCK, l, site);
  if (l->writer || (write && l->readers)) {
    if (visible)
      rt.step->flags |= EVENT_FAILED;
    return false;
  }
  if (write)
    l->writer = self();
  else
    add_reader(l);
  return true;
}

/* Nobody gets past a writer that waits. */
static int try(pthread_rwlock_t *l, bool write, int failure, heddle_at site) {
  struct rt_rwlock *mine = lock_at(l, site), *gate = gate_of(l);
  if (gate) {
    if (!try_one(gate, false, site))
      return failure;
    read_end(gate, site);
  }
  return try_one(mine, write, site) ? 0 : failure;
}

int heddle_pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
  return try(l, false, EBUSY, heddle_here);
}

int heddle_pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
  return try(l, true, EBUSY, heddle_here);
}

/* A writer with a limit in time waits before it gives up. */
static int try_at_gate(struct rt_rwlock *l, struct rt_rwlock *gate,
                       heddle_at site) {
  if (!try_one(gate, true, site))
    return ETIMEDOUT;
  bool in = try_one(l, true, site);
  write_end(gate, site);
  return in ? 0 : ETIMEDOUT;
}

/* A timed operation succeeds or has timed out by the time it is scheduled. */
static int timed(pthread_rwlock_t *l, bool write, const struct timespec *until,
                 unsigned argument) {
  heddle_at site = heddle_here;
  rt_argument_read(argument, until, sizeof *until, site);
  if (!rt_time_is_valid(until))
    return EINVAL;
  struct rt_rwlock *mine = lock_at(l, site), *gate = gate_of(l);
  if (mine->writer == self())
    return EDEADLK;
  int result = write && gate ? try_at_gate(mine, gate, site)
                             : try(l, write, ETIMEDOUT, site);
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

/* The running thread holds it for reading.  A thread beyond the first word is
 * never alone, so all that it did is told; the last event is that of the
 * unlock. */
static bool is_reader(const struct rt_rwlock *l) {
  const struct fiber *f = rt.current;
  int held = 0;
  if (f->id < THREADS_WORD)
    return l->holders >> f->id & 1;
  for (const struct event *e = f->born; e < rt.event; e++)
    if (e->thread == f->id && e->object == rt_object((uint64_t)l) &&
        !(e->flags & EVENT_FAILED) && e != rt.step)
      held += e->kind == OP_RDLOCK || e->kind == OP_TRYRDLOCK ? 1
              : e->kind == OP_RDUNLOCK                        ? -1
                                                              : 0;
  return held > 0;
}

int heddle_pthread_rwlock_unlock(pthread_rwlock_t *l) {
  heddle_at site = heddle_here;
  struct rt_rwlock *mine = lock_at(l, site);
  step(mine->writer == self() ? OP_RWUNLOCK : OP_RDUNLOCK, mine, site);
  heddle_here = site;
  if (mine->writer == self()) {
    mine->writer = 0;
  } else if (mine->readers && is_reader(mine)) {
    if (--mine->readers == 0)
      mine->holders = 0;
  } else {
    rt_misuse("unlock of a read-write lock that the thread does not hold");
  }
  return 0;
}
