/* Time is virtual and each thread has its own: it goes on when the thread
 * sleeps, and a little whenever it looks.  It is not behind those of whom the
 * thread has learned something (hear.c).  A thread then sees a time that
 * depends on nothing but its own past and on what it read. */
#include <errno.h>
#include <sys/time.h>

#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/rt.h"
#include "rt/signals.h"

#define SECOND UINT64_C(1000000000)
#define BEGINNING (UINT64_C(1700000000) * SECOND)
enum { GLANCE = 10000 }; /* nanoseconds a look at the clock takes */

/* Loops that poll a clock must end.  A turn that did nothing but look lets
 * more and more time pass; one that did other work too, after many looks. */
enum { LOOKS = 64, DOUBLES = 8 };
#define LONGEST (3600 * SECOND)

/* The clock of the running thread, as it is now. */
static uint64_t *own(void) {
  if (&heddle_reads_clock)
    rt_hear();
  return &rt.current->clock;
}

static uint64_t now(void) {
  struct fiber *f = rt.current;
  uint32_t more = ++f->looks > LOOKS ? (f->looks - LOOKS) / DOUBLES : 0;
  uint64_t glance = more < 32 ? (uint64_t)GLANCE << more : LONGEST;
  uint64_t *clock = own();
  *clock += glance < LONGEST ? glance : LONGEST;
  f->watch.clocked = f->watch.loops_len;
  return BEGINNING + *clock;
}

void rt_clock_hurry(uint32_t turns) {
  uint64_t jump = turns < 5 ? (uint64_t)GLANCE << 8 * turns : LONGEST;
  *own() += jump < LONGEST ? jump : LONGEST;
}

void rt_clock_pass_long(void) { *own() += LONGEST; }

/* Sleeping lets others go first where the schedule is free. */
static void pass(uint64_t nanoseconds) {
  *own() += nanoseconds;
  rt.current->watch.napped = rt.current->watch.loops_len;
  rt_yield();
}

void rt_clock_sleep(uint64_t nanoseconds) { pass(nanoseconds); }
uint64_t rt_clock_now(void) { return BEGINNING + *own(); }

static struct timespec as_timespec(uint64_t t) {
  return (struct timespec){(time_t)(t / SECOND), (long)(t % SECOND)};
}

static uint64_t length(const struct timespec *t) {
  return t->tv_sec < 0 ? 0 : (uint64_t)t->tv_sec * SECOND +
                                 (uint64_t)t->tv_nsec;
}

bool rt_time_is_valid(const struct timespec *t) {
  return t->tv_nsec >= 0 && t->tv_nsec < (long)SECOND;
}

bool rt_clock_is_known(int clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

void rt_clock_reach_time(uint64_t there) {
  uint64_t *clock = own();
  if (there <= BEGINNING + *clock)
    return;
  *clock = there - BEGINNING;
  rt.current->watch.napped = rt.current->watch.loops_len;
}

void rt_clock_reach(const struct timespec *until) {
  rt_clock_reach_time(length(until));
}

bool rt_clock_is_before(const struct timespec *until) {
  return BEGINNING + *own() < length(until);
}

/* Stored through an argument: a step, where others can see it. */
static void store_timespec(unsigned argument, struct timespec *to, uint64_t at,
                           heddle_at site) {
  rt_argument_write(argument, to, sizeof *to, site, at / SECOND);
  *to = as_timespec(at);
}

int heddle_clock_gettime(clockid_t clock, struct timespec *t) {
  heddle_at site = heddle_here;
  struct timespec unused;
  if (clock_getres(clock, &unused))
    return -1; /* there is no such clock */
  store_timespec(1, t, now(), site);
  return 0;
}

int rt_clock_look(struct timespec *to) {
  *to = as_timespec(now());
  return 0;
}

int heddle_gettimeofday(struct timeval *t, void *zone) {
  heddle_at site = heddle_here;
  (void)zone;
  uint64_t at = now();
  rt_argument_write(0, t, sizeof *t, site, at / SECOND);
  *t = (struct timeval){(time_t)(at / SECOND), (long)(at % SECOND / 1000)};
  return 0;
}

int heddle_timespec_get(struct timespec *t, int base) {
  heddle_at site = heddle_here;
  if (base != TIME_UTC)
    return 0;
  store_timespec(0, t, now(), site);
  return base;
}

time_t heddle_time(time_t *t) {
  heddle_at site = heddle_here;
  time_t at = (time_t)(now() / SECOND);
  if (t) {
    rt_argument_write(0, t, sizeof *t, site, (uint64_t)at);
    *t = at;
  }
  return at;
}

clock_t heddle_clock(void) {
  return (clock_t)((now() - BEGINNING) / (SECOND / CLOCKS_PER_SEC));
}

/* A signal ends the sleep of the running thread; what is left of it, which is
 * all unless a timer sent it. */
static bool interrupted(uint64_t *left, heddle_at site) {
  uint64_t began = *own();
  int number = rt_signal_breaking(false, site);
  if (!number)
    return false;
  rt_signal_time(number);
  uint64_t passed = *own() - began;
  *left -= passed < *left ? passed : *left;
  rt_signal_take(number);
  return true;
}

unsigned heddle_sleep(unsigned seconds) {
  uint64_t left = seconds * SECOND;
  CANCEL_POINT(heddle_here);
  if (interrupted(&left, heddle_here))
    return (unsigned)(left / SECOND);
  pass(seconds * SECOND);
  return 0;
}

int heddle_usleep(useconds_t microseconds) {
  uint64_t left = 0;
  CANCEL_POINT(heddle_here);
  if (interrupted(&left, heddle_here)) {
    errno = EINTR;
    return -1;
  }
  pass(microseconds * UINT64_C(1000));
  return 0;
}

/* 0 or an error. */
static int sleep_for(unsigned argument, const struct timespec *t,
                     bool absolute, struct timespec *rest, heddle_at site) {
  CANCEL_POINT(site);
  rt_argument_read(argument, t, sizeof *t, site);
  if (!rt_time_is_valid(t) || t->tv_sec < 0)
    return EINVAL;
  uint64_t left = length(t);
  if (interrupted(&left, site)) {
    if (rest && !absolute)
      store_timespec(argument + 1, rest, left, site);
    return EINTR;
  }
  if (absolute)
    rt_clock_reach(t);
  pass(absolute ? 0 : length(t));
  return 0;
}

int heddle_nanosleep(const struct timespec *t, struct timespec *rest) {
  int error = sleep_for(0, t, false, rest, heddle_here);
  if (error)
    errno = error;
  return error ? -1 : 0;
}

int heddle_clock_nanosleep(clockid_t clock, int flags,
                           const struct timespec *t, struct timespec *rest) {
  if (!rt_clock_is_known(clock))
    return EINVAL;
  return sleep_for(2, t, flags & TIMER_ABSTIME, rest, heddle_here);
}

int heddle_sched_yield(void) {
  rt_yield();
  return 0;
}

int heddle_thrd_sleep(const struct timespec *t, struct timespec *rest) {
  int error = sleep_for(0, t, false, rest, heddle_here);
  return error == EINTR ? -1 : error ? -2 : 0;
}

void heddle_thrd_yield(void) { rt_yield(); }
