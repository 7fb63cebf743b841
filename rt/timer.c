/* Timers that are descriptors, in virtual time.
 *
 * A timer is a counter (stream.h) that is 1 as long as the timer is set: its
 * time comes for certain, and as with a sleep nothing says how soon.  So who
 * waits for it does not have to wait, and its clock is moved on.  Who only
 * looks may come before its time or after, which is a choice; not when by its
 * own clock the time is over.  A timer that is not set is a counter of 0: who
 * waits for it waits for whoever sets it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/timerfd.h>

#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/signals.h"
#include "rt/stream.h"

#define SECOND UINT64_C(1000000000)

static int fail(int error) {
  errno = error;
  return -1;
}

int heddle_timerfd_create(int clock, int flags) {
  rt_trial_stop();
  if (flags & ~(TFD_CLOEXEC | TFD_NONBLOCK) ||
      (!rt_clock_is_known(clock) && clock != CLOCK_BOOTTIME))
    return fail(EINVAL);
  struct stream *s = rt_stream_named(STREAM_COUNTER, "timerfd");
  struct end *e = rt_heap_alloc(sizeof *e, 16);
  *e = (struct end){
      .in = s, .kind = END_TIMER, .flags = O_RDWR | (flags & TFD_NONBLOCK)};
  s->in_now = flags & TFD_NONBLOCK;
  return rt_end_open(e, 0, flags & TFD_CLOEXEC);
}

static struct timespec as_timespec(uint64_t t) {
  return (struct timespec){(time_t)(t / SECOND), (long)(t % SECOND)};
}

static uint64_t length(const struct timespec *t) {
  return (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
}

/* What is left, by the clock of who asks; of one that has gone off once and for
 * all, nothing. */
static struct itimerspec setting(const struct end *e) {
  uint64_t now = rt_clock_now(), left = 0;
  if (e->in->count && e->expires > now)
    left = e->expires - now;
  else if (e->in->count && e->interval)
    left = e->interval - (now - e->expires) % e->interval;
  return (struct itimerspec){as_timespec(e->interval), as_timespec(left)};
}

static struct end *timer_at(int file) {
  struct end *e = rt_end_at(file);
  if (e && e->kind == END_TIMER)
    return e;
  fail(e || fcntl(file, F_GETFD) >= 0 ? EINVAL : EBADF);
  return NULL;
}

int heddle_timerfd_settime(int file, int flags, const struct itimerspec *new,
                           struct itimerspec *old) {
  heddle_at site = heddle_here;
  rt_argument_read(2, new, sizeof *new, site);
  struct itimerspec next = *new;
  struct end *e = timer_at(file);
  if (!e)
    return -1;
  if (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET) ||
      !rt_time_is_valid(&next.it_value) || next.it_value.tv_sec < 0 ||
      !rt_time_is_valid(&next.it_interval) || next.it_interval.tv_sec < 0)
    return fail(EINVAL);
  uint64_t value = length(&next.it_value);
  bool step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(e->in, step, site))
    return -1;
  struct itimerspec before = setting(e);
  e->expires = value + (flags & TFD_TIMER_ABSTIME ? 0 : rt_clock_now());
  e->interval = value ? length(&next.it_interval) : 0;
  e->reader = 0;
  e->seen = false;
  e->in->count = value != 0;
  rt_stream_done(e->in, step, true, site);
  if (old) {
    rt_argument_write(3, old, sizeof *old, site, 0);
    *old = before;
  }
  return 0;
}

int heddle_timerfd_gettime(int file, struct itimerspec *now) {
  heddle_at site = heddle_here;
  struct end *e = timer_at(file);
  if (!e)
    return -1;
  bool step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(e->in, step, site))
    return -1;
  struct itimerspec is = setting(e);
  rt_stream_done(e->in, step, false, site);
  rt_argument_write(1, now, sizeof *now, site, 0);
  *now = is;
  return 0;
}

/* --- going off ------------------------------------------------------------ */

/* It is not set; its time may have come; it has, by the clock of who looks, or
 * since somebody has seen it. */
enum look { OFF, SET, OVER };

static enum look look_at(const struct end *e) {
  return !e->in->count                             ? OFF
         : e->seen || e->expires <= rt_clock_now() ? OVER
                                                   : SET;
}

/* Outside of steps.  A look that comes too early takes a little time, so that
 * who does nothing else comes to an end. */
static bool choose_over(void) {
  struct timespec unused;
  bool over = rt_choice("timer-is-over", 2);
  if (!over)
    rt_clock_look(&unused);
  return over;
}

/* In a step: from now on it is over for everybody. */
static bool see(struct end *e, bool again) {
  bool changed = !e->seen || again;
  e->seen = true;
  e->in->fed += changed;
  return changed;
}

uint64_t rt_timer_due(const struct end *e) {
  return e->kind == END_EPOLL                    ? UINT64_MAX
         : e->kind != END_TIMER || !e->in->count ? 0
                                                 : e->expires;
}

short rt_timer_look(struct end *e, short events, struct stream *who,
                    struct stream_news *news, bool must, heddle_at site) {
  struct stream *s = e->in;
  bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(s, step, site))
    return POLLNVAL;
  rt.current->descriptor = NULL;
  enum look look = look_at(e);
  bool over = look == OVER || (look == SET && must);
  bool changed = over && see(e, news && must && e->interval);
  if (who && (look == OFF || news))
    rt_stream_wants(s, who);
  rt_stream_done(s, step, changed, site);
  if (step && who)
    rt.step->flags &= (uint8_t)~EVENT_FAILED; /* it is known who waits */
  if (look == SET && !over && choose_over()) {
    step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
    over = look_at(e) != OFF;
    changed = over && see(e, false);
    rt_stream_done(s, step, changed, site);
  }
  if (news)
    news->fed = s->fed;
  return over ? (short)(events & (POLLIN | POLLRDNORM)) : 0;
}

/* In a step: how often it has gone off, by the clock of who reads, which has
 * waited for the first time.  One that goes on does so for everybody alike:
 * reading it changes nothing as long as one thread alone does. */
static uint64_t take(struct end *e, bool *changed) {
  uint64_t now = rt_clock_now(), times = 1;
  if (e->interval && e->expires < now)
    times += (now - e->expires) / e->interval;
  uint16_t reader = (uint16_t)(rt.current->id + 1);
  *changed = !e->interval || e->seen || (e->reader && e->reader != reader);
  e->reader = reader;
  e->seen = false;
  if (e->interval)
    e->expires += times * e->interval;
  else
    e->in->count = 0;
  return times;
}

/* Whether it may be read now; in a step, unless it has to be chosen. */
static bool is_over(struct end *e, bool waits, bool *step, heddle_at site) {
  enum look look = look_at(e);
  if (look != SET || waits)
    return look != OFF;
  rt_stream_done(e->in, *step, false, site);
  bool over = choose_over();
  *step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
  return over && look_at(e) != OFF;
}

/* A signal comes while its time has not. */
static bool interrupted(struct end *e, heddle_at site) {
  int number = rt_signal_breaking(true, site);
  if (LIKELY(!number))
    return false;
  struct descriptor *d = rt.current->descriptor;
  bool step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
  bool waits = look_at(e) != OVER && !(d && d->closed);
  rt_stream_done(e->in, step, false, site);
  rt_signal_take(number);
  rt.current->descriptor = d;
  errno = waits ? EINTR : errno;
  return waits;
}

ssize_t rt_timer_read(struct end *e, unsigned argument, void *to, size_t len,
                      heddle_at site) {
  struct stream *s = e->in;
  if (len < sizeof(uint64_t))
    return fail(EINVAL);
  bool waits = !s->in_now, changed = false;
  if (waits && interrupted(e, site))
    return -1;
  bool step = rt_stream_step(s, OP_STREAM_READ, 1, site);
  if (rt_end_closed(s, step, site))
    return -1;
  if (!is_over(e, waits, &step, site)) {
    if (waits)
      rt_escape(WHY_UNMODELLED, "O_NONBLOCK, set while a thread waits", site);
    rt_stream_done(s, step, false, site);
    return fail(EAGAIN);
  }
  uint64_t due = e->expires, now = rt_clock_now();
  uint64_t times = take(e, &changed);
  rt_stream_done(s, step, changed, site);
  if (due > now)
    rt_clock_sleep(due - now);
  if (argument != OWN_BYTES)
    rt_argument_write(argument, to, sizeof times, site, times);
  memcpy(to, &times, sizeof times);
  return sizeof times;
}
