#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/sound.h"
#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rt.h"
#include "rt/stream.h"
#define IN_CANCEL /* here they are */
#include "rt/cancel.h"

static struct cancel {
  struct stream asked;    /* its count is 1 when the thread is asked to end, */
  struct stream ended;    /* and when it has ended */
  uint64_t condition;     /* that it has registered at, by its last look */
  bool early, aimed;      /* it was signalled there to end, before it waited,
                             or then */
  uint64_t semaphore;     /* that it has tried in vain, or 0, */
  struct stream *sleeper; /* and whom a post wakes */
} all[THREADS_MAX];
static bool any;

void rt_cancels_reset(void) {
  if (any)
    memset(all, 0, sizeof all);
  any = false;
}

/* Its number depends on nothing but the thread. */
static struct cancel *cancel_of(unsigned id) {
  EXPECTS(id < THREADS_MAX);
  struct cancel *c = &all[id];
  if (c->asked.object)
    return c;
  char text[40];
  any = true;
  c->asked.kind = STREAM_COUNTER;
  c->asked.object = STREAM_OF_THREAD(id);
  snprintf(text, sizeof text, "what-asks-thread-%u-to-end", id);
  rt_label_put(c->asked.object, text);
  c->ended.kind = STREAM_COUNTER;
  c->ended.object = STREAM_OF_END(id);
  snprintf(text, sizeof text, "the-end-of-thread-%u", id);
  rt_label_put(c->ended.object, text);
  return c;
}

/* Whatever was asked of who had the number before was asked before its join. */
void rt_cancel_born(unsigned id) {
  EXPECTS(id < THREADS_MAX);
  struct cancel *c = &all[id];
  c->asked.count = c->ended.count = 0;
  c->asked.sleepers = c->ended.sleepers = NULL;
  c->condition = c->semaphore = 0;
  c->early = c->aimed = false;
}

static bool may_end(void) {
  return rt.current->cancel_state == PTHREAD_CANCEL_ENABLE;
}

/* A look by the running thread; `who` is woken when it is asked to end, and
 * `condition` is where it can be found meanwhile. */
static bool look(struct stream *who, uint64_t condition, heddle_at site) {
  struct cancel *c = cancel_of(rt.current->id);
  struct descriptor *d = rt.current->descriptor;
  rt.current->descriptor = NULL;
  bool step = rt_stream_step(&c->asked, OP_STREAM_LOOK, 1, site);
  bool asked = c->asked.count;
  c->condition = asked ? 0 : condition;
  if (who && !asked)
    rt_stream_wants(&c->asked, who);
  rt_stream_done(&c->asked, step, false, site);
  if (step && (who || condition))
    rt.step->flags &= (uint8_t)~EVENT_FAILED; /* it is known who waits */
  rt.current->descriptor = d;
  return asked;
}

_Noreturn void rt_cancel_act(void) {
  rt.current->cancel_state = PTHREAD_CANCEL_DISABLE;
  heddle_pthread_exit(PTHREAD_CANCELED);
  __builtin_unreachable();
}

void rt_cancel_point(heddle_at site) {
  if (may_end() && look(NULL, 0, site))
    rt_cancel_act();
}

/* --- conditions ---------------------------------------------------------- */

void rt_cancel_waits(uint64_t condition, heddle_at site) {
  if (look(NULL, may_end() ? condition : 0, site) && may_end())
    rt_cancel_act();
}

bool rt_cancel_early(void) {
  return may_end() && all[rt.current->id].early;
}

bool rt_cancel_asked(heddle_at site) {
  return may_end() && look(NULL, 0, site);
}

bool rt_cancel_woken(void) {
  return all[rt.current->id].aimed;
}

/* The signal is for one thread: it has no alternatives (pick.c).  Who does not
 * wait will find it when it does; if it was woken by another, it will not come
 * to that: it looks again before. */
static void signal_one(struct fiber *f, uint64_t condition, heddle_at site) {
  bool step = rt_visible(OP_SIGNAL, condition, SIGNAL_AIMED, 0, site);
  if (f->waits_on != condition || f->cancel_state != PTHREAD_CANCEL_ENABLE) {
    all[f->id].early = true;
    return;
  }
  f->waits_on = 0;
  rt_woken(f);
  all[f->id].aimed = true;
  if (step)
    rt.step->value = f->id + 1u;
}

/* --- semaphores and streams ---------------------------------------------- */

void rt_cancel_sleeps(struct stream *who, heddle_at site) {
  if (may_end() && look(who, 0, site))
    rt_cancel_act();
}

void rt_cancel_semaphore(uint64_t object, heddle_at site) {
  struct cancel *c = cancel_of(rt.current->id);
  c->semaphore = object;
  c->sleeper = rt_stream_make(STREAM_SLEEPER);
  rt_poll_sleep(c->sleeper, site);
}

void rt_cancel_posted(uint64_t object, heddle_at site) {
  struct stream *wake[THREADS_MAX];
  unsigned len = 0;
  for (unsigned i = 0; i < rt.wire->threads_len; i++)
    if (all[i].semaphore == object) {
      all[i].semaphore = 0;
      wake[len++] = all[i].sleeper;
    }
  rt.current->descriptor = NULL;
  for (unsigned i = 0; i < len; i++) {
    bool step = rt_stream_step(wake[i], OP_STREAM_WRITE, 1, site);
    wake[i]->count++;
    rt_stream_done(wake[i], step, true, site);
  }
}

/* In stories it waits for what it is about to do, where that has a name. */
static struct stream *sleeper_at(const struct stream *s) {
  char text[40];
  for (unsigned i = 0; i < rt.wire->threads_len; i++)
    if (s == &all[i].ended) {
      snprintf(text, sizeof text, "the-end-of-thread-%u", i);
      return rt_stream_named(STREAM_SLEEPER, text);
    }
  return rt_stream_make(STREAM_SLEEPER);
}

void rt_cancel_stream(struct stream *s, uint8_t kind, uint32_t size,
                      heddle_at site) {
  struct descriptor *d = rt.current->descriptor;
  while (may_end()) {
    struct stream *who = sleeper_at(s);
    bool step = rt_stream_step(s, OP_STREAM_LOOK, 1, site);
    bool passes =
        stream_passes(kind, size, rt_stream_state(s)) || (d && d->closed);
    if (!passes)
      rt_stream_wants(s, who);
    rt_stream_done(s, step, false, site);
    if (step && !passes)
      rt.step->flags &= (uint8_t)~EVENT_FAILED;
    if (!passes)
      rt_poll_sleep(who, site);
    else if (look(NULL, 0, site))
      rt_cancel_act();
    rt.current->descriptor = d;
    if (passes)
      break;
  }
}

/* --- joins ---------------------------------------------------------------- */

void rt_cancel_join(unsigned id, heddle_at site) {
  if (rt.current->id || rt.current->told_handle)
    rt_cancel_stream(&cancel_of(id)->ended, OP_STREAM_READ, 1, site);
}

void rt_cancel_ended(void) {
  struct stream *s = &cancel_of(rt.current->id)->ended;
  rt.current->descriptor = NULL;
  bool step = rt_stream_step(s, OP_STREAM_WRITE, 0, NULL);
  s->count = 1;
  rt_stream_done(s, step, true, NULL);
}

/* --- asking -------------------------------------------------------------- */

int heddle_pthread_cancel(pthread_t t) {
  heddle_at site = heddle_here;
  struct fiber *f = rt_thread_used(t, "cancel of", site);
  if (!f)
    rt_misuse("cancel of a thread that does not exist");
  if (f->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS)
    rt_escape(WHY_UNMODELLED, "asynchronous cancellation", site);
  struct cancel *c = cancel_of(f->id);
  rt.current->descriptor = NULL;
  bool step = rt_stream_step(&c->asked, OP_STREAM_WRITE, 0, site);
  uint64_t condition = c->condition;
  c->asked.count = 1;
  rt_stream_done(&c->asked, step, true, site);
  if (condition)
    signal_one(f, condition, site);
  return 0;
}
