/* mq_notify: who is told when a message comes to a queue that had none.
 *
 * The kernel tells once, and only if nobody waits for a message at that time.
 * So in programs that call this, who is about to wait takes a step by which the
 * queue knows of it (mq.c); what is sent before that is told, what is sent
 * after it is not.  The message is there before anybody is told of it.
 *
 * A thread that is told is a new one, as with timers (alarm.c). */
#include <errno.h>
#include <string.h>

#define IN_MQ_NOTIFY
#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/signals.h"
#include "rt/stream.h"

/* So that kill.c is linked where somebody is told. */
static int (*const needed)(pid_t, int) __attribute__((used)) = heddle_kill;

static int fail(int error) {
  errno = error;
  return -1;
}

static bool is_valid(const struct sigevent *e) {
  return e->sigev_notify == SIGEV_NONE || e->sigev_notify == SIGEV_THREAD ||
         (e->sigev_notify == SIGEV_SIGNAL && e->sigev_signo >= 0 &&
          e->sigev_signo < SIGNALS);
}

int heddle_mq_notify(mqd_t file, const struct sigevent *event) {
  heddle_at site = heddle_here;
  struct sigevent *wanted = NULL;
  if (event) {
    rt_argument_read(1, event, sizeof *event, site);
    if (!is_valid(event))
      return fail(EINVAL);
    wanted = rt_heap_alloc(sizeof *wanted, 16);
    *wanted = *event;
  }
  struct end *e = rt_end_at(file);
  if (!e || e->kind != END_QUEUE)
    return fail(EBADF);
  struct stream *s = e->in;
  bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
  if (rt_end_closed(s, step, site))
    return -1;
  bool busy = wanted && s->wanted;
  if (!busy)
    s->wanted = wanted;
  rt_stream_done(s, step, !busy, site);
  return busy ? fail(EBUSY) : 0;
}

bool rt_mq_await(struct stream *s, heddle_at site) {
  struct descriptor *d = rt.current->descriptor;
  bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
  bool waits = !s->len && !(d && d->closed);
  s->waiting += waits;
  rt_stream_done(s, step, waits, site);
  rt.current->descriptor = d;
  return waits;
}

static void *tell_thread(void *wanted) {
  const struct sigevent *e = wanted;
  e->sigev_notify_function(e->sigev_value);
  return NULL;
}

static void start_thread(struct sigevent *e, heddle_at site) {
  struct fiber *f = rt_fiber_make(rt.current, tell_thread, e);
  f->detached = true;
  f->signal_mask = ~UINT64_C(0);
  f->handled = 0;
  rt_silent(OP_CREATE, f->id, f->id, site);
}

struct sigevent *rt_mq_wanted(struct stream *s) {
  struct sigevent *e = s->len == 1 && !s->waiting ? s->wanted : NULL;
  s->wanted = e ? NULL : s->wanted;
  return e;
}

void rt_mq_tell(struct sigevent *e, heddle_at site) {
  siginfo_t info = {.si_code = SI_MESGQ};
  info.si_value = e->sigev_value;
  info.si_pid = getpid();
  info.si_uid = getuid();
  if (e->sigev_notify == SIGEV_THREAD)
    start_thread(e, site);
  else if (e->sigev_notify == SIGEV_SIGNAL && e->sigev_signo)
    rt_signal_process(e->sigev_signo, info, true, site);
}
