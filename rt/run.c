/* The end of a run: what it came to, and where every thread stood. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/sound.h"
#include "rt/extent.h"
#include "rt/kernel.h"
#include "rt/objects.h"
#include "rt/rank.h"
#include "rt/rt.h"
#include "rt/stdio.h"
#include "rt/stream.h"
#include "rt/switch.h"

#pragma weak rt_thread_claim

/* What a step of this kind would see of its object (exec/event.h). */
static uint64_t value_of(const struct fiber *f) {
  EXPECTS(f->kind < OP_COUNT);
  uint64_t at = rt_place(f->object);
  switch (f->kind) {
  case OP_SEM_P:
  case OP_SEM_TRYP:
  case OP_SEM_V:
  case OP_SEM_VALUE:
    return semaphore_value(at);
  case OP_RDLOCK:
  case OP_WRLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
  case OP_RDUNLOCK:
  case OP_RWUNLOCK:
    return rwlock_state(at);
  case OP_STREAM_READ:
  case OP_STREAM_POLL:
  case OP_STREAM_WRITE:
  case OP_STREAM_LOOK:
  case OP_STREAM_CLOSE:
    return rt_stream_state(f->stream);
  case OP_JOIN:
    return f->object;
  case OP_NOTE:
    return f->awaited;
  case OP_AWAIT:
    return rt_load((const void *)at, f->size);
  default:
    return 0;
  }
}

/* The other places of the turn that looked in vain, each once. */
static void write_aside(const struct fiber *f) {
  enum { MOST = 3 }; /* there is room for so many of each thread */
  const struct watch *w = &f->watch;
  const struct event *first = rt.event;
  for (uint32_t i = w->first; i < w->places_len; i++) {
    const struct watch_place *p = &w->places[i];
    bool known = p->object == f->object || rt.event - first == MOST;
    for (const struct event *e = first; e < rt.event && !known; e++)
      known = e->object == p->object;
    if (known)
      continue;
    *rt.event++ = (struct event){
        .object = p->object,
        .value = rt_load((const void *)rt_place(p->object), p->size),
        .size = p->size, .site = rt_site(f->site), .thread = f->id,
        .kind = OP_AWAIT, .alts = 1,
        .flags = EVENT_PENDING | EVENT_SILENT | EVENT_FAILED};
  }
}

static void write_pending(struct fiber *f) {
  EXPECTS(f->kind < OP_COUNT);
  if (UNLIKELY(f->kind == OP_AWAIT))
    write_aside(f);
  if (UNLIKELY(f->tried))
    rt_trial_tell(f);
  if (UNLIKELY(f->extent != NULL))
    rt_extent_settle(f);
  bool order = OP_CLASS(f->kind) == CLASS_ORDER;
  /* to a search that looks once an AWAIT never comes: it races with nothing */
  bool silent = order || f->kind == OP_AWAIT;
  struct event *e = rt.event++;
  *e = (struct event){
      .object = f->object, .value = value_of(f), .size = f->size,
      .site = rt_site(f->site), .thread = f->id, .kind = f->kind,
      .flags = (uint8_t)(f->flags | EVENT_PENDING |
                         (silent ? EVENT_SILENT : 0) |
                         (!order && (f->tried || rt_enabled(f)) ? EVENT_READY
                                                                : 0)),
      .alt = f->kind == OP_JOIN && rt_thread_claim, .alts = f->alts,
      .stack = f->stack};
  if (f->kind == OP_AWAIT && f->watch.places_len > f->watch.first)
    e->enabled = f->watch.places[f->watch.first].event;
}

static uint32_t write_text(const char *fmt, va_list args) {
  struct wire *w = rt.wire;
  if (!fmt || w->text_len + 256 > w->text_cap)
    return UINT32_MAX;
  uint32_t at = w->text_len;
  int len = vsnprintf((char *)w + w->text + at, 255, fmt, args);
  if (len > 254)
    len = 254;
  w->text_len = at + (uint32_t)(len < 0 ? 0 : len) + 1;
  return at;
}

/* What can be observed of the run: what each thread printed, and the exit
 * code.  The order between threads is not part of it unless that is asked
 * for. */
static uint64_t observed(void) {
  uint64_t sum = (uint64_t)(unsigned)rt.exit_code * 0x9e3779b97f4a7c15u;
  if (rt.wire->flags & WIRE_SAME_OUTPUT)
    return sum + rt_printed();
  threads_each(rt.words, &rt.made, t)
    sum += rt.fibers[t].output * (2 * t + 1);
  return sum;
}

/* Where the other threads stand; one that failed stands nowhere. */
THREADS_INLINE void write_all_pending(unsigned words) {
  for (unsigned w = 0; w < words; w++) {
    struct threads s = {.at[0] = (rt.ready.at[w] | rt.gated.at[w] |
                                  rt.blocked.at[w]) & rt.live.at[w]};
    threads_each(1, &s, t) write_pending(&rt.fibers[w * THREADS_WORD + t]);
  }
}

/* Hot: what does not return gcc takes for seldom, and makes it small and
 * slow. */
static __attribute__((hot)) _Noreturn void finish(uint8_t end) {
  struct run *r = rt.run;
  if (UNLIKELY(rt_in_child != NULL) && rt_in_child())
    _exit(rt.exit_code);
  if (rt.show)
    heddle_end_hook();
  bool failed = rt.failure.finding != FOUND_NONE;
  bool counts = end != RUN_REDUNDANT && end != RUN_DIVERGED;
  if (failed && counts)
    end = rt.failure.end;
  if (UNLIKELY(rt.properties) && counts)
    rt_properties_look();
  if (LIKELY(rt.words == 1))
    write_all_pending(1);
  else
    write_all_pending(rt.words);
  *r = (struct run){
      .events = (uint32_t)(rt.events - rt.all_events),
      .events_len = (uint32_t)(rt.event - rt.events),
      .steps = rt.steps,
      .end = end,
      .thread = rt.current->id,
      .site = rt_site(rt.current->site),
      .preemptions = (uint8_t)(rt.counted_preemptions < 255
                                   ? rt.counted_preemptions
                                   : 255),
      .text = UINT32_MAX,
      .round = rt.round,
      .state = observed(),
      .escapes = rt.wire->escapes_now,
      .before = rt.wire->escapes_now};
  if (failed && counts) {
    r->finding = rt.failure.finding;
    r->thread = rt.failure.thread;
    r->site = rt.failure.site;
    r->text = rt.failure.text;
    r->before = rt.failure.escapes;
    r->stack = rt.failure.stack;
  }
  if (UNLIKELY(rt.properties) && counts)
    rt_properties_end(r);
  void *dead;
  rt_switch(&dead, rt.home);
  __builtin_unreachable();
}

/* The first failure of a run is the one that is told. */
static void note_failure(uint8_t end, uint8_t finding, heddle_at site,
                         const char *fmt, va_list args) {
  if (rt.failure.finding != FOUND_NONE || finding == FOUND_NONE)
    return;
  rt.failure = (struct rt_failure){finding, end, rt.current->id, rt_site(site),
                                write_text(fmt, args), rt.wire->escapes_now,
                                rt.show ? rt_crash_stack() : 0};
  if (rt.show)
    heddle_failure_hook();
}

_Noreturn void rt_end(uint8_t end, uint8_t finding, const char *fmt, ...) {
  va_list args;
  rt_trial_stop();
  if (UNLIKELY(finding == FOUND_DEADLOCK && rt_fork_answers) &&
      rt_fork_answers()) {
    rt_escape(WHY_UNMODELLED, "a wait for another process", rt.current->site);
    finish(RUN_ESCAPED);
  }
  va_start(args, fmt);
  note_failure(end, finding, rt.current->site, fmt, args);
  va_end(args);
  finish(end);
}

/* It is told of the first thread that takes part, at the first place it is at
 * in the round, wherever the round was seen to begin. */
_Noreturn void rt_goes_round(const struct event *from) {
  const struct event *first = NULL;
  for (const struct event *e = from; e < rt.event; e++)
    if (!(e->flags & EVENT_SILENT) &&
        (!first || e->thread < first->thread ||
         (e->thread == first->thread && e->site < first->site)))
      first = e;
  rt.failure = (struct rt_failure){FOUND_LIVELOCK, RUN_STEPS, first->thread,
                                first->site, UINT32_MAX};
  rt.round = (uint32_t)(from - rt.events);
  finish(RUN_STEPS);
}

/* A failure stops the thread and no other: whether a step fails is a matter
 * of values, and must not change which steps depend on each other. */
static _Noreturn void stop_thread(void) {
  struct fiber *f = rt.current;
  threads_remove(rt.words, &rt.live, f->id);
  threads_remove(rt.words, &rt.ready, f->id);
  threads_remove(rt.words, &rt.gated, f->id);
  rt_block_end();
  rt_leave(rt_pick());
}

_Noreturn void rt_fail(uint8_t finding, heddle_at site, const char *fmt, ...) {
  va_list args;
  rt_trial_stop();
  va_start(args, fmt);
  note_failure(RUN_FAILED, finding, site, fmt, args);
  va_end(args);
  stop_thread();
}

_Noreturn void rt_misuse(const char *fmt, ...) {
  va_list args;
  rt_trial_stop();
  va_start(args, fmt);
  note_failure(RUN_FAILED, FOUND_MISUSE, heddle_here, fmt, args);
  va_end(args);
  stop_thread();
}

/* Alone, or in an atomic block, and the operation would have to wait. */
_Noreturn void rt_stuck(void) {
  struct fiber *f = rt.current;
  rt_trial_stop();
  threads_add(rt.words, &rt.gated, f->id);
  rt_end(RUN_DEADLOCK, FOUND_DEADLOCK, NULL);
}
