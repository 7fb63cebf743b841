/* The scheduler inside the tested process: which thread goes next.
 *
 * Threads that are new, or that a join or a barrier lets go, go first: reaching
 * their next visible operation is no choice (FACTS section 8).  Then the
 * plan's prefix decides, then its `after`, among the enabled threads that are
 * not asleep (exec/executor.h has the rules). */
#include <pthread.h>
#include <semaphore.h>

#include "rt/objects.h"
#include "rt/rt.h"

extern const struct heddle_site __start_heddle_sites[]
    __attribute__((weak));
extern const struct heddle_site __stop_heddle_sites[] __attribute__((weak));

/* 0 is "unknown". */
uint32_t rt_site(heddle_at site) {
  return site ? (uint32_t)(site - __start_heddle_sites) + 1 : 0;
}

/* xorshift64*: Vigna 2016. */
uint64_t rt_random(uint64_t *state) {
  uint64_t x = *state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  *state = x;
  return x * UINT64_C(0x2545f4914f6cdd1d);
}

static uint32_t below(uint32_t n) {
  return (uint32_t)((rt_random(&rt.random) >> 32) * n >> 32);
}

/* Whether the operation a thread is parked at can be carried out now. */
bool rt_enabled(const struct fiber *f) {
  switch (f->kind) {
  case OP_LOCK:
    return (!(f->flags & EVENT_WOKEN) || f->woken) &&
           lock_is_free(f->object);
  case OP_AWAIT:
    return f->watch.written;
  case OP_RDLOCK:
    return rwlock_readable(f->object);
  case OP_WRLOCK:
    return rwlock_writable(f->object);
  case OP_SEM_P:
    return semaphore_value(f->object) > 0;
  case OP_JOIN:
  case OP_STOPPED:
  case OP_NOTE: /* behind a barrier */
    return false;
  default:
    return true;
  }
}

static uint64_t enabled_set(void) {
  uint64_t set = rt.ready;
  for (uint64_t rest = rt.gated; rest; rest &= rest - 1) {
    unsigned t = (unsigned)__builtin_ctzll(rest);
    if (rt_enabled(&rt.fibers[t]))
      set |= BIT(t);
  }
  return set;
}

static unsigned nth(uint64_t set, unsigned n) {
  while (n--)
    set &= set - 1;
  return (unsigned)__builtin_ctzll(set);
}

static unsigned lowest(uint64_t set) {
  return (unsigned)__builtin_ctzll(set);
}

/* How many candidates the scheduler without delays would try before t. */
static uint32_t delay_cost(uint64_t set, unsigned t) {
  uint64_t from_last = set & (~UINT64_C(0) << rt.last);
  uint64_t below_last = set & ~from_last;
  uint64_t before = BIT(t) - 1;
  if (from_last & BIT(t))
    return (uint32_t)__builtin_popcountll(from_last & before);
  return (uint32_t)(__builtin_popcountll(from_last) +
                    __builtin_popcountll(below_last & before));
}

/* The candidates that the budgets still allow. */
static uint64_t within_budget(uint64_t set) {
  if (rt.preemptions != PLAN_UNBOUNDED && !rt.preemptions &&
      (set & BIT(rt.last)))
    set = BIT(rt.last);
  if (rt.delays == PLAN_UNBOUNDED)
    return set;
  uint64_t allowed = 0;
  for (uint64_t rest = set; rest; rest &= rest - 1) {
    unsigned t = lowest(rest);
    if (delay_cost(set, t) <= rt.delays)
      allowed |= BIT(t);
  }
  return allowed;
}

static void spend_budget(uint64_t set, unsigned t) {
  if (rt.preemptions != PLAN_UNBOUNDED && t != rt.last &&
      (set & BIT(rt.last)))
    rt.preemptions--;
  if (rt.delays != PLAN_UNBOUNDED)
    rt.delays -= delay_cost(set, t);
}

/* Burckhardt et al. 2010: the highest priority goes; at each change point
 * the thread that would go falls below all initial priorities. */
static unsigned by_priority(uint64_t set) {
  for (;;) {
    unsigned best = lowest(set);
    for (uint64_t rest = set; rest; rest &= rest - 1) {
      unsigned t = lowest(rest);
      if (rt.priority[t] > rt.priority[best])
        best = t;
    }
    unsigned i, changes = rt.plan->depth ? rt.plan->depth - 1u : 0;
    for (i = 0; i < changes && i < 16; i++)
      if (rt.changes[i] == rt.steps + 1)
        break;
    if (i == changes || i == 16)
      return best;
    rt.changes[i] = 0;
    rt.priority[best] = (uint16_t)i;
  }
}

static unsigned follow_after(uint64_t candidates) {
  if (rt.plan->after == AFTER_RANDOM)
    return nth(candidates, below((uint32_t)__builtin_popcountll(candidates)));
  if (rt.plan->after == AFTER_PCT)
    return by_priority(candidates);
  return candidates & BIT(rt.last) ? rt.last : lowest(candidates);
}

static struct fiber *beyond_prefix(uint64_t enabled) {
  uint64_t awake = enabled & ~rt.asleep;
  if (UNLIKELY(!awake))
    rt_end(RUN_REDUNDANT, FINDING_NONE, NULL);
  unsigned t;
  if (LIKELY((rt.preemptions & rt.delays) == PLAN_UNBOUNDED)) {
    t = follow_after(awake);
  } else {
    t = follow_after(within_budget(awake));
    spend_budget(awake, t);
  }
  struct fiber *f = &rt.fibers[t];
  f->alt = 0;
  if (f->alts > 1 && rt.plan->after != AFTER_FIRST)
    f->alt = (uint8_t)below(f->alts);
  for (uint64_t rest = rt.asleep; rest; rest &= rest - 1) {
    const struct fiber *s = &rt.fibers[lowest(rest)];
    if (op_dependent(f->kind, f->object, f->size, s->kind, s->object,
                     s->size))
      rt.asleep &= ~BIT(s->id);
  }
  return f;
}

static struct fiber *next_of_prefix(uint64_t enabled) {
  choice c = *rt.next++;
  unsigned t = CHOICE_THREAD(c);
  if (t >= THREADS_MAX || !(enabled & BIT(t)))
    rt_end(RUN_DIVERGED, FINDING_NONE, NULL);
  struct fiber *f = &rt.fibers[t];
  f->alt = (uint8_t)(CHOICE_ALT(c) % f->alts);
  return f;
}

static void write_event(struct fiber *f, uint64_t enabled) {
  struct event *e = rt.event++;
  e->object = f->object;
  e->value = 0;
  e->enabled = enabled;
  e->size = f->size;
  e->site = rt_site(f->site);
  e->thread = f->id;
  e->kind = f->kind;
  e->flags = f->flags;
  e->alt = f->alt;
  e->alts = f->alts;
  e->stack = 0;
  rt.step = e;
  rt.wire->steps = rt.steps;
}

/* None enabled: all ended, or what is left waits for what cannot come. */
static _Noreturn void nothing_enabled(void) {
  if (!rt.live)
    rt_end(RUN_COMPLETE, FINDING_NONE, NULL);
  bool stopped = false, spins = false;
  for (uint64_t rest = rt.live; rest; rest &= rest - 1) {
    uint8_t kind = rt.fibers[lowest(rest)].kind;
    stopped |= kind == OP_STOPPED;
    spins |= kind == OP_AWAIT;
  }
  if (stopped)
    rt_end(RUN_ASSUMED, FINDING_NONE, NULL);
  if (spins)
    rt_end(RUN_DEADLOCK, FINDING_LIVELOCK,
           "a loop waits for a write that never comes");
  rt_end(RUN_DEADLOCK, FINDING_DEADLOCK, NULL);
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
  rt.gated &= ~BIT(f->id);
  return f;
}

struct fiber *rt_pick(void) {
  if (UNLIKELY(rt.event >= rt.events_end))
    rt_end(RUN_STEPS, FINDING_NONE, NULL);
  if (rt.fresh | rt.released)
    return free_move();
  uint64_t enabled = enabled_set();
  if (UNLIKELY(!enabled))
    nothing_enabled();
  if (UNLIKELY(rt.steps >= rt.steps_max))
    rt_end(RUN_STEPS, FINDING_NONE, NULL);
  struct fiber *f = rt.next < rt.prefix_end ? next_of_prefix(enabled)
                                            : beyond_prefix(enabled);
  if (f->id != rt.last && (enabled & BIT(rt.last)))
    rt.counted_preemptions++;
  rt.steps++;
  rt.last = f->id;
  rt.ready &= ~BIT(f->id);
  rt.gated &= ~BIT(f->id);
  write_event(f, enabled);
  return f;
}

void rt_park(void) {
  struct fiber *f = rt.current;
  if (OP_WAITS(f->kind))
    rt.gated |= BIT(f->id);
  else
    rt.ready |= BIT(f->id);
  struct fiber *next = rt_pick();
  if (next != f)
    rt_go(next);
}

void rt_silent(uint8_t kind, uint64_t object, uint64_t value, heddle_at site) {
  if (rt_alone() && kind != OP_CREATE && kind != OP_JOIN)
    return;
  struct event *e = rt.event++;
  *e = (struct event){.object = object, .value = value, .size = 1,
                      .site = rt_site(site), .thread = rt.current->id,
                      .kind = kind, .flags = EVENT_SILENT, .alts = 1};
}
