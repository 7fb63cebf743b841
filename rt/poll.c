/* Waiting for one of several descriptors.
 *
 * What is asked of one descriptor and without a bound in time is one step that
 * waits (STREAM_POLL).  Of several, each is looked at by a step of its own, as
 * the kernel does; if none is ready the thread waits for a counter of its own,
 * and has left word at each stream that it wants to be woken (stream.h).  Then
 * it looks again.  Whoever changes a stream sees by that very step who has left
 * word, so nobody is woken too late, and no step is added where nobody waits
 * so.  A wait that may end by itself is a look, after which the time is over.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/kernel.h"
#include "rt/rt.h"
#include "rt/signals.h"
#include "rt/stream.h"

#define NOT_READY "poll of what is not ready outside"

/* A descriptor of the kernel's is as it is: files are always ready.  What is
 * not may be at any time. */
static short look_real(struct pollfd p, heddle_at site) {
  rt_file_use(p.fd, site);
  p.revents = 0;
  if (poll(&p, 1, 0) == 0 && !(p.events & POLLNVAL))
    rt_escape(WHY_UNMODELLED, NOT_READY, site);
  return p.revents;
}

static short look_at(struct end *e, struct pollfd p, struct stream *who,
                     bool timers, bool must, heddle_at site) {
  if (!e)
    return look_real(p, site);
  if (e->kind == END_EPOLL)
    return rt_epoll_look(e, p.events, who, timers, must, site);
  return timers ? rt_timer_look(e, p.events, who, NULL, must, site)
                : rt_end_look(e, p.events, who, NULL, site);
}

/* Those that are timers, or those that are not; an epoll may have both.
 * `ready`: are so far. */
static int look_some(struct pollfd *p, size_t count, struct stream *who,
                     bool timers, bool must, int ready, heddle_at site) {
  for (size_t i = 0; i < count; i++) {
    struct end *e = p[i].fd < 0 ? NULL : rt_end_at(p[i].fd);
    bool both = e && e->kind == END_EPOLL;
    if (p[i].fd < 0 || p[i].revents ||
        (!both && timers != (e && e->kind == END_TIMER)))
      continue;
    p[i].revents =
        look_at(e, p[i], ready ? NULL : who, timers, must && !ready, site);
    ready += p[i].revents != 0;
  }
  return ready;
}

static bool may_be_timer(struct pollfd p) {
  struct end *e = p.fd < 0 ? NULL : rt_end_at(p.fd);
  return e && (e->kind == END_TIMER || e->kind == END_EPOLL);
}

/* As those of an epoll: any may be over, and if none is that one has to be
 * whose time comes first. */
static int look_timers(struct pollfd *p, size_t count, struct stream *who,
                       int ready, heddle_at site) {
  size_t timers = 0;
  for (size_t i = 0; i < count; i++)
    timers += may_be_timer(p[i]);
  if (!timers)
    return ready;
  ready = look_some(p, count, who, true, who && timers < 2, ready, site);
  if (timers < 2 || !who || ready)
    return ready;
  uint64_t *due = rt_heap_alloc(count * sizeof *due, 16);
  for (size_t i = 0; i < count; i++)
    due[i] = may_be_timer(p[i]) ? rt_timer_due(rt_end_at(p[i].fd)) : 0;
  for (; !ready && timers; timers--) {
    size_t first = 0;
    for (size_t i = 0; i < count; i++)
      if (due[i] && (!due[first] || due[i] < due[first]))
        first = i;
    if (!due[first])
      break;
    ready = look_some(&p[first], 1, who, true, true, ready, site);
    due[first] = 0;
  }
  return ready;
}

/* Timers last: whether one is over has to be chosen only where something else
 * is ready, or who looks does not wait. */
static int look_all(struct pollfd *p, size_t count, struct stream *who,
                    heddle_at site) {
  for (size_t i = 0; i < count; i++)
    p[i].revents = 0;
  int ready = look_some(p, count, who, false, false, 0, site);
  return look_timers(p, count, who, ready, site);
}

/* The stream that a wait is for, if it is for one alone; a writer is not told
 * apart by it. */
static struct stream *only_stream(const struct pollfd *p, size_t count) {
  struct end *e = count == 1 && p->fd >= 0 ? rt_end_at(p->fd) : NULL;
  short out = POLLOUT | POLLWRNORM;
  return e && e->in && e->kind != END_TIMER && e->kind != END_EPOLL &&
                 p->events & POLLIN && !(p->events & out)
             ? e->in
             : NULL;
}

void rt_poll_sleep(struct stream *who, heddle_at site) {
  rt.current->descriptor = NULL;
  if (UNLIKELY(rt_cancel_sleeps != NULL))
    rt_cancel_sleeps(who, site);
  bool step = rt_stream_step(who, OP_STREAM_READ, 1, site);
  who->count--;
  rt_stream_done(who, step, true, site);
}

static int wait_all(struct pollfd *p, size_t count, heddle_at site) {
  struct stream *only = only_stream(p, count);
  if (only) {
    bool step = rt_stream_step(only, OP_STREAM_POLL, 1, site);
    struct descriptor *d = rt.current->descriptor;
    p->revents = d->closed ? POLLNVAL : rt_end_found(d->end, p->events);
    rt_stream_done(only, step, false, site);
    return 1;
  }
  for (;;) {
    struct stream *who = rt_stream_make(STREAM_SLEEPER);
    int ready = look_all(p, count, who, site);
    if (ready)
      return ready;
    for (size_t i = 0; i < count; i++)
      if (p[i].fd >= 0 && !rt_end_at(p[i].fd))
        rt_escape_end(WHY_UNMODELLED, NOT_READY, site);
    rt_poll_sleep(who, site);
  }
}

/* With another mask of signals while it waits.  What is ready comes first: then
 * a signal that only this mask lets through is pending still. */
static int poll_masked(struct pollfd *p, size_t count, int64_t wait,
                       const sigset_t *mask, heddle_at site) {
  uint64_t before = rt_signals_swap(mask->__val[0], site);
  rt.current->looking = true; /* what comes in breaks in at one place alone */
  int ready = look_all(p, count, NULL, site);
  int number = ready ? 0 : rt_signals_due(site);
  rt.current->looking = !number;
  if (number) {
    rt_signal_meet(number, site);
    ready = -1;
  } else if (!ready && wait < 0) {
    ready = wait_all(p, count, site);
  } else if (!ready && wait) {
    rt_clock_sleep((uint64_t)wait);
  }
  rt_signals_swap(before, site);
  rt.current->looking = false;
  errno = number ? EINTR : errno;
  return ready;
}

/* `wait`: nanoseconds, negative for ever. */
static int poll_for(struct pollfd *p, size_t count, int64_t wait,
                    const sigset_t *mask, heddle_at site) {
  rt_trial_stop();
  if (mask || wait >= 0 || !only_stream(p, count)) /* else it is its own step */
    CANCEL_POINT(site);
  if (mask)
    return poll_masked(p, count, wait, mask, site);
  int number = wait ? rt_signal_breaking(false, site) : 0;
  if (UNLIKELY(number)) {
    int ready = look_all(p, count, NULL, site);
    rt_signal_take(number);
    errno = EINTR;
    return ready ? ready : -1;
  }
  if (wait < 0)
    return wait_all(p, count, site);
  int ready = look_all(p, count, NULL, site);
  if (!ready && wait)
    rt_clock_sleep((uint64_t)wait);
  return ready;
}

/* --- poll ----------------------------------------------------------------- */

static int poll_user(struct pollfd *user, nfds_t count, int64_t wait,
                     const sigset_t *mask, heddle_at site) {
  struct rlimit most;
  if (!getrlimit(RLIMIT_NOFILE, &most) && count > most.rlim_cur) {
    errno = EINVAL;
    return -1;
  }
  enum { FEW = 16 };
  size_t size = count * sizeof *user;
  struct pollfd few[FEW];
  struct pollfd *p = count <= FEW ? few : rt_heap_alloc(size, 16);
  if (count)
    rt_argument_read(0, user, size, site);
  memcpy(p, user, size);
  int ready = poll_for(p, count, wait, mask, site);
  bool same = !ready && count <= FEW;
  for (size_t i = 0; i < count && same; i++)
    same = user[i].revents == p[i].revents;
  if (UNLIKELY(rt_waiting()) && !same)
    rt_wait_effect(&rt.current->watch);
  else
    rt.current->watch.stores = rt_waiting(); /* it leaves what was there */
  if (count)
    rt_argument_write(0, user, (uint32_t)size, site, (uint64_t)ready);
  rt.current->watch.stores = false;
  for (size_t i = 0; i < count; i++)
    user[i].revents = p[i].revents;
  return ready;
}

int heddle_poll(struct pollfd *user, nfds_t count, int milliseconds) {
  int64_t wait = milliseconds < 0 ? -1 : milliseconds * INT64_C(1000000);
  return poll_user(user, count, wait, NULL, heddle_here);
}

int64_t rt_poll_time(unsigned argument, const void *at, bool micro,
                     heddle_at site) {
  const struct timespec *t = at; /* a timeval has the same shape */
  if (!t)
    return -1;
  rt_argument_read(argument, t, sizeof *t, site);
  int64_t part = micro ? 1000000 : 1000000000, longest = INT64_MAX / part / 2;
  if (t->tv_sec < 0 || t->tv_nsec < 0 || (!micro && t->tv_nsec >= part))
    return -2;
  int64_t seconds = t->tv_sec < longest / 1000 ? t->tv_sec : longest / 1000;
  return seconds * 1000000000 + t->tv_nsec * (micro ? 1000 : 1);
}

int heddle_ppoll(struct pollfd *user, nfds_t count, const struct timespec *t,
                 const sigset_t *mask) {
  heddle_at site = heddle_here;
  int64_t wait = rt_poll_time(2, t, false, site);
  if (wait == -2) {
    errno = EINVAL;
    return -1;
  }
  if (mask)
    rt_argument_read(3, mask, sizeof *mask, site);
  return poll_user(user, count, wait, mask, site);
}

/* --- select --------------------------------------------------------------- */

static const short asks[3] = {POLLIN | POLLRDNORM, POLLOUT | POLLWRNORM,
                              POLLPRI};
/* What each of the three sets shows. */
static const short shows[3] = {POLLIN | POLLRDNORM | POLLHUP | POLLERR,
                               POLLOUT | POLLWRNORM | POLLERR, POLLPRI};

static size_t size_of(int count) {
  return ((size_t)count + 63) / 64 * 8;
}

/* The descriptors of the sets as poll has them; -1: one is not open. */
static int collect(fd_set *const sets[3], int count, struct pollfd *p) {
  int n = 0;
  for (int file = 0; file < count; file++) {
    short events = 0;
    for (int k = 0; k < 3; k++)
      if (sets[k] && FD_ISSET(file, sets[k]))
        events |= asks[k];
    if (!events)
      continue;
    if (fcntl(file, F_GETFD) < 0)
      return -1;
    p[n++] = (struct pollfd){file, events, 0};
  }
  return n;
}

static int select_for(int count, fd_set *const sets[3], int64_t wait,
                      const sigset_t *mask, heddle_at site) {
  if (count < 0 || count > FD_SETSIZE || wait == -2) {
    errno = EINVAL;
    return -1;
  }
  struct pollfd *p = rt_heap_alloc((size_t)count * sizeof *p + 1, 16);
  for (int k = 0; k < 3; k++)
    if (sets[k] && count)
      rt_argument_read((unsigned)k + 1, sets[k], size_of(count), site);
  int n = collect(sets, count, p), bits = 0;
  if (n < 0) {
    errno = EBADF;
    return -1;
  }
  if (poll_for(p, (size_t)n, wait, mask, site) < 0)
    return -1;
  for (int i = 0; i < n; i++)
    if (p[i].revents & POLLNVAL) {
      errno = EBADF;
      return -1;
    }
  for (int k = 0; k < 3; k++) {
    if (!sets[k] || !count)
      continue;
    rt_argument_write((unsigned)k + 1, sets[k], (uint32_t)size_of(count), site,
                      0);
    for (int i = 0; i < n; i++) {
      bool asked = FD_ISSET(p[i].fd, sets[k]);
      if (asked && p[i].revents & shows[k])
        bits++;
      else if (asked)
        FD_CLR(p[i].fd, sets[k]);
    }
  }
  return bits;
}

int heddle_select(int count, fd_set *in, fd_set *out, fd_set *other,
                  struct timeval *t) {
  heddle_at site = heddle_here;
  fd_set *const sets[3] = {in, out, other};
  int64_t wait = rt_poll_time(4, t, true, site);
  int ready = select_for(count, sets, wait, NULL, site);
  if (t && ready >= 0) { /* what is left of the time */
    rt_argument_write(4, t, sizeof *t, site, 0);
    if (!ready)
      *t = (struct timeval){0, 0};
  }
  return ready;
}

int heddle_pselect(int count, fd_set *in, fd_set *out, fd_set *other,
                   const struct timespec *t, const sigset_t *mask) {
  heddle_at site = heddle_here;
  fd_set *const sets[3] = {in, out, other};
  if (mask)
    rt_argument_read(5, mask, sizeof *mask, site);
  return select_for(count, sets, rt_poll_time(4, t, false, site), mask, site);
}
