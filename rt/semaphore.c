/* POSIX semaphores, unnamed ones. */
#include <errno.h>
#include <limits.h>

#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/objects.h"
#include "rt/rt.h"
#include "rt/signals.h"

/* Before the step and after it: it may be destroyed while the thread waits for
 * its turn.  One that is zero and was never made counts as one of 0, as it does
 * in glibc. */
static void check(const struct rt_semaphore *s, heddle_at site) {
  uint32_t magic = ((const volatile struct rt_semaphore *)s)->magic;
  if (LIKELY(!magic))
    return;
  heddle_here = site;
  if (magic == OBJECT_DESTROYED)
    rt_misuse("use of a destroyed semaphore");
  rt_misuse("use of a semaphore that was never made");
}

static struct rt_semaphore *semaphore_at(sem_t *s, heddle_at site) {
  rt_touch(s, sizeof *s, site);
  check((struct rt_semaphore *)s, site);
  return (struct rt_semaphore *)s;
}

static bool step(uint8_t kind, struct rt_semaphore *s, heddle_at site) {
  bool visible = rt_visible(kind, (uint64_t)s, 1,
                            op_makes(kind) ? EVENT_PLAIN : 0, site);
  if (visible)
    rt.step->value = s->value;
  check(s, site);
  return visible;
}

/* It fails, and leaves the semaphore as it was. */
static int fail(bool visible, int error) {
  if (visible)
    rt.step->flags |= EVENT_FAILED;
  errno = error;
  return -1;
}

int heddle_sem_init(sem_t *s, int shared, unsigned value) {
  (void)shared;
  if (value > INT_MAX) {
    errno = EINVAL;
    return -1;
  }
  heddle_at site = heddle_here;
  if (rt_visible(OP_SEM_INIT, (uint64_t)s, 1, EVENT_PLAIN, site))
    rt.step->value = semaphore_value((uint64_t)s) | (uint64_t)value << 32;
  rt_bounds_check((uint64_t)s, sizeof *s, true, site);
  *(struct rt_semaphore *)s = (struct rt_semaphore){.value = value};
  return 0;
}

/* Who waits for it may go on then, and finds that it is gone: POSIX leaves
 * open what comes of it, and to wait for ever would look as if nothing had. */
int heddle_sem_destroy(sem_t *s) {
  heddle_at site = heddle_here;
  struct rt_semaphore *mine = semaphore_at(s, site);
  if (step(OP_SEM_DESTROY, mine, site))
    rt.step->value |= (uint64_t)INT_MAX << 32;
  mine->value = INT_MAX;
  mine->magic = OBJECT_DESTROYED;
  if (UNLIKELY(rt_cancel_posted != NULL))
    rt_cancel_posted((uint64_t)s, site);
  return 0;
}

static int try(sem_t *s, int failure, heddle_at site) {
  struct rt_semaphore *mine = semaphore_at(s, site);
  bool visible = step(OP_SEM_TRYP, mine, site);
  if (!mine->value)
    return fail(visible, failure);
  mine->value--;
  return 0;
}

/* By a thread that may be asked to end while it waits. */
static int wait_or_end(sem_t *s, heddle_at site) {
  int error = errno;
  while (try(s, EAGAIN, site))
    rt_cancel_semaphore((uint64_t)s, site);
  errno = error;
  return 0;
}

/* A signal comes, and while it has to wait.  With a limit in time the kernel
 * never lets it wait again. */
static bool interrupted(sem_t *s, bool restarts, heddle_at site) {
  int number = rt_signal_breaking(restarts, site);
  if (LIKELY(!number))
    return false;
  struct rt_semaphore *mine = semaphore_at(s, site);
  step(OP_SEM_VALUE, mine, site);
  bool waits = !mine->value;
  rt_signal_take(number);
  errno = waits ? EINTR : errno;
  return waits;
}

int heddle_sem_wait(sem_t *s) {
  heddle_at site = heddle_here;
  CANCEL_POINT(site);
  if (interrupted(s, true, site))
    return -1;
  if (UNLIKELY(rt_cancel_point != NULL) && !rt_alone() &&
      rt.current->cancel_state == PTHREAD_CANCEL_ENABLE)
    return wait_or_end(s, site);
  struct rt_semaphore *mine = semaphore_at(s, site);
  if (!step(OP_SEM_P, mine, site) && !mine->value)
    rt_stuck();
  mine->value--;
  return 0;
}

int heddle_sem_trywait(sem_t *s) { return try(s, EAGAIN, heddle_here); }

static int timed(sem_t *s, const struct timespec *until, unsigned argument) {
  heddle_at site = heddle_here;
  rt_argument_read(argument, until, sizeof *until, site);
  if (!rt_time_is_valid(until)) {
    errno = EINVAL;
    return -1;
  }
  if (interrupted(s, false, site))
    return -1;
  int result = try(s, ETIMEDOUT, site);
  if (result)
    rt_clock_reach(until);
  return result;
}

int heddle_sem_timedwait(sem_t *s, const struct timespec *until) {
  return timed(s, until, 1);
}

int heddle_sem_clockwait(sem_t *s, clockid_t clock,
                         const struct timespec *until) {
  if (rt_clock_is_known(clock))
    return timed(s, until, 2);
  errno = EINVAL;
  return -1;
}

int heddle_sem_post(sem_t *s) {
  heddle_at site = heddle_here;
  struct rt_semaphore *mine = semaphore_at(s, site);
  bool visible = step(OP_SEM_V, mine, site);
  if (mine->value == INT_MAX)
    return fail(visible, EOVERFLOW);
  mine->value++;
  if (UNLIKELY(rt_cancel_posted != NULL))
    rt_cancel_posted((uint64_t)s, site);
  return 0;
}

int heddle_sem_getvalue(sem_t *s, int *value) {
  heddle_at site = heddle_here;
  struct rt_semaphore *mine = semaphore_at(s, site);
  step(OP_SEM_VALUE, mine, site);
  int seen = (int)mine->value;
  rt_argument_write(1, value, sizeof *value, site, (uint64_t)seen);
  if (UNLIKELY(rt_waiting()) && *value != seen)
    rt_wait_effect(&rt.current->watch);
  *value = seen;
  return 0;
}
