/* The scheduler inside the tested process: which thread goes next.
 *
 * Threads that are new, or that a join or a barrier lets go, go first: reaching
 * their next visible operation is no choice (doc/semantics.md).  Then the
 * plan's prefix decides, then its policy (exec/policy.h), among the enabled
 * threads that are not asleep. */
#include <pthread.h>
#include <semaphore.h>

#include "rt/objects.h"
#include "rt/rt.h"
#include "rt/stream.h"

extern const struct heddle_site __start_heddle_sites[]
    __attribute__((weak));
extern const struct heddle_site __stop_heddle_sites[] __attribute__((weak));

/* 0 is "unknown". */
uint32_t rt_site(heddle_at site) {
  return site ? (uint32_t)(site - __start_heddle_sites) + 1 : 0;
}

/* Whether the operation a thread is parked at can be carried out now. */
bool rt_enabled(struct fiber *f) {
  if (f->tried)
    return rt_trial_passes(f);
  switch (f->kind) {
  case OP_LOCK:
    return (!(f->flags & EVENT_WOKEN) || f->woken) &&
           lock_is_free(f->object);
  case OP_AWAIT:
    return rt_wait_over(f);
  case OP_RDLOCK:
    return rwlock_readable(f->object);
  case OP_WRLOCK:
    return rwlock_writable(f->object);
  case OP_SEM_P:
    return semaphore_value(f->object) > 0;
  case OP_STREAM_READ:
  case OP_STREAM_POLL:
  case OP_STREAM_WRITE:
    return stream_passes(f->kind, f->size, rt_stream_state(f->stream)) ||
           (f->descriptor && f->descriptor->closed);
  case OP_JOIN:
  case OP_STOPPED:
  case OP_NOTE: /* behind a barrier */
    return false;
  default:
    return true;
  }
}

static inline uint64_t enabled_set(void) {
  uint64_t set = rt.ready;
  if (UNLIKELY(rt.block))
    return BIT(rt.atomic - 1);
  for (uint64_t rest = rt.gated; rest; rest &= rest - 1) {
    unsigned t = (unsigned)__builtin_ctzll(rest);
    if (rt_enabled(&rt.fibers[t]))
      set |= BIT(t);
  }
  return set;
}

static unsigned lowest(uint64_t set) {
  return (unsigned)__builtin_ctzll(set);
}

/* A signal has as many alternatives as there are waiters when it goes. */
unsigned rt_count_alts(struct fiber *f) {
  if (UNLIKELY(f->kind == OP_SIGNAL && f->size != SIGNAL_AIMED)) {
    int waiters = __builtin_popcountll(rt_cond_waiters(f->object));
    f->alts = (uint16_t)(waiters ? waiters : 1);
  }
  return f->alts;
}

/* Those of the set that are parked at hot places (exec/policy.h). */
static uint64_t hot_of(uint64_t set) {
  const uint64_t *cold =
      (const uint64_t *)((const char *)rt.wire + rt.wire->cold);
  uint64_t hot = 0;
  for (; set; set &= set - 1) {
    const struct fiber *f = &rt.fibers[lowest(set)];
    if (OP_CLASS(f->kind) != CLASS_ACCESS ||
        !site_is_cold(cold, rt_site(f->site)))
      hot |= BIT(f->id);
  }
  return hot;
}

/* Without those that the plan holds back, if anybody is left. */
static uint64_t not_held(uint64_t set) {
  uint64_t left = set;
  for (uint64_t rest = set; rest; rest &= rest - 1)
    if (rt_site(rt.fibers[lowest(rest)].site) == rt.policy.hold)
      left &= ~BIT(lowest(rest));
  return left ? left : set;
}

/* POS: those whose operation depends on the one of f, and f itself. */
static uint64_t rivals_of(const struct fiber *f, uint64_t enabled) {
  uint64_t rivals = BIT(f->id);
  for (uint64_t rest = enabled & ~rivals; rest; rest &= rest - 1) {
    const struct fiber *o = &rt.fibers[lowest(rest)];
    if (op_dependent(f->kind, f->object, f->size, o->kind, o->object, o->size))
      rivals |= BIT(o->id);
  }
  return rivals;
}

static struct fiber *beyond_prefix(uint64_t enabled) {
  if (UNLIKELY(rt.plan->flags & PLAN_STOP))
    rt_end(RUN_STOPPED, FOUND_NONE, NULL);
  uint64_t awake = enabled & ~rt.asleep;
  if (UNLIKELY(!awake))
    rt_end(RUN_REDUNDANT, FOUND_NONE, NULL);
  unsigned from = rt.last;
  if (UNLIKELY(rt.yielded) && rt.plan->after == AFTER_FIRST)
    from = (from + 1u) % THREADS_MAX;
  uint64_t hot = policy_looks(&rt.policy) ? hot_of(awake) : 0;
  if (UNLIKELY(rt.policy.hold))
    awake = not_held(awake);
  unsigned t = UNLIKELY(rt.followed)
                   ? rt_circle_next(enabled)
                   : policy_pick(&rt.policy, awake, enabled, hot, from);
  struct fiber *f = &rt.fibers[t];
  if (UNLIKELY(rt.policy.hold))
    policy_stepped(&rt.policy, rt_site(f->site));
  if (rt.policy.after == AFTER_POS && hot >> t & 1)
    policy_redraw(&rt.policy, rivals_of(f, enabled));
  rt_count_alts(f);
  f->alt = (uint8_t)policy_alt(&rt.policy, f->alts);
  f->block = TURN_FREE;
  bool later = f->kind == OP_ATOMIC && rt.plan->flags & PLAN_TOUCH;
  uint64_t sleepers = later ? 0 : rt.asleep; /* when it ends (block.c) */
  for (uint64_t rest = sleepers; rest; rest &= rest - 1) {
    const struct fiber *s = &rt.fibers[lowest(rest)];
    if (op_dependent(f->kind, f->object, f->size, s->kind, s->object,
                     s->size))
      rt.asleep &= ~BIT(s->id);
  }
  return f;
}

/* Whether a choice of the prefix is left; with PLAN_SKIP those that cannot be
 * made are passed over. */
static inline bool within_prefix(uint64_t enabled) {
  if (UNLIKELY(rt.plan->flags & PLAN_SKIP))
    while (rt.next < rt.prefix_end &&
           !(CHOICE_THREAD(*rt.next) < THREADS_MAX &&
             (enabled & BIT(CHOICE_THREAD(*rt.next)))))
      rt.next++;
  return rt.next < rt.prefix_end;
}

bool rt_prefix_left(void) { return within_prefix(enabled_set()); }

static struct fiber *next_of_prefix(uint64_t enabled) {
  choice c = *rt.next++;
  unsigned t = CHOICE_THREAD(c);
  if (t >= THREADS_MAX ||
      (!(enabled & BIT(t)) && !(rt_trial_parked() & BIT(t))))
    rt_end(RUN_DIVERGED, FOUND_NONE, NULL);
  struct fiber *f = &rt.fibers[t];
  rt_count_alts(f);
  f->alt = f->alts > 1 ? (uint8_t)(CHOICE_ALT(c) % f->alts) : 0;
  f->block = CHOICE_ALT(c) & CHOICE_READS;
  return f;
}

static void write_event(struct fiber *f, uint64_t enabled) {
  if (UNLIKELY(f->kind == OP_AWAIT))
    rt_wait_passes(f);
  if (UNLIKELY(rt.awaits))
    rt_trial_step(f);
  struct event *e = rt.event++;
  *e = (struct event){.object = f->object,
                      .enabled = enabled,
                      .size = f->size,
                      .site = rt_site(f->site),
                      .thread = f->id,
                      .kind = f->kind,
                      .flags = f->flags,
                      .alt = f->alt,
                      .alts = f->alts,
                      .stack = f->stack & 2047,
                      .order = (f->order | f->fences) & 31};
  f->fences = 0;
  rt.step = e;
  rt.wire->steps = (uint32_t)(rt.event - rt.events);
}

/* The thread that holds the lock that another waits for, or that it joins;
 * NULL: it waits for something else. */
static const struct fiber *waits_for(const struct fiber *f) {
  uint32_t owner = 0;
  if (f->kind == OP_LOCK && !(f->flags & EVENT_WOKEN && !f->woken))
    owner = *(const volatile uint32_t *)f->object & 0xffff;
  else if (f->kind == OP_RDLOCK || f->kind == OP_WRLOCK)
    owner = ((const struct rt_rwlock *)f->object)->writer;
  else if (f->kind == OP_JOIN)
    owner = (uint32_t)f->object + 1;
  return owner - 1 < THREADS_MAX && rt.live & BIT(owner - 1)
             ? &rt.fibers[owner - 1]
             : NULL;
}

/* Threads that wait for each other, whatever others might do. */
static bool is_circle(void) {
  for (uint64_t rest = rt.live; rest; rest &= rest - 1) {
    const struct fiber *first = &rt.fibers[lowest(rest)], *f = first;
    for (unsigned i = 0; f && i < THREADS_MAX; i++)
      if ((f = waits_for(f)) == first)
        return true;
  }
  return false;
}

/* None enabled: all ended, or what is left waits for what cannot come. */
static _Noreturn void nothing_enabled(void) {
  if (!rt.live || rt.failure.finding)
    rt_end(RUN_COMPLETE, FOUND_NONE, NULL);
  bool stopped = false, early = false, limited = false;
  struct fiber *spins = NULL;
  for (uint64_t rest = rt.live; rest; rest &= rest - 1) {
    struct fiber *f = &rt.fibers[lowest(rest)];
    stopped |= f->kind == OP_STOPPED && !f->object;
    limited |= f->kind == OP_STOPPED && f->object == STOPPED_BY_LIMIT;
    early |= f->kind == OP_AWAIT && rt_wait_early(f);
    if (f->kind == OP_AWAIT && !spins)
      spins = f;
  }
  if (early)
    rt_end(RUN_EARLY, FOUND_NONE, NULL);
  if (stopped || (limited && !is_circle()))
    rt_end(RUN_ASSUMED, FOUND_NONE, NULL);
  if (spins) {
    rt.current = spins; /* whose finding it is */
    rt_end(RUN_DEADLOCK, FOUND_LIVELOCK,
           "a loop waits for a write that never comes");
  }
  rt_end(RUN_DEADLOCK, FOUND_DEADLOCK, NULL);
}

/* A thread that is new, or that a join or a barrier lets go: no step. */
static struct fiber *free_move(void) {
  uint64_t set = rt.released ? rt.released : rt.fresh;
  struct fiber *f = &rt.fibers[lowest(set)];
  rt.released &= ~BIT(f->id);
  if (rt.fresh & BIT(f->id)) {
    rt.fresh &= ~BIT(f->id);
    struct event *e = rt.event++;
    *e = (struct event){.object = f->id, .thread = f->id, .kind = OP_START,
                        .flags = EVENT_SILENT, .size = 1, .alts = 1};
  }
  rt.blocked &= ~BIT(f->id);
  return f;
}

struct fiber *rt_pick(void) {
  if (rt.update.event)
    rt_update_done();
  return UNLIKELY(rt.followed) ? rt_circle_pick() : rt_choose();
}

struct fiber *rt_choose(void) {
  if (UNLIKELY(rt.event >= rt.events_end))
    rt_end(RUN_STEPS, FOUND_NONE, NULL);
  if ((rt.fresh | rt.released) && LIKELY(!rt.block))
    return free_move();
  uint64_t enabled = enabled_set();
  if (UNLIKELY(!enabled)) { /* then whoever waits looks, and is seen to */
    enabled = rt_trial_parked();
    enabled &= -enabled;
  }
  if (UNLIKELY(!enabled))
    nothing_enabled();
  if (UNLIKELY(rt.steps >= rt.steps_max))
    rt_end(RUN_STEPS, FOUND_NONE, NULL);
  struct fiber *f = within_prefix(enabled) ? next_of_prefix(enabled)
                                           : beyond_prefix(enabled);
  if (f->id != rt.last && rt.last < THREADS_MAX && (enabled & BIT(rt.last)))
    rt.counted_preemptions++;
  rt.steps++;
  rt.last = f->id;
  rt.yielded = false;
  rt.ready &= ~BIT(f->id);
  rt.gated &= ~BIT(f->id);
  /* as it is told, whoever would look in vain could have moved */
  bool others = UNLIKELY(rt.awaits) && !rt.block;
  write_event(f, others ? enabled | rt_trial_parked() : enabled);
  return f;
}

void rt_park(void) {
  struct fiber *f = rt.current;
  if (UNLIKELY(rt.trial) && !rt_trial_parks())
    return;
  if (rt.update.event)
    rt_update_done(); /* by which the turn may have had an effect */
  f->tried = UNLIKELY(rt_waiting()) && rt.awaits && rt_trial_applies(f);
  if (UNLIKELY(f->tried)) {
    f->heads = rt_turn_heads(f);
    f->block = TURN_FREE;
    if (f->gone && !f->heads)
      f->gone--, f->tried = false;
  }
  if (UNLIKELY(rt.show)) {
    f->stack = rt_stack_number();
    rt_circle_scrub();
  }
  if (OP_WAITS(f->kind) || f->tried)
    rt.gated |= BIT(f->id);
  else
    rt.ready |= BIT(f->id);
  if (UNLIKELY(f->tried)) {
    rt_trial_pick();
    return;
  }
  struct fiber *next = rt_pick();
  if (next != f)
    rt_go(next);
  rt_event_begins(rt.step);
}

void rt_block(uint8_t kind, uint64_t object, heddle_at site) {
  struct fiber *f = rt.current;
  rt_trial_stop();
  f->kind = kind;
  f->object = object;
  f->size = 1;
  f->flags = 0;
  f->order = 0;
  f->site = site;
  f->alts = 1;
  if (UNLIKELY(rt.block))
    rt_stuck();
  rt.blocked |= BIT(f->id);
  struct fiber *next = rt_pick();
  if (next != f)
    rt_go(next);
}

void rt_yield(void) { rt.yielded = true; }

void rt_silent(uint8_t kind, uint64_t object, uint64_t value, heddle_at site) {
  rt_trial_stop();
  rt_note_locker(kind);
  rt_block_blur();
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch); /* a lock is held once more */
  bool told = kind == OP_REMARK || kind == OP_INPUT; /* alone as well */
  if (rt_alone() && kind != OP_CREATE && kind != OP_JOIN && !told)
    return;
  /* Of these a thread may have any number between two steps; half of the
   * room there is for a run (loop.c, has_room) is left to the steps. */
  if (told && rt.event - rt.events >= rt.steps_max)
    return;
  struct event *e = rt.event++;
  *e = (struct event){.object = object, .value = value, .size = 1,
                      .site = rt_site(site), .thread = rt.current->id,
                      .kind = kind, .flags = EVENT_SILENT, .alts = 1,
                      .order = rt.current->fences & 31};
  rt.current->fences = 0;
  rt_event_begins(e);
}
