/* The end of a run: what it came to, and where every thread stood. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rt/objects.h"
#include "rt/rt.h"

/* What a step of this kind would see of its object (exec/event.h). */
static uint64_t value_of(const struct fiber *f) {
  switch (f->kind) {
  case OP_SEM_P:
  case OP_SEM_TRYP:
  case OP_SEM_V:
  case OP_SEM_VALUE:
    return semaphore_value(f->object);
  case OP_RDLOCK:
  case OP_WRLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
  case OP_RWUNLOCK:
    return rwlock_state(f->object);
  case OP_JOIN:
    return f->object;
  default:
    return 0;
  }
}

static void write_pending(const struct fiber *f) {
  bool silent = OP_CLASS(f->kind) == CLASS_ORDER;
  struct event *e = rt.event++;
  *e = (struct event){
      .object = f->object, .value = value_of(f), .size = f->size,
      .site = rt_site(f->site), .thread = f->id, .kind = f->kind,
      .flags = (uint8_t)(f->flags | EVENT_PENDING |
                         (silent ? EVENT_SILENT : 0) |
                         (!silent && rt_enabled(f) ? EVENT_READY : 0)),
      .alts = f->alts};
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
 * code.  The order between threads is not part of it. */
static uint64_t observed(void) {
  uint64_t sum = (uint64_t)(unsigned)rt.exit_code * 0x9e3779b97f4a7c15u;
  for (unsigned i = 0; i < rt.wire->threads_len; i++)
    if (rt.made & BIT(i))
      sum += rt.fibers[i].output * (2 * i + 1);
  return sum;
}

static _Noreturn void finish(uint8_t end, uint8_t finding, heddle_at site,
                             const char *fmt, va_list args) {
  struct run *r = rt.run;
  uint64_t parked = rt.ready | rt.gated;
  uint64_t running = BIT(rt.current->id);
  if ((end == RUN_FAILED || end == RUN_COMPLETE) && rt.step &&
      (rt.live & ~running))
    rt.step->flags |= EVENT_ENDS;
  for (uint64_t rest = parked & rt.live; rest; rest &= rest - 1)
    write_pending(&rt.fibers[__builtin_ctzll(rest)]);
  r->events = (uint32_t)(rt.events - rt.all_events);
  r->events_len = (uint32_t)(rt.event - rt.events);
  r->steps = rt.steps;
  r->end = end;
  r->finding = finding;
  r->thread = rt.current->id;
  r->preemptions = (uint8_t)(rt.counted_preemptions < 255
                                 ? rt.counted_preemptions
                                 : 255);
  r->site = rt_site(site);
  r->text = write_text(fmt, args);
  r->state = observed();
  void *dead;
  rt_switch(&dead, rt.home);
  __builtin_unreachable();
}

_Noreturn void rt_end(uint8_t end, uint8_t finding, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  finish(end, finding, rt.current->site, fmt, args);
}

_Noreturn void rt_fail(uint8_t finding, heddle_at site, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  finish(RUN_FAILED, finding, site, fmt, args);
}

_Noreturn void rt_misuse(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  finish(RUN_FAILED, FINDING_MISUSE, heddle_here, fmt, args);
}

/* Alone, or in an atomic block, and the operation would have to wait. */
_Noreturn void rt_stuck(void) {
  struct fiber *f = rt.current;
  rt.gated |= BIT(f->id);
  rt_end(RUN_DEADLOCK, FINDING_DEADLOCK, NULL);
}
