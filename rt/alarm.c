/* Timers that send a signal, or start a thread, when their time has come:
 * alarm, setitimer, timer_create.
 *
 * The time of one that is set comes for certain, and nothing says how soon.  So
 * each is a thread of ours that has one step to take, at any time: it looks
 * whether the timer is still set as it was, and does what is asked for.  One
 * that goes off again and again does so twice; then the verdict is incomplete.
 * For whoever takes the signal the time has come, by its own clock too.
 *
 * An alarm that would end the process when it comes is a watchdog: it is not
 * meant to come, and never does.  What it is there for is found as a deadlock,
 * or as a loop without an end. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/signals.h"

enum { TIMERS = 64, ALARM = 0, TIMES = 2 };
#define SECOND UINT64_C(1000000000)

static struct timer {
  bool used;
  int notify, number;
  union sigval value;
  void (*function)(union sigval);
  uint64_t length, interval; /* nanoseconds; length 0: it is not set */
  uint64_t due;              /* by the clock of who has set it */
  uint32_t set;              /* how often it was */
} timers[TIMERS] PUT_BACK;

/* So that kill.c is linked where there are timers. */
static int (*const needed)(pid_t, int) __attribute__((used)) = heddle_kill;

static int fail(int error) {
  errno = error;
  return -1;
}

static void goes_off(struct timer *t, heddle_at site) {
  siginfo_t info = {.si_code = SI_TIMER};
  info.si_value = t->value;
  rt_clock_reach_time(t->due);
  t->due += t->interval;
  if (t->notify == SIGEV_THREAD)
    t->function(t->value);
  else
    rt_signal_process(t->number, info, true, site);
}

static void *timer(void *which) {
  uint64_t shot = (uint64_t)which;
  struct timer *t = &timers[shot % TIMERS];
  heddle_at site = heddle_here;
  for (int i = 0; i < TIMES; i++) {
    rt_signals_step(OP_SEM_INIT, site);
    if (t->set != shot / TIMERS)
      return NULL;
    if (!t->interval)
      t->length = 0;
    goes_off(t, site);
    if (!t->interval)
      return NULL;
  }
  rt_escape(WHY_UNMODELLED, "a timer that goes off more than twice", site);
  rt_block(OP_STOPPED, STOPPED_BY_LIMIT, site);
  return NULL;
}

static bool is_watchdog(const struct timer *t) {
  return t->notify == SIGEV_SIGNAL && rt_signal_is_kernels(t->number) &&
         !(rt.current->signal_mask & SIGNAL(t->number));
}

/* After a step on what is known of timers and signals. */
static void set(struct timer *t, uint64_t length, uint64_t interval,
                heddle_at site) {
  t->set++;
  t->length = length;
  t->interval = interval;
  t->due = rt_clock_now() + length;
  if (!length || t->notify == SIGEV_NONE || is_watchdog(t))
    return;
  uint64_t shot = (uint64_t)t->set * TIMERS + (uint64_t)(t - timers);
  struct fiber *f = rt_fiber_make(rt.current, timer, (void *)shot);
  f->detached = f->aside = true;
  f->signal_mask = ~UINT64_C(0);
  f->handled = 0;
  rt_silent(OP_CREATE, f->id, f->id, site);
}

/* --- the alarm of the process --------------------------------------------- */

static struct timer *the_alarm(void) {
  timers[ALARM].used = true;
  timers[ALARM].notify = SIGEV_SIGNAL;
  timers[ALARM].number = SIGALRM;
  return &timers[ALARM];
}

static uint64_t set_alarm(uint64_t length, uint64_t interval, heddle_at site) {
  struct timer *t = the_alarm();
  rt_signals_step(OP_SEM_INIT, site);
  uint64_t before = t->length;
  set(t, length, interval, site);
  return before;
}

unsigned heddle_alarm(unsigned seconds) {
  uint64_t left = set_alarm(seconds * SECOND, 0, heddle_here);
  return (unsigned)((left + SECOND - 1) / SECOND);
}

useconds_t heddle_ualarm(useconds_t wait, useconds_t interval) {
  return (useconds_t)(set_alarm(wait * UINT64_C(1000),
                                interval * UINT64_C(1000), heddle_here) /
                      1000);
}

static uint64_t of_timeval(struct timeval t) {
  return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_usec * 1000;
}

static struct timeval as_timeval(uint64_t t) {
  return (struct timeval){(time_t)(t / SECOND), (long)(t % SECOND / 1000)};
}

static void store_interval(unsigned argument, struct itimerval *to,
                           uint64_t length, uint64_t interval, heddle_at site) {
  rt_argument_write(argument, to, sizeof *to, site, length);
  *to = (struct itimerval){as_timeval(interval), as_timeval(length)};
}

int heddle_setitimer(__itimer_which_t which, const struct itimerval *new,
                     struct itimerval *old) {
  heddle_at site = heddle_here;
  if (which != ITIMER_REAL)
    rt_escape_end(WHY_UNMODELLED, "setitimer of the processor's time", site);
  rt_argument_read(1, new, sizeof *new, site);
  uint64_t interval = timers[ALARM].interval;
  uint64_t before =
      set_alarm(of_timeval(new->it_value), of_timeval(new->it_interval), site);
  if (old)
    store_interval(2, old, before, interval, site);
  return 0;
}

int heddle_getitimer(__itimer_which_t which, struct itimerval *old) {
  heddle_at site = heddle_here;
  if (which != ITIMER_REAL)
    rt_escape_end(WHY_UNMODELLED, "getitimer of the processor's time", site);
  rt_signals_step(OP_SEM_INIT, site);
  store_interval(1, old, timers[ALARM].length, timers[ALARM].interval, site);
  return 0;
}

/* --- timers of POSIX ------------------------------------------------------ */

int heddle_timer_create(clockid_t clock, struct sigevent *event, timer_t *to) {
  heddle_at site = heddle_here;
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  if (event) {
    rt_argument_read(1, event, sizeof *event, site);
    e = *event;
  }
  bool thread = e.sigev_notify == SIGEV_THREAD;
  struct timespec unused;
  if (clock_getres(clock, &unused))
    return -1; /* there is no such clock */
  if (!rt_clock_is_known(clock) && clock != CLOCK_BOOTTIME)
    rt_escape_end(WHY_UNMODELLED, "timer_create of such a clock", site);
  if (!thread && e.sigev_notify != SIGEV_NONE && e.sigev_notify != SIGEV_SIGNAL)
    rt_escape_end(WHY_UNMODELLED, "timer_create(SIGEV_THREAD_ID)", site);
  rt_signals_step(OP_SEM_INIT, site);
  unsigned i = ALARM + 1;
  while (i < TIMERS && timers[i].used)
    i++;
  if (i == TIMERS)
    return fail(EAGAIN);
  uint32_t set = timers[i].set;
  timers[i] =
      (struct timer){.used = true,
                     .notify = e.sigev_notify,
                     .number = e.sigev_signo,
                     .value = e.sigev_value,
                     .function = thread ? e.sigev_notify_function : NULL,
                     .set = set};
  if (!event)
    timers[i].value.sival_int = (int)i;
  rt_argument_write(2, to, sizeof *to, site, i);
  *to = (timer_t)(uintptr_t)i;
  return 0;
}

static struct timer *timer_at(timer_t id) {
  uintptr_t i = (uintptr_t)id;
  return i > ALARM && i < TIMERS && timers[i].used ? &timers[i] : NULL;
}

static uint64_t of_timespec(struct timespec t) {
  return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

static void store_spec(unsigned argument, struct itimerspec *to,
                       uint64_t length, uint64_t interval, heddle_at site) {
  rt_argument_write(argument, to, sizeof *to, site, length);
  to->it_value =
      (struct timespec){(time_t)(length / SECOND), (long)(length % SECOND)};
  to->it_interval =
      (struct timespec){(time_t)(interval / SECOND), (long)(interval % SECOND)};
}

int heddle_timer_settime(timer_t id, int flags, const struct itimerspec *new,
                         struct itimerspec *old) {
  heddle_at site = heddle_here;
  rt_argument_read(2, new, sizeof *new, site);
  struct itimerspec next = *new;
  if (!rt_time_is_valid(&next.it_value) || !rt_time_is_valid(&next.it_interval))
    return fail(EINVAL);
  rt_signals_step(OP_SEM_INIT, site);
  struct timer *t = timer_at(id);
  if (!t)
    return fail(EINVAL);
  uint64_t length = t->length, interval = t->interval;
  set(t, of_timespec(next.it_value), of_timespec(next.it_interval), site);
  if (flags & TIMER_ABSTIME)
    t->due = of_timespec(next.it_value);
  if (old)
    store_spec(3, old, length, interval, site);
  return 0;
}

int heddle_timer_gettime(timer_t id, struct itimerspec *to) {
  heddle_at site = heddle_here;
  rt_signals_step(OP_SEM_INIT, site);
  struct timer *t = timer_at(id);
  if (!t)
    return fail(EINVAL);
  store_spec(1, to, t->length, t->interval, site);
  return 0;
}

int heddle_timer_getoverrun(timer_t id) {
  rt_signals_step(OP_SEM_INIT, heddle_here);
  return timer_at(id) ? 0 : fail(EINVAL);
}

int heddle_timer_delete(timer_t id) {
  rt_signals_step(OP_SEM_INIT, heddle_here);
  struct timer *t = timer_at(id);
  if (!t)
    return fail(EINVAL);
  t->used = false;
  t->set++;
  return 0;
}
