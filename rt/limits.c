/* Limits of the process: what it sets it gets, in its own run only, and nothing
 * is bounded by them, but how many descriptors of the model are open (end.c).
 * Set for real they would stay for the runs that come, and bind the runtime,
 * whose own descriptors have high numbers. */
#include <errno.h>

#include "rt/call.h"
#include "rt/calls.h"
#define IN_LIMITS
#include "rt/rt.h"
#include "rt/stream.h"

static struct {
  struct rlimit of[RLIM_NLIMITS];
  bool is_set[RLIM_NLIMITS];
} limits PUT_BACK;

static const struct heddle_global names[] NAMED = {
    {&limits, "limits of the process", sizeof limits, sizeof limits, 0}};

static int fail(int error) {
  errno = error;
  return -1;
}

static int current(unsigned which, struct rlimit *to) {
  if (which >= RLIM_NLIMITS)
    return fail(EINVAL);
  if (!limits.is_set[which])
    return getrlimit((enum __rlimit_resource)which, to);
  *to = limits.of[which];
  return 0;
}

uint64_t rt_limit_of_files(void) {
  return limits.is_set[RLIMIT_NOFILE] ? limits.of[RLIMIT_NOFILE].rlim_cur
                                      : RLIM_INFINITY;
}

int heddle_getrlimit(__rlimit_resource_t which, struct rlimit *to) {
  heddle_at site = heddle_here;
  struct rlimit now;
  rt_state_use((uint64_t)&limits, false, false, site);
  if (current(which, &now))
    return -1;
  rt_argument_write(1, to, sizeof *to, site, now.rlim_cur);
  *to = now;
  return 0;
}

/* Who is not root may not raise what he can have at most. */
int heddle_setrlimit(__rlimit_resource_t which, const struct rlimit *from) {
  heddle_at site = heddle_here;
  struct rlimit now;
  rt_argument_read(1, from, sizeof *from, site);
  struct rlimit next = *from;
  rt_state_use((uint64_t)&limits, true, false, site);
  if (current(which, &now))
    return -1;
  if (next.rlim_cur > next.rlim_max)
    return fail(EINVAL);
  if (next.rlim_max > now.rlim_max && geteuid())
    return fail(EPERM);
  limits.of[which] = next;
  limits.is_set[which] = true;
  return 0;
}

_Static_assert(sizeof(struct rlimit) == sizeof(struct rlimit64),
               "one and the same on this machine");

int heddle_getrlimit64(__rlimit_resource_t which, struct rlimit64 *to) {
  return heddle_getrlimit(which, (struct rlimit *)to);
}

int heddle_setrlimit64(__rlimit_resource_t which, const struct rlimit64 *from) {
  return heddle_setrlimit(which, (const struct rlimit *)from);
}
