/* Priorities and processors, by the kernel's numbers of threads.
 *
 * Those numbers are ours (gettid, syscall.c): the kernel may have given the
 * same to another process, which must not be touched.  Of the program's own
 * threads it is as with pthread_setaffinity_np and its kin: every schedule is
 * looked at, whatever was said. */
#include <errno.h>

#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"

/* Of the process, or of one of its threads. */
static bool is_ours(pid_t t) {
  return !t || (t >= getpid() && t < getpid() + THREADS_MAX);
}

/* The number that the kernel is asked with. */
static pid_t asked(pid_t t) {
  return is_ours(t) ? 0 : t;
}

/* Who sets something of another process is told that he may not. */
static int set(pid_t t) {
  if (is_ours(t))
    return 0;
  errno = kill(t, 0) && errno == ESRCH ? ESRCH : EPERM;
  return -1;
}

int heddle_sched_setaffinity(pid_t t, size_t size, const cpu_set_t *set_of) {
  rt_argument_read(2, set_of, size, heddle_here);
  return set(t);
}

int heddle_sched_getaffinity(pid_t t, size_t size, cpu_set_t *set_of) {
  heddle_at site = heddle_here;
  cpu_set_t found;
  size_t len = size < sizeof found ? size : sizeof found;
  if (sched_getaffinity(asked(t), len, &found))
    return -1;
  rt_argument_write(2, set_of, size, site, 0);
  memset(set_of, 0, size);
  memcpy(set_of, &found, len);
  return 0;
}

/* What a process without privileges may: one policy, and no priority. */
static int set_policy(pid_t t, int policy) {
  if (set(t))
    return -1;
  if (policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE)
    return 0;
  errno = EPERM;
  return -1;
}

int heddle_sched_setscheduler(pid_t t, int policy,
                              const struct sched_param *p) {
  rt_argument_read(2, p, sizeof *p, heddle_here);
  return set_policy(t, policy);
}

int heddle_sched_setparam(pid_t t, const struct sched_param *p) {
  rt_argument_read(1, p, sizeof *p, heddle_here);
  return set(t);
}

int heddle_sched_getscheduler(pid_t t) {
  return sched_getscheduler(asked(t));
}

int heddle_sched_getparam(pid_t t, struct sched_param *p) {
  heddle_at site = heddle_here;
  struct sched_param found;
  if (sched_getparam(asked(t), &found))
    return -1;
  rt_argument_write(1, p, sizeof *p, site, 0);
  *p = found;
  return 0;
}

int heddle_getpriority(__priority_which_t which, id_t who) {
  return which == PRIO_PROCESS ? getpriority(which, (id_t)asked((pid_t)who))
                               : getpriority(which, who);
}

/* Groups and users have others among them. */
int heddle_setpriority(__priority_which_t which, id_t who, int priority) {
  (void)priority;
  if (which == PRIO_PROCESS)
    return set((pid_t)who);
  errno = which == PRIO_PGRP || which == PRIO_USER ? EPERM : EINVAL;
  return -1;
}
