/* Signals to other threads: sending them, and where they break in (signals.h).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rt/calls.h"
#define IN_KILL /* here they are */
#include "rt/rt.h"
#include "rt/signals.h"
#include "rt/stream.h"

static struct stream all[THREADS_MAX]; /* by which threads are told */
static bool any;

void rt_kills_reset(void) {
  if (any)
    memset(all, 0, sizeof all);
  any = false;
}

/* Its number depends on nothing but the thread. */
static struct stream *stream_of(unsigned id) {
  struct stream *s = &all[id];
  if (s->object)
    return s;
  char text[40];
  any = true;
  s->kind = STREAM_COUNTER;
  s->object = STREAM_OF_THREAD(id) - 1;
  snprintf(text, sizeof text, "signals-of-thread-%u", id);
  rt_label_put(s->object, text);
  return s;
}

/* --- breaking in ---------------------------------------------------------- */

/* The operation that a thread is about to take. */
struct operation {
  uint64_t object;
  uint32_t size;
  uint8_t kind, flags, order;
  uint16_t alts, alt;
  heddle_at site, here;
  struct stream *stream;
  struct descriptor *descriptor;
  struct heddle_port *port;
  const struct rt_extent *extent;
};

static struct operation put_aside(struct fiber *f) {
  const struct operation o = {f->object,   f->size,   f->kind,       f->flags,
                              f->order,    f->alts,   f->alt,        f->site,
                              heddle_here, f->stream, f->descriptor, f->port,
                              f->extent};
  f->extent = NULL;
  return o;
}

static void put_back(struct fiber *f, const struct operation *o) {
  f->object = o->object;
  f->size = o->size;
  f->kind = o->kind;
  f->flags = o->flags;
  f->order = o->order;
  f->alts = o->alts;
  f->alt = o->alt;
  f->site = o->site;
  heddle_here = o->here;
  f->stream = o->stream;
  f->descriptor = o->descriptor;
  f->port = o->port;
  f->extent = o->extent;
}

/* Whether there may be something to look for. */
static bool looks(const struct fiber *f) {
  return !f->looking && f->handled & ~f->signal_mask && !rt_alone();
}

/* Those of which the running thread was told, by a step. */
static uint64_t look(heddle_at site) {
  struct fiber *f = rt.current;
  struct stream *s = stream_of(f->id);
  f->looking = true;
  f->descriptor = NULL;
  bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
  uint64_t told = f->told;
  f->told = s->count = 0;
  rt_signals_see();
  rt_stream_done(s, step, told, site);
  f->looking = false;
  return told;
}

/* Signals that were blocked since wait to be unblocked. */
static void deliver(uint64_t told, heddle_at site) {
  struct fiber *f = rt.current;
  for (; told; told &= told - 1) {
    int number = __builtin_ctzll(told) + 1;
    if (f->signal_mask & SIGNAL(number)) {
      rt_signals_step(OP_SEM_V, site);
      f->signals_pending |= SIGNAL(number);
      rt_signals_recount();
    } else if (!rt_signal_is_ignored(number)) {
      rt_signal_take(number);
    } else {
      rt_signal_pass_over(number);
    }
  }
}

/* What it was told and blocks now waits. */
void rt_signal_masking(uint64_t mask, heddle_at site) {
  struct fiber *f = rt.current;
  struct stream *s = stream_of(f->id);
  f->descriptor = NULL;
  bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
  uint64_t late = f->told & mask;
  rt_signals_see();
  f->told &= ~mask;
  s->count = f->told != 0;
  f->signal_mask = mask;
  rt_stream_done(s, step, true, site);
  if (late)
    deliver(late, site);
}

void rt_signal_take(int number) {
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  do
    rt_signal_handle(number);
  while (number >= SIGRTMIN && rt_signal_is_seen(number) &&
         !(rt.current->signal_mask & SIGNAL(number)));
}

void rt_signal_point(void) {
  struct fiber *f = rt.current;
  if (!looks(f) || f->kind == OP_AWAIT)
    return;
  struct operation next = put_aside(f);
  uint64_t told = look(next.site);
  if (told)
    deliver(told, next.site);
  put_back(f, &next);
}

void rt_signal_late(void) {
  struct fiber *f = rt.current;
  uint64_t told = f->told;
  struct operation next = put_aside(f);
  f->told = 0;
  rt_signals_see();
  deliver(told, next.site);
  put_back(f, &next);
}

bool rt_signal_missed(const struct fiber *f) {
  return f->told & ~f->signal_mask;
}

int rt_signal_now(heddle_at site) {
  struct fiber *f = rt.current;
  if (!looks(f))
    return 0;
  uint64_t told = look(site), breaking = told & ~f->signal_mask;
  int number = breaking ? __builtin_ctzll(breaking) + 1 : 0;
  if (number)
    told &= ~SIGNAL(number);
  if (told)
    deliver(told, site);
  return number;
}

int rt_signal_breaks(bool restarts, heddle_at site) {
  struct fiber *f = rt.current;
  if (!looks(f))
    return 0;
  struct operation next = put_aside(f);
  uint64_t told = look(site), breaking = told & ~f->signal_mask;
  int number = breaking ? __builtin_ctzll(breaking) + 1 : 0;
  bool may =
      number && !(restarts && rt_signals.actions[number].sa_flags & SA_RESTART);
  if (may && rt_choice("interrupted", 2))
    told &= ~SIGNAL(number);
  else
    number = 0;
  if (told)
    deliver(told, site);
  put_back(f, &next);
  return number;
}

/* --- sending -------------------------------------------------------------- */

/* What comes of it is known by the step that the looks of the thread depend
 * on. */
static int send_to(struct fiber *f, int number, siginfo_t info,
                   heddle_at site) {
  struct stream *s = stream_of(f->id);
  rt.current->descriptor = NULL;
  bool step = rt_stream_step(s, OP_STREAM_WRITE, 1, site);
  bool blocked = f->signal_mask & SIGNAL(number);
  bool waits = !f->finished && (blocked || (rt_signals_awaited(f, number) &&
                                            !rt_signal_is_ignored(number)));
  bool breaks = !f->finished && !waits && !rt_signal_is_ignored(number);
  if (breaks && !(f->handled & SIGNAL(number)))
    rt_escape(WHY_UNMODELLED, "a handler that another thread has installed",
              site);
  if (breaks || waits)
    rt_signal_sent(f, number, info);
  if (breaks) {
    f->told |= SIGNAL(number);
    s->count = 1;
  }
  rt_stream_done(s, step, breaks, site);
  if (rt_signal_is_kernels(number) && !blocked)
    rt_signal_end_process(number, site);
  if (!waits)
    return 0;
  rt_signals_step(OP_SEM_V, site);
  if (UNLIKELY(rt_signalfd_wants != NULL) && rt_signalfd_wants(SIGNAL(number)))
    rt_escape(WHY_UNMODELLED, "a signalfd, and a signal to a thread", site);
  f->signals_pending |= SIGNAL(number);
  rt_signals_recount();
  return 0;
}

/* Linux gives it to the first thread unless that blocks it, then to any other
 * that does not. */
int rt_signal_process(int number, siginfo_t info, bool own, heddle_at site) {
  rt_signals_step(OP_SEM_V, site);
  struct fiber *to = NULL;
  threads_each(rt.words, &rt.live, t) {
    struct fiber *f = &rt.fibers[t];
    bool wants = !f->finished && !f->aside && !(f->shown_mask & SIGNAL(number));
    if (wants && (!to || (to->id && f == rt.current && !own)))
      to = f;
  }
  if (to && to != rt.current)
    return send_to(to, number, info, site);
  if (to)
    return rt_signal_raise(number, info, site);
  rt_signal_await(number, info, site);
  return 0;
}

/* A child of this process, and nobody else's. */
static bool is_child(pid_t pid) {
  siginfo_t unused;
  return pid > 0 &&
         !waitid(P_PID, (id_t)pid, &unused, WEXITED | WNOHANG | WNOWAIT);
}

static int fail(int error) {
  errno = error;
  return -1;
}

static siginfo_t info_of(int code, union sigval value) {
  siginfo_t info = {.si_code = code};
  info.si_pid = getpid();
  info.si_uid = getuid();
  info.si_value = value;
  return info;
}

/* To others than itself and its children nothing is sent: they are not part of
 * what is tested. */
int heddle_kill(pid_t pid, int number) {
  heddle_at site = heddle_here;
  if (pid != getpid()) {
    if (number && !is_child(pid))
      rt_escape_end(WHY_UNMODELLED, "kill of another process", site);
    rt_escape(WHY_UNMODELLED, "kill of another process", site);
    return kill(pid, number);
  }
  if (number < 0 || number >= SIGNALS)
    return fail(EINVAL);
  return number ? rt_signal_process(number, info_of(SI_USER, (union sigval){0}),
                                    false, site)
                : 0;
}

int heddle_sigqueue(pid_t pid, int number, const union sigval value) {
  heddle_at site = heddle_here;
  if (pid != getpid())
    rt_escape_end(WHY_UNMODELLED, "sigqueue to another process", site);
  if (number < 0 || number >= SIGNALS)
    return fail(EINVAL);
  return number
             ? rt_signal_process(number, info_of(SI_QUEUE, value), false, site)
             : 0;
}

/* 0 or an error. */
static int to_thread(pthread_t t, int number, siginfo_t info, heddle_at site) {
  struct fiber *f = rt_thread_used(t, "a signal to", site);
  if (!f)
    rt_misuse("a signal to a thread that does not exist");
  if (number < 0 || number >= SIGNALS)
    return EINVAL;
  if (!number)
    return 0;
  if (f != rt.current)
    return send_to(f, number, info, site);
  return rt_signal_raise(number, info, site);
}

int heddle_pthread_kill(pthread_t t, int number) {
  return to_thread(t, number, info_of(SI_TKILL, (union sigval){0}),
                   heddle_here);
}

int heddle_pthread_sigqueue(pthread_t t, int number, const union sigval value) {
  return to_thread(t, number, info_of(SI_QUEUE, value), heddle_here);
}
