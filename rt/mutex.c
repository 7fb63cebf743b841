/* Mutexes: normal, recursive, error-checking, and robust ones.  The first word
 * is the owner (1 + thread), the count and the kind stand where glibc has them.
 *
 * A thread that ends gives back the robust mutexes that it holds, each by a
 * step, as the kernel does by the list of them (`robust`, through the mutexes);
 * who takes such a mutex next is told.  What became of it stands where glibc
 * has the owner.  A mutex whose memory was freed while a thread that ends held
 * it is a use after free, as it is for the kernel.
 *
 * What fails changes nothing: an attempt, a timeout, an unlock by somebody who
 * is not the owner.  Its event says so (EVENT_FAILED), because it then neither
 * takes nor gives back, and orders nobody after anybody.
 *
 * Who is not the owner cannot become it before it moves, and who is cannot
 * cease to be.  So an unlock by the one fails, and an attempt by the other,
 * whatever others do to the lock meanwhile, unless they make it anew or
 * destroy it.  Such a call is a look at the kind of the mutex (`looks`), which
 * only these two write (`remakes`), and no operation on the lock. */
#include <errno.h>
#include <limits.h>

#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rt.h"

enum { KIND_MASK = 3, ROBUST = 16, CEILING = 64 };
/* Of a robust mutex: its owner ended, and it is not consistent again; it was
 * given back so, and nobody can have it any more. */
enum { FINE, OWNER_ENDED, LOST };

static uint32_t self(void) { return rt.current->id + 1u; }

static uint32_t owner(const pthread_mutex_t *m) {
  return (uint32_t)m->__data.__lock;
}

static int kind(const pthread_mutex_t *m) {
  return m->__data.__kind & KIND_MASK;
}

/* Read in the thread's own name, so that a bad pointer is a crash here and not
 * in the scheduler; and again after the step, since it may have been destroyed
 * while the thread waited for its turn. */
static void check(const pthread_mutex_t *m, const char *what, heddle_at site) {
  if (UNLIKELY(((const volatile pthread_mutex_t *)m)->__data.__kind ==
               MUTEX_DESTROYED)) {
    heddle_here = site;
    rt_misuse("%s of a destroyed mutex", what);
  }
}

static inline void begin(const pthread_mutex_t *m, const char *what,
                         heddle_at site) {
  rt_touch(m, sizeof *m, site);
  check(m, what, site);
}

/* A step on the kind of the mutex, by who makes or destroys it or by who only
 * sees what it is. */
static void remakes(pthread_mutex_t *m, heddle_at site) {
  rt_visible(OP_WRITE, (uint64_t)&m->__data.__kind, 1, 0, site);
}

static void looks(const pthread_mutex_t *m, const char *what, heddle_at site) {
  rt_visible(OP_TOUCH, (uint64_t)&m->__data.__kind, 1, 0, site);
  check(m, what, site);
}

static bool is_robust(const pthread_mutex_t *m) {
  return m->__data.__kind & ROBUST && m->__data.__kind != MUTEX_DESTROYED;
}

/* Taken out of those that the running thread holds, if it is there. */
static void unlist(const pthread_mutex_t *m) {
  pthread_mutex_t *before = NULL, *at = rt.current->robust;
  for (; at && at != m; at = (pthread_mutex_t *)at->__data.__list.__next)
    before = at;
  if (at && before)
    before->__data.__list.__next = at->__data.__list.__next;
  else if (at)
    rt.current->robust = (pthread_mutex_t *)at->__data.__list.__next;
}

static int take_robust(pthread_mutex_t *m, bool step) {
  int was = m->__data.__owner;
  if (was == LOST) {
    m->__data.__lock = 0;
    m->__data.__count = 0;
    if (step)
      rt.step->flags |= EVENT_FAILED;
    return ENOTRECOVERABLE;
  }
  m->__data.__list.__next = (void *)rt.current->robust;
  rt.current->robust = m;
  return was == OWNER_ENDED ? EOWNERDEAD : 0;
}

int rt_mutex_take(pthread_mutex_t *m, bool step) {
  m->__data.__lock = (int)self();
  m->__data.__count = 1;
  return UNLIKELY(is_robust(m)) ? take_robust(m, step) : 0;
}

/* What becomes of a robust mutex by this step is told with it: who takes it
 * next sees that. */
static void becomes(pthread_mutex_t *m, int what, bool step) {
  m->__data.__owner = what;
  if (step)
    rt.step->value = (uint64_t)what;
}

void rt_mutex_give(pthread_mutex_t *m, bool step) {
  m->__data.__lock = 0;
  m->__data.__count = 0;
  if (LIKELY(!is_robust(m)))
    return;
  unlist(m);
  if (m->__data.__owner == OWNER_ENDED)
    becomes(m, LOST, step);
}

void rt_mutexes_leave(void) {
  for (pthread_mutex_t *m; (m = rt.current->robust);) {
    begin(m, "end of a thread that holds it,", NULL);
    bool step = rt_visible(OP_UNLOCK, (uint64_t)m, 1, 0, NULL);
    unlist(m);
    m->__data.__lock = 0;
    m->__data.__count = 0;
    becomes(m, OWNER_ENDED, step);
  }
}

/* What others would find is the same before and after: only its owner can take
 * or give it back. */
int heddle_pthread_mutex_consistent(pthread_mutex_t *m) {
  heddle_at site = heddle_here;
  begin(m, "making consistent", site);
  looks(m, "making consistent", site);
  if (!is_robust(m) || owner(m) != self() || m->__data.__owner != OWNER_ENDED)
    return EINVAL;
  m->__data.__owner = FINE;
  return 0;
}

/* Once more by its owner: silent, nobody else can tell. */
static int again(pthread_mutex_t *m, heddle_at site) {
  if (m->__data.__count == UINT_MAX)
    return EAGAIN;
  rt_silent(OP_NOTE, (uint64_t)m, 0, site);
  m->__data.__count++;
  return 0;
}

int heddle_pthread_mutex_init(pthread_mutex_t *m,
                              const pthread_mutexattr_t *attributes) {
  heddle_at site = heddle_here;
  int type = PTHREAD_MUTEX_NORMAL, robust = PTHREAD_MUTEX_STALLED;
  int protocol = PTHREAD_PRIO_NONE, ceiling = 0;
  if (attributes) {
    rt_argument_read(1, attributes, sizeof *attributes, site);
    pthread_mutexattr_gettype(attributes, &type);
    pthread_mutexattr_getrobust(attributes, &robust);
    pthread_mutexattr_getprotocol(attributes, &protocol);
    pthread_mutexattr_getprioceiling(attributes, &ceiling);
  }
  remakes(m, site);
  bool step = rt_visible(OP_LOCK_INIT, (uint64_t)m, 1, EVENT_PLAIN, site);
  rt_bounds_check((uint64_t)m, sizeof *m, true, site);
  /* Memory of malloc and locals are zero at first: it is no old content.  Who
   * waits for it would not have passed before the step. */
  heddle_here = site;
  bool held =
      m->__data.__kind != MUTEX_DESTROYED && owner(m) - 1 < THREADS_MAX;
  if (step && held)
    rt.step->flags |= EVENT_FAILED;
  if (held)
    rt_misuse("init of a mutex that thread %u holds", owner(m) - 1);
  *m = (pthread_mutex_t){0};
  m->__data.__kind = type | (robust == PTHREAD_MUTEX_ROBUST ? ROBUST : 0);
  if (protocol == PTHREAD_PRIO_PROTECT) {
    m->__data.__kind |= CEILING;
    m->__data.__spins = (short)ceiling;
  }
  return 0;
}

int heddle_pthread_mutex_destroy(pthread_mutex_t *m) {
  heddle_at site = heddle_here;
  begin(m, "destroy", site);
  remakes(m, site);
  rt_visible(OP_LOCK_DESTROY, (uint64_t)m, 1, EVENT_PLAIN, site);
  check(m, "destroy", site);
  heddle_here = site;
  if (owner(m))
    rt_misuse("destroy of a mutex that thread %u holds", owner(m) - 1);
  m->__data.__kind = MUTEX_DESTROYED;
  return 0;
}

int heddle_pthread_mutex_lock(pthread_mutex_t *m) {
  heddle_at site = heddle_here;
  begin(m, "lock", site);
  if (UNLIKELY(owner(m) == self())) {
    if (kind(m) == PTHREAD_MUTEX_RECURSIVE)
      return again(m, site);
    if (kind(m) == PTHREAD_MUTEX_ERRORCHECK)
      return EDEADLK;
  }
  bool step = rt_visible(OP_LOCK, (uint64_t)m, 1, 0, site);
  if (!step && owner(m))
    rt_stuck();
  check(m, "lock", site);
  return rt_mutex_take(m, step);
}

static int try(pthread_mutex_t *m, int failure, heddle_at site) {
  begin(m, "trylock", site);
  if (owner(m) == self() && kind(m) == PTHREAD_MUTEX_RECURSIVE)
    return again(m, site);
  if (owner(m) == self()) {
    looks(m, "trylock", site);
    return failure;
  }
  bool step = rt_visible(OP_TRYLOCK, (uint64_t)m, 1, 0, site);
  check(m, "trylock", site);
  if (owner(m)) {
    if (step)
      rt.step->flags |= EVENT_FAILED;
    return failure;
  }
  return rt_mutex_take(m, step);
}

int heddle_pthread_mutex_trylock(pthread_mutex_t *m) {
  return try(m, EBUSY, heddle_here);
}

/* Succeeds or has timed out by the time it is scheduled.  The time is looked
 * at only by who would have to wait, as glibc does. */
static int timed(pthread_mutex_t *m, const struct timespec *until,
                 unsigned argument) {
  heddle_at site = heddle_here;
  rt_argument_read(argument, until, sizeof *until, site);
  if (owner(m) == self() && kind(m) == PTHREAD_MUTEX_ERRORCHECK)
    return EDEADLK;
  int result = try(m, ETIMEDOUT, site);
  if (result == ETIMEDOUT && !rt_time_is_valid(until))
    return EINVAL;
  if (result == ETIMEDOUT)
    rt_clock_reach(until);
  return result;
}

int heddle_pthread_mutex_timedlock(pthread_mutex_t *m,
                                   const struct timespec *until) {
  return timed(m, until, 1);
}

int heddle_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock,
                                   const struct timespec *until) {
  return rt_clock_is_known(clock) ? timed(m, until, 2) : EINVAL;
}

/* By somebody who is not the owner: an error of every mutex that knows whose it
 * is. */
static int refuse(const pthread_mutex_t *m, heddle_at site) {
  looks(m, "unlock", site);
  if (kind(m) == PTHREAD_MUTEX_ERRORCHECK ||
      kind(m) == PTHREAD_MUTEX_RECURSIVE || is_robust(m))
    return EPERM;
  heddle_here = site;
  if (!owner(m))
    rt_misuse("unlock of a mutex that nobody holds");
  rt_misuse("unlock of a mutex that thread %u holds", owner(m) - 1);
}

int heddle_pthread_mutex_unlock(pthread_mutex_t *m) {
  heddle_at site = heddle_here;
  begin(m, "unlock", site);
  if (UNLIKELY(owner(m) != self()))
    return refuse(m, site);
  if (UNLIKELY(m->__data.__count > 1)) {
    rt_silent(OP_NOTE, (uint64_t)m, 0, site);
    m->__data.__count--;
    return 0;
  }
  bool step = rt_visible(OP_UNLOCK, (uint64_t)m, 1, 0, site);
  check(m, "unlock", site);
  rt_mutex_give(m, step);
  return 0;
}

/* --- ceilings -------------------------------------------------------------
 *
 * Kept for who asks: whoever goes first by them, every order is tried. */

static bool has_ceiling(const pthread_mutex_t *m) {
  return m->__data.__kind & CEILING && m->__data.__kind != MUTEX_DESTROYED;
}

int heddle_pthread_mutex_getprioceiling(const pthread_mutex_t *m,
                                        int *ceiling) {
  heddle_at site = heddle_here;
  begin(m, "asking for the ceiling", site);
  if (!has_ceiling(m))
    return EINVAL;
  rt_visible(OP_READ, (uint64_t)&m->__data.__spins, sizeof m->__data.__spins,
             0, site);
  int now = m->__data.__spins;
  rt_argument_write(1, ceiling, sizeof *ceiling, site, (uint64_t)now);
  *ceiling = now;
  return 0;
}

/* By whoever has the mutex: it is taken for it. */
int heddle_pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling,
                                        int *old) {
  heddle_at site = heddle_here;
  begin(m, "setting the ceiling", site);
  if (!has_ceiling(m) || ceiling < sched_get_priority_min(SCHED_FIFO) ||
      ceiling > sched_get_priority_max(SCHED_FIFO))
    return EINVAL;
  bool own = owner(m) == self();
  heddle_here = site;
  int error = own ? 0 : heddle_pthread_mutex_lock(m);
  if (error)
    return error;
  rt_visible(OP_WRITE, (uint64_t)&m->__data.__spins, sizeof m->__data.__spins,
             0, site);
  int before = m->__data.__spins;
  m->__data.__spins = (short)ceiling;
  heddle_here = site;
  if (!own)
    heddle_pthread_mutex_unlock(m);
  rt_argument_write(2, old, sizeof *old, site, (uint64_t)before);
  *old = before;
  return 0;
}
