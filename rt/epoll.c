/* epoll: many descriptors, looked at as poll does (poll.c).
 *
 * What is asked for is kept in a list, which is an object of its own: changing
 * it and reading it are steps on it, and whoever waits has left word there,
 * too.  What a wait finds it takes by a second step on the list, so that what
 * is told once (EPOLLET, EPOLLONESHOT) is told to one thread. */
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/signals.h"
#include "rt/stream.h"

struct interest {
  struct interest *next;
  struct end *end;
  int file;
  bool gone;
  uint64_t fed, drained; /* what was told of its streams (EPOLLET) */
  struct epoll_event asked;
};

static int fail(int error) {
  errno = error;
  return -1;
}

static int make(int flags) {
  rt_trial_stop();
  if (flags & ~EPOLL_CLOEXEC)
    return fail(EINVAL);
  struct end *e = rt_heap_alloc(sizeof *e, 16);
  *e = (struct end){.in = rt_stream_make(STREAM_LIST), .kind = END_EPOLL};
  return rt_end_open(e, 0, flags & EPOLL_CLOEXEC);
}

int heddle_epoll_create(int size) {
  return size > 0 ? make(0) : fail(EINVAL);
}

int heddle_epoll_create1(int flags) {
  return make(flags);
}

/* --- what is asked for --------------------------------------------------- */

static struct interest *find(struct end *list, const struct end *e, int file) {
  for (struct interest *i = list->interests; i; i = i->next)
    if (!i->gone && i->end == e && i->file == file && e->refs)
      return i;
  return NULL;
}

/* Whatever is there now is told. */
static void ask(struct interest *i, const struct epoll_event *asked) {
  i->asked = *asked;
  i->fed = i->end->in ? i->end->in->fed - 1 : 0;
  i->drained = i->end->out ? i->end->out->drained - 1 : 0;
}

static int change(struct end *list, struct end *e, int file, int command,
                  const struct epoll_event *asked) {
  struct interest *i = find(list, e, file), **last = &list->interests;
  switch (command) {
  case EPOLL_CTL_ADD:
    if (i)
      return EEXIST;
    while (*last)
      last = &(*last)->next;
    *last = i = rt_heap_alloc(sizeof *i, 16);
    *i = (struct interest){.end = e, .file = file};
    ask(i, asked);
    return 0;
  case EPOLL_CTL_MOD:
    if (i)
      ask(i, asked);
    return i ? 0 : ENOENT;
  case EPOLL_CTL_DEL:
    if (i)
      i->gone = true;
    return i ? 0 : ENOENT;
  default:
    return EINVAL;
  }
}

int heddle_epoll_ctl(int file, int command, int what,
                     struct epoll_event *event) {
  heddle_at site = heddle_here;
  struct epoll_event asked = {0};
  if (event && command != EPOLL_CTL_DEL) {
    rt_argument_read(3, event, sizeof *event, site);
    asked = *event;
  }
  struct end *e = rt_end_at(what), *list = rt_end_at(file);
  if (!list)
    return fail(EBADF);
  if (list->kind != END_EPOLL || e == list)
    return fail(EINVAL);
  if (!e || e->kind == END_EPOLL)
    rt_escape_end(WHY_UNMODELLED, "epoll_ctl of what is not modelled", site);
  if (asked.events & EPOLLEXCLUSIVE)
    rt_escape_end(WHY_UNMODELLED, "epoll_ctl(EPOLLEXCLUSIVE)", site);
  bool step = rt_stream_step(list->in, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(list->in, step, site))
    return -1;
  int error = change(list, e, what, command, &asked);
  rt_stream_done(list->in, step, !error, site);
  return error ? fail(error) : 0;
}

/* --- waiting ------------------------------------------------------------- */

static uint32_t events_of(const struct interest *i) {
  return i->asked.events & (EPOLLIN | EPOLLOUT | EPOLLRDNORM | EPOLLWRNORM |
                            EPOLLPRI | EPOLLRDHUP | EPOLLERR | EPOLLHUP);
}

/* It was told once, and is not asked for again yet. */
static bool is_off(const struct interest *i) {
  return i->asked.events & EPOLLONESHOT && !events_of(i);
}

/* What is still to be told of what was found: by edges, all of it after
 * something came, or there was room again. */
static uint32_t news(const struct interest *i, uint32_t found) {
  const struct end *e = i->end;
  bool in = e->in && e->in->fed != i->fed;
  bool out = e->out && e->out->drained != i->drained &&
             (!e->in || events_of(i) & (EPOLLOUT | EPOLLWRNORM));
  return !(i->asked.events & EPOLLET) || in || out ? found : 0;
}

/* By steps on each; what is found is kept in `told`, with the interest. */
struct told {
  struct interest *interest;
  uint32_t found;
};

/* Timers last, as poll does; n: what was found so far. */
static int look_some(struct end *list, struct told *told, int most,
                     struct stream *who, bool timers, int n, heddle_at site) {
  for (struct interest *i = list->interests; i && n < most; i = i->next) {
    if (i->gone || !i->end->refs || is_off(i) ||
        timers != (i->end->kind == END_TIMER))
      continue;
    rt.current->descriptor = NULL;
    bool edges = i->asked.events & EPOLLET;
    short events = (short)events_of(i);
    short found_now =
        timers ? rt_timer_look(i->end, events, who, edges, who && !n, site)
               : rt_end_look(i->end, events, who, edges, site);
    uint32_t found = (uint16_t)found_now;
    if (news(i, found))
      told[n++] = (struct told){i, found};
  }
  return n;
}

static int look(struct end *list, struct told *told, int most,
                struct stream *who, heddle_at site) {
  int n = look_some(list, told, most, who, false, 0, site);
  return look_some(list, told, most, who, true, n, site);
}

/* The step by which it is told; how much is left to be. */
static int take(struct end *list, struct told *told, int n,
                struct epoll_event *to, heddle_at site) {
  int left = 0;
  rt.current->descriptor = NULL;
  bool step = rt_stream_step(list->in, OP_STREAM_LOOK, 1, site);
  for (int k = 0; k < n; k++) {
    struct interest *i = told[k].interest;
    uint32_t found = news(i, told[k].found);
    if (i->gone || !found || is_off(i))
      continue;
    to[left].events = found;
    to[left++].data = i->asked.data;
    i->fed = i->end->in ? i->end->in->fed : 0;
    i->drained = i->end->out ? i->end->out->drained : 0;
    if (i->asked.events & EPOLLONESHOT)
      i->asked.events &= EPOLLONESHOT | EPOLLET;
  }
  rt_stream_done(list->in, step, left > 0, site);
  return left;
}

/* How many were found; the rest as poll_for. */
static int wait_for(struct end *list, struct epoll_event *to, int most,
                    int64_t wait, heddle_at site) {
  struct told *told = rt_heap_alloc((size_t)most * sizeof *told, 16);
  for (;;) {
    struct stream *who = wait < 0 ? rt_stream_make(STREAM_SLEEPER) : NULL;
    bool step = rt_stream_step(list->in, OP_STREAM_LOOK, 1, site);
    if (rt_end_closed(list->in, step, site))
      return -1;
    if (who)
      rt_stream_wants(list->in, who);
    rt_stream_done(list->in, step, false, site);
    if (step && who)
      rt.step->flags &= (uint8_t)~EVENT_FAILED;
    int n = look(list, told, most, who, site);
    n = n ? take(list, told, n, to, site) : 0;
    if (n || wait >= 0) {
      if (!n && wait)
        rt_clock_sleep((uint64_t)wait);
      return n;
    }
    rt_poll_sleep(who, site);
  }
}

/* As poll_masked, and with the mask that it has unless there is one. */
static int wait_or_break(struct end *list, struct epoll_event *to, int most,
                         int64_t wait, const sigset_t *mask, heddle_at site) {
  uint64_t before = mask ? rt_signals_swap(mask->__val[0], site) : 0;
  rt.current->looking = mask;
  int number = mask || !wait ? 0 : rt_signal_breaking(false, site);
  int n = mask || number ? wait_for(list, to, most, 0, site) : 0;
  if (mask && !n)
    number = rt_signals_due(site);
  rt.current->looking = mask && !number;
  if (number)
    rt_signal_meet(number, site);
  else if (!n && (wait || !mask))
    n = wait_for(list, to, most, wait, site);
  if (mask)
    rt_signals_swap(before, site);
  rt.current->looking = false;
  return number && !n ? fail(EINTR) : n;
}

static int wait_user(int file, struct epoll_event *user, int most, int64_t wait,
                     const sigset_t *mask, heddle_at site) {
  enum { MOST = 1024 };
  struct end *list = rt_end_at(file);
  rt_trial_stop();
  if (!list)
    return fail(EBADF);
  if (list->kind != END_EPOLL || most <= 0)
    return fail(EINVAL);
  if (mask)
    rt_argument_read(4, mask, sizeof *mask, site);
  most = most < MOST ? most : MOST;
  struct epoll_event *found = rt_heap_alloc((size_t)most * sizeof *found, 16);
  int n = wait_or_break(list, found, most, wait, mask, site);
  for (int i = 0; i < n; i++) {
    rt_argument_write(1, &user[i], sizeof *user, site, found[i].events);
    user[i] = found[i];
  }
  return n;
}

static int64_t nanoseconds(int milliseconds) {
  return milliseconds < 0 ? -1 : milliseconds * INT64_C(1000000);
}

int heddle_epoll_wait(int file, struct epoll_event *user, int most,
                      int milliseconds) {
  return wait_user(file, user, most, nanoseconds(milliseconds), NULL,
                   heddle_here);
}

int heddle_epoll_pwait(int file, struct epoll_event *user, int most,
                       int milliseconds, const sigset_t *mask) {
  return wait_user(file, user, most, nanoseconds(milliseconds), mask,
                   heddle_here);
}

int heddle_epoll_pwait2(int file, struct epoll_event *user, int most,
                        const struct timespec *time, const sigset_t *mask) {
  heddle_at site = heddle_here;
  int64_t wait = rt_poll_time(3, time, false, site);
  if (wait == -2)
    return fail(EINVAL);
  return wait_user(file, user, most, wait, mask, site);
}
