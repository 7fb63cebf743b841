/* What is said and asked about a thread, beside its start and end: names,
 * attributes, scheduling.
 *
 * A name is seen by all threads, so setting and reading it are steps.  The rest
 * is each thread's own, or nothing that a schedule here could tell: every
 * schedule is looked at, whatever the priorities and processors. */
#include <errno.h>
#include <stdarg.h>
#include <sys/prctl.h>

#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"

enum { NAME = 16 };

static const char asks[] = "asking about", sets[] = "setting the scheduling of";

static char names[THREADS_MAX][NAME];
static bool renamed[THREADS_MAX]; /* its name is another than at its start */

void rt_thread_named(unsigned id) {
  if (names[id][0] && !renamed[id])
    return;
  strncpy(names[id], program_invocation_short_name, NAME - 1);
  renamed[id] = false;
}

int heddle_pthread_setname_np(pthread_t t, const char *name) {
  heddle_at site = heddle_here;
  struct fiber *f = rt_thread_used(t, "naming", site);
  struct rt_call k;
  char copy[NAME + 1] = "";
  rt_call_open(&k, site);
  rt_call_text(&k, 1, name, PTRDIFF_MAX, 1);
  rt_call_enter(&k);
  strncpy(copy, name, NAME);
  rt_call_leave(&k);
  rt_call_close(&k);
  size_t len = strlen(copy) + 1;
  if (!f)
    return ESRCH;
  if (len > NAME)
    return ERANGE;
  rt_visible(OP_WRITE, (uint64_t)names[f->id], NAME, 0, site);
  memcpy(names[f->id], copy, len);
  renamed[f->id] = true;
  return 0;
}

int heddle_pthread_getname_np(pthread_t t, char *name, size_t size) {
  heddle_at site = heddle_here;
  struct fiber *f = rt_thread_used(t, asks, site);
  if (!f)
    return ESRCH;
  if (size < NAME)
    return ERANGE;
  rt_visible(OP_READ, (uint64_t)names[f->id], NAME, 0, site);
  char found[NAME];
  memcpy(found, names[f->id], NAME);
  size_t len = strlen(found) + 1;
  rt_argument_write(1, name, len, site, 0);
  memcpy(name, found, len);
  return 0;
}

/* The time of another thread's is that of the process here, and named. */
int heddle_pthread_getcpuclockid(pthread_t t, clockid_t *clock) {
  heddle_at site = heddle_here;
  struct fiber *f = rt_thread_used(t, asks, site);
  if (!f)
    return ESRCH;
  if (f != rt.current)
    rt_escape(WHY_UNMODELLED, "pthread_getcpuclockid of another thread", site);
  clockid_t own = f == rt.current ? CLOCK_THREAD_CPUTIME_ID
                                  : CLOCK_PROCESS_CPUTIME_ID;
  rt_argument_write(1, clock, sizeof *clock, site, (uint64_t)own);
  *clock = own;
  return 0;
}

/* Of the other things that can be said of a process none makes a difference
 * here. */
int heddle_prctl(int what, ...) {
  heddle_at site = heddle_here;
  va_list args;
  va_start(args, what);
  unsigned long a[4];
  for (unsigned i = 0; i < 4; i++)
    a[i] = va_arg(args, unsigned long);
  va_end(args);
  pthread_t self = rt_thread_handle(rt.current);
  if (what == PR_SET_NAME) {
    struct rt_call k;
    char name[NAME] = "";
    rt_call_open(&k, site);
    rt_call_text(&k, 1, (const char *)a[0], NAME - 1, 1);
    rt_call_enter(&k);
    strncpy(name, (const char *)a[0], NAME - 1);
    rt_call_leave(&k);
    rt_call_close(&k);
    heddle_here = site;
    return heddle_pthread_setname_np(self, name);
  }
  if (what == PR_GET_NAME)
    return heddle_pthread_getname_np(self, (char *)a[0], NAME);
  if (what == PR_SET_PDEATHSIG || what == PR_SET_DUMPABLE ||
      what == PR_SET_NO_NEW_PRIVS || what == PR_SET_TIMERSLACK)
    return 0;
  rt_escape(WHY_UNMODELLED, "prctl", site);
  return prctl(what, a[0], a[1], a[2], a[3]);
}

int heddle_pthread_getschedparam(pthread_t t, int *policy,
                                 struct sched_param *p) {
  heddle_at site = heddle_here;
  if (!rt_thread_used(t, asks, site))
    return ESRCH;
  rt_argument_write(1, policy, sizeof *policy, site, SCHED_OTHER);
  *policy = SCHED_OTHER;
  rt_argument_write(2, p, sizeof *p, site, 0);
  *p = (struct sched_param){0};
  return 0;
}

int heddle_pthread_setschedparam(pthread_t t, int policy,
                                 const struct sched_param *p) {
  heddle_at site = heddle_here;
  rt_argument_read(2, p, sizeof *p, site);
  if (!rt_thread_used(t, sets, site))
    return ESRCH;
  int least = sched_get_priority_min(policy);
  if (least < 0 || p->sched_priority < least ||
      p->sched_priority > sched_get_priority_max(policy))
    return EINVAL;
  return policy == SCHED_FIFO || policy == SCHED_RR ? EPERM : 0;
}

/* Of the policy that all have there is one. */
int heddle_pthread_setschedprio(pthread_t t, int priority) {
  heddle_at site = heddle_here;
  return !rt_thread_used(t, sets, site) ? ESRCH : priority ? EINVAL : 0;
}

int heddle_pthread_getaffinity_np(pthread_t t, size_t size, cpu_set_t *set) {
  heddle_at site = heddle_here;
  if (!rt_thread_used(t, asks, site))
    return ESRCH;
  rt_argument_write(2, set, size, site, 0);
  return sched_getaffinity(0, size, set) ? errno : 0;
}

/* There is one processor's worth of us, and every schedule is tried. */
int heddle_pthread_setaffinity_np(pthread_t t, size_t size,
                                  const cpu_set_t *set) {
  heddle_at site = heddle_here;
  rt_argument_read(2, set, size, site);
  return rt_thread_used(t, sets, site) ? 0 : ESRCH;
}

int heddle_pthread_getattr_np(pthread_t t, pthread_attr_t *attributes) {
  heddle_at site = heddle_here;
  struct fiber *f = rt_thread_used(t, asks, site);
  if (!f)
    return ESRCH;
  rt_argument_write(1, attributes, sizeof *attributes, site, 0);
  int error = pthread_attr_init(attributes);
  if (!error)
    error = pthread_attr_setdetachstate(
        attributes, f->detached ? PTHREAD_CREATE_DETACHED
                                : PTHREAD_CREATE_JOINABLE);
  uint64_t stack = WIRE_STACKS_AT + f->id * WIRE_STACK_SIZE + WIRE_STACK_GUARD;
  return error ? error
               : pthread_attr_setstack(attributes, (void *)stack,
                                       WIRE_STACK_SIZE - WIRE_STACK_GUARD);
}
