/* Descriptors of signals that are pending for the process (signals.c).
 *
 * Each is a counter (stream.h) of those of its set.  Whoever makes a signal
 * pending, or takes one, counts anew by a step on each of them, after the step
 * on what is pending; so the last count is right, and who reads looks by two
 * steps as well: whether there is something, and what.  If another was faster
 * it counts anew itself, and waits. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/signals.h"
#define IN_SIGNALFD /* here they are */
#include "rt/stream.h"

static struct end *all; /* of this run, the newest first */

void rt_signalfds_reset(void) {
  all = NULL;
}

bool rt_signalfd_wants(uint64_t signal) {
  for (const struct end *e = all; e; e = e->next)
    if (e->refs && e->signals & signal)
      return true;
  return false;
}

/* For the process, and for threads alone: each of these has it by itself, but
 * nearly always it is who reads it, too. */
static uint64_t count_of(uint64_t set) {
  int count = __builtin_popcountll(rt_signals_pending() & set);
  threads_each(rt.words, &rt.live, t) {
    count += __builtin_popcountll(rt.fibers[t].signals_pending & set);
  }
  return (uint64_t)count;
}

void rt_signalfd_count(heddle_at site) {
  for (struct end *e = all; e; e = e->next) {
    if (!e->refs)
      continue;
    rt.current->descriptor = NULL;
    bool step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
    uint64_t count = count_of(e->signals);
    bool changed = count != e->in->count;
    e->in->fed += count > e->in->count;
    e->in->count = count;
    rt_stream_done(e->in, step, changed, site);
  }
}

static int fail(int error) {
  errno = error;
  return -1;
}

static int make(uint64_t signals, int flags, heddle_at site) {
  struct stream *s = rt_stream_named(STREAM_COUNTER, "signalfd");
  struct end *e = rt_heap_alloc(sizeof *e, 16);
  *e = (struct end){.in = s,
                    .kind = END_SIGNALS,
                    .flags = O_RDWR | (flags & SFD_NONBLOCK),
                    .signals = signals,
                    .next = all};
  s->in_now = flags & SFD_NONBLOCK;
  int file = rt_end_open(e, 0, flags & SFD_CLOEXEC);
  if (file < 0)
    return -1;
  all = e;
  rt_signalfd_count(site);
  return file;
}

int heddle_signalfd(int file, const sigset_t *set, int flags) {
  heddle_at site = heddle_here;
  rt_trial_stop();
  rt_argument_read(1, set, sizeof *set, site);
  uint64_t signals = set->__val[0];
  if (flags & ~(SFD_CLOEXEC | SFD_NONBLOCK))
    return fail(EINVAL);
  if (file == -1)
    return make(signals, flags, site);
  struct end *e = rt_end_at(file);
  if (!e || e->kind != END_SIGNALS)
    return fail(e || fcntl(file, F_GETFD) >= 0 ? EINVAL : EBADF);
  bool step = rt_stream_step(e->in, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(e->in, step, site))
    return -1;
  e->signals = signals;
  rt_stream_done(e->in, step, true, site);
  rt_signalfd_count(site);
  return file;
}

/* What is pending, as much as there is room for; 0: another was faster. */
static size_t take(const struct end *e, struct signalfd_siginfo *to,
                   size_t most, heddle_at site) {
  size_t n = 0;
  rt_signals_look(site);
  for (int number; n < most && (number = rt_signals_take(e->signals)); n++) {
    memset(&to[n], 0, sizeof to[n]);
    const siginfo_t *info = rt_signal_info();
    to[n].ssi_signo = (uint32_t)number;
    to[n].ssi_code = info->si_code;
    to[n].ssi_pid = (uint32_t)getpid();
    to[n].ssi_uid = getuid();
    to[n].ssi_int = info->si_int;
    to[n].ssi_ptr = (uint64_t)info->si_ptr;
  }
  rt_signalfd_count(site);
  return n;
}

ssize_t rt_signalfd_read(struct end *e, unsigned argument, void *to, size_t len,
                         heddle_at site) {
  enum { MOST = 64 };
  struct stream *s = e->in;
  struct descriptor *d = rt.current->descriptor;
  struct signalfd_siginfo found[MOST];
  size_t most = len / sizeof *found, n = 0;
  if (!most)
    return fail(EINVAL);
  if (!s->in_now && rt_end_interrupted(s, OP_STREAM_READ, 1, true, site))
    return -1;
  while (!n) {
    rt.current->descriptor = d;
    bool step = rt_stream_step(s, OP_STREAM_READ, 1, site);
    if (rt_end_closed(s, step, site))
      return -1;
    bool there = s->count;
    rt_stream_done(s, step, false, site);
    n = there ? take(e, found, most < MOST ? most : MOST, site) : 0;
    if (!n && s->count)
      rt_escape_end(WHY_UNMODELLED, "signalfd of another thread's signals",
                    site);
    if (!n && s->in_now)
      return fail(EAGAIN);
  }
  size_t size = n * sizeof *found;
  if (argument != OWN_BYTES)
    rt_argument_write(argument, to, (uint32_t)size, site, found[0].ssi_signo);
  memcpy(to, found, size);
  return (ssize_t)size;
}
