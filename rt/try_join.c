/* Joins that do not wait, or not for long.  Whether a thread has ended can then
 * be seen, so its end is a step, a write of a byte that these calls read; a
 * file of its own, because it is one only in programs that have this linked
 * in (fiber.c). */
#include <errno.h>

#include "rt/calls.h"
#include "rt/rt.h"

extern const bool rt_ends_are_seen;
const bool rt_ends_are_seen = true;

/* Two may see that it has ended, and only one joins it: claim.c is to be linked
 * in as well. */
__attribute__((used)) static struct fiber *(*const claims)(
    uint64_t, heddle_at) = rt_thread_claim;

/* As a timed lock it has succeeded, or failed, by the time it is scheduled. */
static int try(pthread_t t, void **result, int failure, heddle_at site) {
  struct fiber *f = rt_thread_at(t);
  if (!f)
    rt_misuse("join of a thread that does not exist");
  rt_look(&rt.ended[f->id], site);
  heddle_here = site;
  return rt.ended[f->id] ? heddle_pthread_join(t, result) : failure;
}

int heddle_pthread_tryjoin_np(pthread_t t, void **result) {
  return try(t, result, EBUSY, heddle_here);
}

static int timed(pthread_t t, void **result, const struct timespec *until,
                 unsigned argument) {
  heddle_at site = heddle_here;
  if (!until)
    return heddle_pthread_join(t, result);
  rt_argument_read(argument, until, sizeof *until, site);
  if (!rt_time_is_valid(until))
    return EINVAL;
  if (rt_thread_at(t) == rt.current)
    return EDEADLK;
  uint64_t before = rt.current->clock;
  int error = try(t, result, ETIMEDOUT, site);
  if (error == ETIMEDOUT)
    rt_clock_reach(until);
  else if (!error && !rt_clock_is_before(until)) /* it ended in time */
    rt.current->clock = before;
  return error;
}

int heddle_pthread_timedjoin_np(pthread_t t, void **result,
                                const struct timespec *until) {
  return timed(t, result, until, 2);
}

int heddle_pthread_clockjoin_np(pthread_t t, void **result, clockid_t clock,
                                const struct timespec *until) {
  return rt_clock_is_known(clock) ? timed(t, result, until, 3) : EINVAL;
}
