/* epoll: many descriptors, looked at as poll does (poll.c).
 *
 * What is asked for is kept in a list, which is an object of its own: changing
 * it and reading it are steps on it, and whoever waits has left word there,
 * too.  A wait reads all of the list by one step, and then looks at each by
 * steps on that alone, so that what it does follows from the order of those.
 * What it finds it takes by a second step on the list, so that what is told
 * once (EPOLLET, EPOLLONESHOT) is told to one thread.
 *
 * A list may be asked for by another, or by poll: then it is read, and what it
 * asks for is looked at, for whoever asks.  Nothing is taken by that. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define IN_EPOLL
#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/rt.h"
#include "rt/signals.h"
#include "rt/stream.h"

struct interest {
  struct interest *next;
  struct interest *other; /* for the same end, of another list perhaps */
  struct end *list, *end;
  int file;
  bool gone;
  uint32_t changes;        /* how often it was asked for */
  struct stream_news told; /* of its streams (EPOLLET) */
  struct epoll_event asked;
};

/* Lists in lists, as Linux has them. */
enum { NESTED = 4 };

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
  i->told = (struct stream_news){UINT64_MAX, UINT64_MAX};
  i->changes++;
}

/* How many lists are below this one, one in the other; more than there may be
 * if `from` is among them. */
static unsigned depth_below(const struct end *list, const struct end *from,
                            unsigned depth) {
  unsigned most = 0;
  if (list == from || depth > NESTED)
    return NESTED + 1;
  for (const struct interest *i = list->interests; i; i = i->next)
    if (!i->gone && i->end->kind == END_EPOLL) {
      unsigned below = 1 + depth_below(i->end, from, depth + 1);
      most = below > most ? below : most;
    }
  return most;
}

static unsigned depth_above(const struct end *list) {
  unsigned most = 0;
  for (const struct interest *i = list->watchers; i; i = i->other)
    if (!i->gone && i->list->refs) {
      unsigned above = 1 + depth_above(i->list);
      most = above > most ? above : most;
    }
  return most;
}

static int add(struct end *list, struct end *e, int file,
               const struct epoll_event *asked) {
  struct interest **last = &list->interests;
  if (e->kind == END_EPOLL) {
    unsigned below = depth_below(e, list, 0);
    if (below > NESTED || below + 1 + depth_above(list) > NESTED)
      return ELOOP;
  }
  while (*last)
    last = &(*last)->next;
  struct interest *i = *last = rt_heap_alloc(sizeof *i, 16);
  *i = (struct interest){
      .list = list, .end = e, .file = file, .other = e->watchers};
  e->watchers = i;
  ask(i, asked);
  return 0;
}

/* As Linux lets it be asked for. */
static bool may_exclude(const struct end *e, int command, uint32_t events) {
  uint32_t known = EPOLLEXCLUSIVE | EPOLLIN | EPOLLOUT | EPOLLERR | EPOLLHUP |
                   EPOLLWAKEUP | EPOLLET;
  return command == EPOLL_CTL_ADD && e->kind != END_EPOLL && !(events & ~known);
}

/* Whether several lists ask for it, one of which would have it for itself: who
 * of those that wait is then woken is left open, and all are here.  Of one list
 * that makes no difference. */
static bool is_for_one(const struct end *e) {
  const struct end *list = NULL;
  bool several = false, one = false;
  for (const struct interest *i = e->watchers; i; i = i->other) {
    if (i->gone || !i->list->refs)
      continue;
    several |= list && i->list != list;
    list = i->list;
    one |= (i->asked.events & EPOLLEXCLUSIVE) != 0;
  }
  return several && one;
}

static int change(struct end *list, struct end *e, int file, int command,
                  const struct epoll_event *asked) {
  struct interest *i = find(list, e, file);
  switch (command) {
  case EPOLL_CTL_ADD:
    return i ? EEXIST : add(list, e, file, asked);
  case EPOLL_CTL_MOD:
    if (i && i->asked.events & EPOLLEXCLUSIVE)
      return EINVAL;
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

/* The last descriptor of it is closed. */
void rt_epoll_forget(struct end *e, heddle_at site) {
  for (struct interest *i = e->watchers; i; i = i->other) {
    if (i->gone || !i->list->refs)
      continue;
    bool step = rt_stream_step(i->list->in, OP_STREAM_LOOK, 1, site);
    bool changed = !i->gone;
    i->gone = true;
    rt_stream_done(i->list->in, step, changed, site);
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
  struct end *e = rt_end_at(what);
  bool closed = e && rt.current->descriptor->closed;
  struct end *list = rt_end_at(file);
  if (!list || closed)
    return fail(EBADF);
  if (list->kind != END_EPOLL || e == list)
    return fail(EINVAL);
  if (!e && fcntl(what, F_GETFD) < 0)
    return fail(EBADF);
  if (!e)
    rt_escape_end(WHY_UNMODELLED, "epoll_ctl of what is not modelled", site);
  if (e->kind == END_EPOLL && asked.events & EPOLLET)
    rt_escape_end(WHY_UNMODELLED, "epoll_ctl(EPOLLET) of an epoll", site);
  if (asked.events & EPOLLEXCLUSIVE && !may_exclude(e, command, asked.events))
    return fail(EINVAL);
  bool step = rt_stream_step(list->in, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(list->in, step, site))
    return -1;
  int error = change(list, e, what, command, &asked);
  if (!error && command == EPOLL_CTL_ADD && is_for_one(e))
    rt_escape(WHY_UNMODELLED, "epoll_ctl(EPOLLEXCLUSIVE) of several epolls",
              site);
  rt_stream_done(list->in, step, !error, site);
  return error ? fail(error) : 0;
}

/* --- waiting ------------------------------------------------------------- */

/* What a wait found of one, which was so when it read the list. */
struct look {
  struct interest *interest;
  struct epoll_event asked;
  uint32_t changes, found;
  struct stream_news told, news;
  uint64_t due; /* of a timer that was set and not over: when it is */
};

static uint32_t events_of(const struct epoll_event *asked) {
  return asked->events & (EPOLLIN | EPOLLOUT | EPOLLRDNORM | EPOLLWRNORM |
                          EPOLLPRI | EPOLLRDHUP | EPOLLERR | EPOLLHUP);
}

/* It was told once, and is not asked for again yet. */
static bool is_off(const struct epoll_event *asked) {
  return asked->events & EPOLLONESHOT && !events_of(asked);
}

/* By edges, all that was found is told after something came, or there was room
 * again. */
static bool is_news(const struct look *l, const struct stream_news *told) {
  const struct end *e = l->interest->end;
  bool room = !e->in || events_of(&l->asked) & (EPOLLOUT | EPOLLWRNORM);
  return !(l->asked.events & EPOLLET) || (e->in && l->news.fed != told->fed) ||
         (e->out && room && l->news.drained != told->drained);
}

/* The step that reads all of a list; how long it is, or -1: it is closed. */
static int read_list(struct end *list, struct look **all, struct stream *who,
                     heddle_at site) {
  int count = 0;
  bool step = rt_stream_step(list->in, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(list->in, step, site))
    return -1;
  for (struct interest *i = list->interests; i; i = i->next)
    count += !i->gone && !is_off(&i->asked);
  struct look *l = *all = rt_heap_alloc(((size_t)count + 1) * sizeof *l, 16);
  for (struct interest *i = list->interests; i; i = i->next)
    if (!i->gone && !is_off(&i->asked))
      *l++ = (struct look){.interest = i,
                           .asked = i->asked,
                           .changes = i->changes,
                           .told = i->told};
  if (who)
    rt_stream_wants(list->in, who);
  rt_stream_done(list->in, step, false, site);
  if (step && who)
    rt.step->flags &= (uint8_t)~EVENT_FAILED;
  return count;
}

static short look_at(struct look *l, struct stream *who, bool timers, bool must,
                     heddle_at site) {
  struct end *e = l->interest->end;
  struct stream_news *news = l->asked.events & EPOLLET ? &l->news : NULL;
  short events = (short)events_of(&l->asked);
  rt.current->descriptor = NULL;
  if (e->kind == END_EPOLL)
    return rt_epoll_look(e, events, who, timers, must, site);
  return timers ? rt_timer_look(e, events, who, news, must, site)
                : rt_end_look(e, events, who, news, site);
}

/* Looks at those that are timers, or at those that are not; a list may have
 * both. */
struct way {
  struct stream *who;
  bool timers, must;
  heddle_at site;
};

/* n: what was found so far. */
static int look_some(struct look *all, int count, int most, struct way w,
                     int n) {
  for (struct look *l = all; l < all + count && n < most; l++) {
    uint8_t kind = l->interest->end->kind;
    if (l->found || (kind != END_EPOLL && w.timers != (kind == END_TIMER)))
      continue;
    uint32_t found =
        (uint16_t)look_at(l, w.who, w.timers, w.must && !n, w.site);
    if (found && l->interest->end->refs && is_news(l, &l->told))
      l->found = found, n++;
    l->due = found ? 0 : rt_timer_due(l->interest->end);
  }
  return n;
}

static bool may_be_timer(const struct end *e) {
  return e->kind == END_TIMER || e->kind == END_EPOLL;
}

/* Of several timers any may be over, and if none is, one has to be: that whose
 * time comes first by what they were set to. */
static int look_timers(struct look *all, int count, int most, struct way w,
                       int n) {
  bool must = w.must;
  int timers = 0;
  for (struct look *l = all; l < all + count; l++)
    timers += may_be_timer(l->interest->end);
  w.timers = true;
  w.must = must && timers < 2;
  n = look_some(all, count, most, w, n);
  for (w.must = must; must && !n && timers > 1; timers--) {
    struct look *first = all;
    for (struct look *l = all; l < all + count; l++)
      if (l->due && (!first->due || l->due < first->due))
        first = l;
    if (!count || !first->due)
      break;
    n = look_some(first, 1, most, w, n);
    first->due = 0;
  }
  return n;
}

static bool has_timers(const struct end *list) {
  for (const struct interest *i = list->interests; i; i = i->next)
    if (!i->gone && (i->end->kind == END_TIMER ||
                     (i->end->kind == END_EPOLL && has_timers(i->end))))
      return true;
  return false;
}

short rt_epoll_look(struct end *list, short events, struct stream *who,
                    bool timers, bool must, heddle_at site) {
  struct look *all;
  if (timers && !has_timers(list))
    return 0;
  int count = read_list(list, &all, who, site);
  if (count < 0)
    return POLLNVAL;
  struct way way = {who, timers, must, site};
  int n = timers ? look_timers(all, count, 1, way, 0)
                 : look_some(all, count, 1, way, 0);
  return n ? (short)(events & (POLLIN | POLLRDNORM)) : 0;
}

/* The step by which it is told; how much is left to be, or -1: others have
 * changed what is asked for, and something else may be there. */
static int take(struct end *list, struct look *all, int count,
                struct epoll_event *to, heddle_at site) {
  int left = 0;
  bool late = false;
  rt.current->descriptor = NULL;
  bool step = rt_stream_step(list->in, OP_STREAM_LOOK, 1, site);
  for (struct look *l = all; l < all + count; l++) {
    struct interest *i = l->interest;
    bool changed = i->gone || i->changes != l->changes;
    late |= l->found && changed;
    if (!l->found || changed || is_off(&i->asked) || !is_news(l, &i->told))
      continue;
    to[left].events = l->found;
    to[left++].data = i->asked.data;
    i->told = l->news;
    if (i->asked.events & EPOLLONESHOT)
      i->asked.events &= EPOLLONESHOT | EPOLLET;
  }
  rt_stream_done(list->in, step, left > 0, site);
  return left || !late ? left : -1;
}

/* How many were found; the rest as poll_for. */
static int wait_for(struct end *list, struct epoll_event *to, int most,
                    int64_t wait, heddle_at site) {
  struct descriptor *d = rt.current->descriptor;
  for (;;) {
    struct stream *who = wait < 0 ? rt_stream_make(STREAM_SLEEPER) : NULL;
    struct look *all;
    rt.current->descriptor = d;
    int count = read_list(list, &all, who, site);
    if (count < 0)
      return -1;
    struct way way = {.who = who, .must = who, .site = site};
    int n = look_some(all, count, most, way, 0);
    n = look_timers(all, count, most, way, n);
    n = n ? take(list, all, count, to, site) : 0;
    if (n < 0)
      continue;
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
  CANCEL_POINT(site);
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
