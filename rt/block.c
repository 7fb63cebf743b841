/* Atomic blocks: what a thread does in one is part of one step, and nobody else
 * moves meanwhile (exec/event.h, ATOMIC).  The operations are events all the
 * same, so that it is known what a block races with; an input is a choice, at
 * which nobody else is enabled.  Blocks in a block are part of it. */
#include "base/sound.h"
#include "rt/calls.h"
#include "rt/rt.h"

enum { RECENT = 64 };
static struct event *recent[RECENT]; /* accesses of the block, hashed */

static struct event **recent_of(const struct fiber *f) {
  uint64_t h = f->object ^ (uint64_t)f->site ^ (uint64_t)f->kind << 7;
  return &recent[(h * UINT64_C(0x9e3779b97f4a7c15) >> 32) % RECENT];
}

void heddle___VERIFIER_atomic_begin(void) {
  if (rt.atomic) {
    rt.atomic_depth++;
    return;
  }
  bool step = rt_visible(OP_ATOMIC, 0, 1, EVENT_INSIDE, heddle_here);
  rt.atomic = rt.current->id + 1u;
  rt.atomic_depth = 1;
  rt.block = step ? rt.step : NULL;
  rt.touched = rt.plan->flags & PLAN_SYMBOLIC ? 0 : BLOCK_KNOWN;
  if (UNLIKELY(rt.properties) && rt_property_asks()) {
    rt_escape(WHY_UNMODELLED, "at() beside an atomic block", heddle_here);
    rt.touched = 0;
  }
}

/* What a block has done is part of what it touched, if it is an access; what
 * else there is (a lock, a signal) may let others go on, and is not told. */
static void touch(const struct fiber *f) {
  if (OP_CLASS(f->kind) != CLASS_ACCESS)
    rt_block_blur();
  else if (rt.touched)
    rt.touched |= block_touch(f->object, f->size, OP_CHANGES(f->kind));
}

/* Whoever sleeps is woken now that it is known; but not by a block of the
 * prefix, since who sleeps is told as it is behind that. */
static void wake(void) {
  threads_each(rt.words, &rt.asleep, t) {
    const struct fiber *s = &rt.fibers[t];
    if (op_dependent(OP_ATOMIC, rt.touched, 1, s->kind, s->object, s->size))
      threads_remove(rt.words, &rt.asleep, (unsigned)t);
  }
}

void rt_block_end(void) {
  if (rt.update.event)
    rt_update_done();
  if (rt.block) {
    rt.block->value = rt.touched;
    if (rt.block_wakes)
      wake();
  }
  rt.block_wakes = false;
  rt.atomic = rt.atomic_depth = 0;
  rt.block = NULL;
}

void heddle___VERIFIER_atomic_end(void) {
  if (rt.atomic && !--rt.atomic_depth)
    rt_block_end();
}

void heddle_heddle_atomic_begin(void) { heddle___VERIFIER_atomic_begin(); }
void heddle_heddle_atomic_end(void) { heddle___VERIFIER_atomic_end(); }

/* A block may go round; once it has read or written something it need not say
 * so again.  Of writes the last value stays. */
static bool is_known(const struct fiber *f, const struct event *e) {
  return e > rt.block && e < rt.event && e->kind == f->kind &&
         e->site == rt_site(f->site) &&
         e->object == f->object && e->size == f->size;
}

static struct event *append(struct fiber *f) {
  EXPECTS(f->id < THREADS_MAX && f->kind < OP_COUNT);
  if (rt.event >= rt.events_end)
    rt_end(RUN_STEPS, FOUND_NONE, NULL);
  struct event *e = rt.event++;
  *e = (struct event){
      .object = f->object, .size = f->size, .site = rt_site(f->site),
      .thread = f->id, .kind = f->kind, .alts = 1,
      .flags = (uint8_t)((f->flags & ~EVENT_PLAIN) | EVENT_SILENT),
      .stack = rt.show ? rt_stack_number() & 2047 : 0,
      .order = f->fences & 31};
  f->fences = 0;
  rt.wire->steps = (uint32_t)(rt.event - rt.events);
  return e;
}

void rt_inside(void) {
  static struct event again; /* nobody looks at it */
  struct fiber *f = rt.current;
  if (rt.update.event)
    rt_update_done();
  if (OP_WAITS(f->kind) && !rt_enabled(f))
    rt_stuck();
  touch(f);
  if (rt_count_alts(f) > 1) {
    rt_escape(WHY_UNMODELLED, "a signal in an atomic block", f->site);
    f->alts = 1;
  }
  bool repeats = f->kind == OP_READ || f->kind == OP_WRITE;
  struct event **known = recent_of(f);
  if (repeats && *known && is_known(f, *known)) {
    rt.step = f->kind == OP_READ ? &again : *known;
    return;
  }
  rt.step = append(f);
  if (repeats)
    *known = rt.step;
  rt_event_begins(rt.step);
}
