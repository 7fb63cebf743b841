/* The scheduler inside the tested process: which thread goes next.
 *
 * Threads that are new, or that a join or a barrier lets go, go first: reaching
 * their next visible operation is no choice (doc/semantics.md).  Then the
 * plan's prefix decides, then its policy (exec/policy.h), among the enabled
 * threads that are not asleep. */
#include <pthread.h>
#include <semaphore.h>

#include "rt/extent.h"
#include "rt/objects.h"
#include "rt/rank.h"
#include "rt/rt.h"
#include "rt/stream.h"
#include "rt/switch.h"

bool rt_passes(uint8_t kind, uint64_t object) {
  object = rt_place(object);
  switch (kind) {
  case OP_LOCK:
    return lock_is_free(object);
  case OP_RDLOCK:
    return rwlock_readable(object);
  case OP_WRLOCK:
    return rwlock_writable(object);
  default:
    return semaphore_value(object) > 0;
  }
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
  case OP_SEND:
  case OP_RECEIVE:
    return rt_port_passes(f);
  case OP_JOIN:
  case OP_STOPPED:
  case OP_NOTE: /* behind a barrier */
    return false;
  default:
    return true;
  }
}

/* The same of a rank's thread, whose variables may not be in place. */
static __attribute__((noinline)) bool is_enabled_elsewhere(struct fiber *f) {
  uint64_t object = f->object;
  f->object = rt_rank_place(object);
  bool enabled = rt_enabled(f);
  f->object = object;
  return enabled;
}

/* The same, where most threads that wait are at a lock and nothing else. */
static inline bool is_enabled(struct fiber *f) {
  const uint32_t asked = 0xff | EVENT_WOKEN << 8; /* its kind, and that flag */
  if (LIKELY((f->what & asked) == OP_LOCK && !f->tried))
    return lock_is_free(f->object);
  return rt_enabled(f);
}

/* The functions below have `words` of sets as an argument: rt_choose calls them
 * with the constant 1 or with rt.words (exec/threads.h). */
THREADS_INLINE void find_enabled(unsigned words, struct threads *set) {
  threads_copy(words, set, &rt.ready);
  if (UNLIKELY(rt.block)) {
    threads_clear(words, set);
    threads_add(words, set, rt.atomic - 1);
    return;
  }
  struct threads alone;
  threads_copy(words, &alone, &rt.gated);
  if (words > 1) {
    threads_subtract(words, &alone, &rt.queued);
    rt_gates_open(set);
  }
  threads_each(words, &alone, t)
    if (UNLIKELY(rt.ranks) ? is_enabled_elsewhere(&rt.fibers[t])
                           : is_enabled(&rt.fibers[t]))
      threads_add(words, set, (unsigned)t);
}

/* A signal has as many alternatives as there are waiters when it goes. */
static __attribute__((noinline)) void count_waiters(struct fiber *f) {
  struct threads set;
  rt_cond_waiters(f->object, &set);
  uint32_t waiters = threads_count(rt.words, &set);
  f->alts = (uint16_t)(waiters ? waiters : 1);
}

unsigned rt_count_alts(struct fiber *f) {
  if (UNLIKELY(f->kind == OP_SIGNAL && f->size != SIGNAL_AIMED))
    count_waiters(f);
  if (UNLIKELY(f->kind == OP_RECEIVE))
    f->alts = (uint16_t)rt_port_count(f);
  return f->alts;
}

/* The same, where most operations are of kinds that have one. */
static inline bool is_counted(const struct fiber *f) {
  const uint64_t counted =
      UINT64_C(1) << OP_SIGNAL | UINT64_C(1) << OP_RECEIVE;
  _Static_assert(OP_COUNT <= 64, "a bit for each kind");
  return counted >> f->kind & 1;
}
static inline unsigned count_alts(struct fiber *f) {
  return UNLIKELY(is_counted(f)) ? rt_count_alts(f) : f->alts;
}

/* Those of the set that are parked at hot places (exec/policy.h). */
THREADS_INLINE void find_hot(unsigned words, const struct threads *set,
                             struct threads *hot) {
  const uint64_t *cold =
      (const uint64_t *)((const char *)rt.wire + rt.wire->cold);
  threads_clear(words, hot);
  threads_each(words, set, t) {
    const struct fiber *f = &rt.fibers[t];
    if (OP_CLASS(f->kind) != CLASS_ACCESS ||
        !site_is_cold(cold, rt_site(f->site)))
      threads_add(words, hot, (unsigned)t);
  }
}

/* Takes those out of the set that the plan holds back, if anybody is left. */
THREADS_INLINE void let_hold(unsigned words, struct threads *set) {
  struct threads left;
  threads_copy(words, &left, set);
  threads_each(words, set, t)
    if (rt_site(rt.fibers[t].site) == rt.policy.hold)
      threads_remove(words, &left, (unsigned)t);
  if (threads_any(words, &left))
    threads_copy(words, set, &left);
}

/* POS: fresh priorities for those whose operation depends on the one of f, and
 * for f itself. */
THREADS_INLINE void redraw_rivals(unsigned words, const struct fiber *f,
                                  const struct threads *enabled) {
  struct threads rivals;
  threads_clear(words, &rivals);
  threads_each(words, enabled, t) {
    const struct fiber *o = &rt.fibers[t];
    if (o == f || op_dependent(f->kind, f->object, f->size, o->kind, o->object,
                               o->size))
      threads_add(words, &rivals, (unsigned)t);
  }
  threads_add(words, &rivals, f->id);
  policy_redraw(&rt.policy, words, &rivals);
}

/* As others see it: whatever changes a property depends on what else does. */
static inline uint64_t object_of(const struct fiber *f) {
  return UNLIKELY(rt.properties) ? rt_property_object(f) : f->object;
}

/* The step that f is about to take wakes who sleeps and depends on it; that of
 * a block does when it ends (block.c). */
static __attribute__((noinline)) void wake_sleepers(struct fiber *f) {
  if (f->extent && rt.ranks)
    rt_rank_enter(f);
  if (f->extent)
    rt_extent_settle(f);
  if (f->kind == OP_ATOMIC && rt.plan->flags & PLAN_TOUCH) {
    rt.block_wakes = true;
    return;
  }
  uint64_t object = object_of(f);
  threads_each(rt.words, &rt.asleep, t) {
    const struct fiber *s = &rt.fibers[t];
    if (op_dependent(f->kind, object, f->size, s->kind, object_of(s), s->size))
      threads_remove(rt.words, &rt.asleep, (unsigned)t);
  }
}

/* The set is copied for who is not expanded here: what has an address is in
 * memory, and not in a register. */
THREADS_INLINE unsigned next_of_circle(unsigned words,
                                       const struct threads *enabled) {
  struct threads copy;
  threads_copy(words, &copy, enabled);
  return rt_circle_next(&copy);
}

THREADS_INLINE struct fiber *beyond_prefix(unsigned words,
                                           const struct threads *enabled) {
  struct threads awake, hot;
  if (UNLIKELY(rt.plan->flags & PLAN_STOP))
    rt_end(RUN_STOPPED, FOUND_NONE, NULL);
  threads_copy(words, &awake, enabled);
  threads_subtract(words, &awake, &rt.asleep);
  if (UNLIKELY(!threads_any(words, &awake)))
    rt_end(RUN_REDUNDANT, FOUND_NONE, NULL);
  unsigned from = rt.last;
  if (UNLIKELY(rt.yielded) && rt.plan->after == AFTER_FIRST)
    from = (from + 1u) % (words * THREADS_WORD);
  hot.at[0] = 0;
  if (policy_looks(&rt.policy))
    find_hot(words, &awake, &hot);
  if (UNLIKELY(rt.policy.hold))
    let_hold(words, &awake);
  unsigned t = UNLIKELY(rt.followed)
                   ? next_of_circle(words, enabled)
                   : policy_pick(&rt.policy, words, &awake, enabled, &hot,
                                 from);
  struct fiber *f = &rt.fibers[t];
  if (UNLIKELY(rt.policy.hold))
    policy_stepped(&rt.policy, rt_site(f->site));
  if (rt.policy.after == AFTER_POS && threads_has(words, &hot, t))
    redraw_rivals(words, f, enabled);
  f->alt = (uint16_t)policy_alt(&rt.policy, count_alts(f));
  f->block = TURN_FREE;
  if (UNLIKELY(threads_any(words, &rt.asleep)))
    wake_sleepers(f);
  return f;
}

THREADS_INLINE bool can_take(unsigned words, const struct threads *enabled,
                             choice c) {
  unsigned t = CHOICE_THREAD(c);
  return t < words * THREADS_WORD && threads_has(words, enabled, t);
}

/* Whether a choice of the prefix is left; with PLAN_SKIP those that cannot be
 * made are passed over. */
THREADS_INLINE bool within_prefix(unsigned words,
                                  const struct threads *enabled) {
  if (UNLIKELY(rt.plan->flags & PLAN_SKIP))
    while (rt.next < rt.prefix_end && !can_take(words, enabled, *rt.next))
      rt.next++;
  return rt.next < rt.prefix_end;
}

bool rt_prefix_left(void) {
  struct threads enabled;
  find_enabled(rt.words, &enabled);
  return within_prefix(rt.words, &enabled);
}

THREADS_INLINE struct fiber *next_of_prefix(unsigned words,
                                            const struct threads *enabled) {
  choice c = *rt.next++;
  unsigned t = CHOICE_THREAD(c);
  if (t >= words * THREADS_WORD ||
      (!threads_has(words, enabled, t) && !rt_trial_is_parked(t)))
    rt_end(RUN_DIVERGED, FOUND_NONE, NULL);
  struct fiber *f = rt_fiber(t);
  unsigned alts = count_alts(f);
  f->alt = alts > 1 ? (uint16_t)(CHOICE_ALT(c) % alts) : 0;
  f->block = CHOICE_ALT(c) & CHOICE_READS;
  return f;
}

/* What the set has beyond its first word, `backwards` before its event. */
uint32_t rt_write_more(unsigned words, const struct threads *set,
                       bool backwards) {
  uint32_t count = (words - 1 + MORE_WORDS - 1) / MORE_WORDS;
  for (uint32_t i = 0; i < count; i++) {
    unsigned w = 1 + (backwards ? count - 1 - i : i) * MORE_WORDS;
    *rt.event++ = (struct event){
        .object = set->at[w],
        .value = w + 1 < words ? set->at[w + 1] : 0,
        .enabled = w + 2 < words ? set->at[w + 2] : 0,
        .size = 1, .thread = rt.current->id, .kind = OP_MORE,
        .flags = EVENT_SILENT, .alts = count & 15};
  }
  rt.more += count;
  return count;
}

/* It stands where nothing has come after its event yet, or in a block, of which
 * nobody is told whom it lets go. */
void rt_tell_freed(const struct threads *set) {
  rt.step->value = set->at[0];
  if (rt.words > 1 && rt.step == rt.event - 1)
    rt.step->freed = rt_write_more(rt.words, set, false) != 0;
}

/* `quick`: the step of a run in which nothing out of the ordinary is asked for
 * (below). */
THREADS_INLINE void write_event(unsigned words, bool quick, struct fiber *f,
                                const struct threads *enabled) {
  if (!quick && UNLIKELY(rt.properties))
    rt_property_goes(f);
  if (UNLIKELY(f->kind == OP_AWAIT))
    rt_wait_passes(f);
  if (!quick && UNLIKELY(rt.awaits))
    rt_trial_step(f);
  if (words > 1)
    rt_write_more(words, enabled, true);
  struct event *e = rt.event++;
  *e = (struct event){.object = f->object,
                      .enabled = enabled->at[0],
                      .size = f->size,
                      .site = rt_site(f->site) & (EVENT_SITES - 1),
                      .thread = f->id,
                      .kind = f->kind,
                      .flags = f->flags,
                      .alt = f->alt & 4095,
                      .alts = f->alts & 4095,
                      .stack = quick ? 0 : f->stack & 2047,
                      .order = (f->order | f->fences) & 31,
                      .more = words > 1};
  f->fences = 0;
  rt.step = e;
  rt.wire->steps = (uint32_t)(e + 1 - rt.events);
}

/* The thread that holds the lock that another waits for, or that it joins;
 * NULL: it waits for something else. */
static const struct fiber *waits_for(const struct fiber *f) {
  uint32_t owner = 0;
  uint64_t at = rt_place(f->object);
  if (f->kind == OP_LOCK && !(f->flags & EVENT_WOKEN && !f->woken))
    owner = *(const volatile uint32_t *)at & 0xffff;
  else if (f->kind == OP_RDLOCK || f->kind == OP_WRLOCK)
    owner = ((const struct rt_rwlock *)at)->writer;
  else if (f->kind == OP_JOIN)
    owner = (uint32_t)f->object + 1;
  return rt_is_live(owner - 1) ? &rt.fibers[owner - 1] : NULL;
}

/* Threads that wait for each other, whatever others might do. */
static bool is_circle(void) {
  threads_each(rt.words, &rt.live, t) {
    const struct fiber *first = &rt.fibers[t], *f = first;
    for (unsigned i = 0; f && i < THREADS_MAX; i++)
      if ((f = waits_for(f)) == first)
        return true;
  }
  return false;
}

/* None enabled: all ended, or what is left waits for what cannot come. */
static _Noreturn void nothing_enabled(void) {
  if (!threads_any(rt.words, &rt.live) || rt.failure.finding)
    rt_end(RUN_COMPLETE, FOUND_NONE, NULL);
  bool stopped = false, early = false, limited = false;
  struct fiber *spins = NULL;
  threads_each(rt.words, &rt.live, t) {
    struct fiber *f = &rt.fibers[t];
    stopped |= f->kind == OP_STOPPED && !f->object;
    limited |= f->kind == OP_STOPPED && f->object == STOPPED_BY_LIMIT;
    early |= f->kind == OP_AWAIT && rt_wait_early(f);
    early |= f->told && rt_signal_missed(f);
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
THREADS_INLINE struct fiber *free_move(unsigned words) {
  bool released = threads_any(words, &rt.released);
  unsigned t = threads_lowest(words, released ? &rt.released : &rt.fresh);
  struct fiber *f = rt_fiber(t);
  threads_remove(words, &rt.released, t);
  if (threads_has(words, &rt.fresh, t)) {
    threads_remove(words, &rt.fresh, t);
    struct event *e = rt.event++;
    *e = (struct event){.object = f->id, .thread = f->id, .kind = OP_START,
                        .flags = EVENT_SILENT, .size = 1, .alts = 1};
  }
  threads_remove(words, &rt.blocked, t);
  return f;
}

struct fiber *rt_pick(void) {
  if (rt.update.event)
    rt_update_done();
  return UNLIKELY(rt.followed) ? rt_circle_pick() : rt_choose();
}

/* Nobody is enabled: then whoever waits looks, and is seen to. */
static unsigned find_looking(void) {
  struct threads parked;
  rt_trial_parked(&parked);
  if (!threads_any(rt.words, &parked))
    nothing_enabled();
  return threads_lowest(rt.words, &parked);
}

THREADS_INLINE struct fiber *choose(unsigned words) {
  struct threads enabled;
  if ((threads_any(words, &rt.fresh) || threads_any(words, &rt.released)) &&
      LIKELY(!rt.block))
    return free_move(words);
  if (UNLIKELY(rt.properties))
    rt_properties_look();
  find_enabled(words, &enabled);
  if (UNLIKELY(!threads_any(words, &enabled))) {
    if (rt.ranks && rt_mpi_goes_on && rt_mpi_goes_on())
      return free_move(words);
    threads_add(words, &enabled, find_looking());
  }
  if (UNLIKELY(rt.steps >= rt.steps_max))
    rt_end(RUN_STEPS, FOUND_NONE, NULL);
  struct fiber *f = within_prefix(words, &enabled)
                        ? next_of_prefix(words, &enabled)
                        : beyond_prefix(words, &enabled);
  unsigned id = f->id;
  if (id != rt.last && rt.last < words * THREADS_WORD &&
      threads_has(words, &enabled, rt.last))
    rt.counted_preemptions++;
  rt.steps++;
  rt.last = (uint16_t)id;
  rt.yielded = false;
  threads_remove(words, &rt.ready, id);
  threads_remove(words, &rt.gated, id);
  if (words > 1 && f->gate) {
    threads_remove(words, &rt.queued, id);
    rt_gate_leave(f);
  }
  if (UNLIKELY(rt.awaits) && !rt.block) {
    /* as it is told, whoever would look in vain could have moved */
    struct threads parked;
    rt_trial_parked(&parked);
    threads_unite(words, &enabled, &parked);
  }
  write_event(words, false, f, &enabled);
  return f;
}

/* By themselves, so that the sets of many threads do not lie on every stack. */
static __attribute__((noinline)) struct fiber *choose_of_many(void) {
  return choose(rt.words);
}
static __attribute__((noinline)) struct fiber *choose_of_few(void) {
  return choose(1);
}

/* --- the same, where there is nothing out of the ordinary ---------------- */

static inline uint64_t bit(unsigned thread) { return UINT64_C(1) << thread; }

static inline uint64_t gates_open(uint64_t gated) {
  uint64_t open = 0;
  for (; gated; gated &= gated - 1) {
    unsigned t = (unsigned)__builtin_ctzll(gated);
    open |= is_enabled(rt_fiber(t)) ? gated & -gated : 0;
  }
  return open;
}

THREADS_INLINE struct fiber *next_of_policy(uint64_t enabled) {
  struct threads awake = {.at[0] = enabled & ~rt.asleep.at[0]};
  unsigned from = rt.last;
  if (UNLIKELY(!awake.at[0]))
    rt_end(RUN_REDUNDANT, FOUND_NONE, NULL);
  if (UNLIKELY(rt.yielded) && rt.plan->after == AFTER_FIRST)
    from = (from + 1u) % THREADS_WORD;
  struct fiber *f = rt_fiber(policy_next(&rt.policy, 1, &awake, from));
  f->alt = (uint16_t)policy_alt(&rt.policy, count_alts(f));
  if (UNLIKELY(rt.asleep.at[0]))
    wake_sleepers(f);
  return f;
}

/* What choose(1) does, in a run with rt.quick, in which nothing need be asked
 * that is_quick (loop.c) has answered for all its steps. */
THREADS_INLINE struct fiber *choose_quickly(uint64_t ready, uint64_t gated) {
  if (UNLIKELY(rt.fresh.at[0] | rt.released.at[0]))
    return free_move(1);
  uint64_t enabled = gated ? ready | gates_open(gated) : ready;
  if (UNLIKELY(!enabled))
    nothing_enabled();
  if (UNLIKELY(rt.steps >= rt.steps_max))
    rt_end(RUN_STEPS, FOUND_NONE, NULL);
  struct threads set = {.at[0] = enabled};
  struct fiber *f = rt.next < rt.prefix_end ? next_of_prefix(1, &set)
                                            : next_of_policy(enabled);
  unsigned id = f->id;
  uint64_t others = ~bit(id);
  if (LIKELY(rt.last < THREADS_WORD)) /* no branch on what is chosen by chance */
    rt.counted_preemptions += (enabled & others) >> rt.last & 1;
  rt.steps++;
  rt.last = (uint16_t)id;
  rt.yielded = false;
  rt.ready.at[0] = ready & others;
  rt.gated.at[0] = gated & others;
  write_event(1, true, f, &set);
  return f;
}

struct fiber *rt_choose(void) {
  if (UNLIKELY(rt.event >= rt.events_end))
    rt_end(RUN_STEPS, FOUND_NONE, NULL);
  if (LIKELY(rt.quick) && LIKELY(!rt.block))
    return choose_quickly(rt.ready.at[0], rt.gated.at[0]);
  return rt.words == 1 ? choose_of_few() : choose_of_many();
}

static __attribute__((noinline)) void park_slowly(struct fiber *f) {
  struct fiber *next = rt_choose();
  if (next != f)
    rt_go(next);
}

/* rt_park of such a run, in which there are no ranks either; who comes here is
 * in no atomic block. */
THREADS_INLINE void park_quickly(struct fiber *f) {
  if (rt.update.event)
    rt_update_done();
  /* kept in registers: what was just stored would be waited for */
  uint64_t ready = rt.ready.at[0], gated = rt.gated.at[0];
  if (OP_WAITS(f->kind))
    rt.gated.at[0] = gated |= bit(f->id);
  else
    rt.ready.at[0] = ready |= bit(f->id);
  if (UNLIKELY(rt.event >= rt.events_end)) {
    park_slowly(f);
    return;
  }
  struct fiber *next = choose_quickly(ready, gated);
  if (next == f)
    return;
  f->saved_errno = *rt.errno_at;
  rt.current = next;
  rt_switch(&f->sp, next->sp);
  *rt.errno_at = f->saved_errno;
}

void rt_park(void) {
  struct fiber *f = rt.current;
  if (UNLIKELY(f->handled) && rt_signal_point)
    rt_signal_point();
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
    threads_add(rt.words, &rt.gated, f->id);
  else
    threads_add(rt.words, &rt.ready, f->id);
  if (UNLIKELY(rt.words > 1) && !f->tried)
    rt_gate_enter(f);
  if (UNLIKELY(f->tried)) {
    rt_trial_pick();
    return;
  }
  struct fiber *next = rt_pick();
  if (next != f)
    rt_go(next);
  rt_event_begins(rt.step);
}

/* The operation of f, which runs, is about to be done. */
static inline void step_goes(struct fiber *f) {
  if (UNLIKELY(rt_waiting()))
    rt_wait_does(&f->watch, f->kind, f->object);
}

/* The running thread is alone, or in an atomic block. */
static __attribute__((noinline)) bool step_alone_slowly(struct fiber *f) {
  bool inside = rt.block;
  if (UNLIKELY(rt.properties)) {
    rt_properties_look();
    rt_property_goes(f);
  }
  if (UNLIKELY(inside))
    rt_inside();
  else if (rt.last_join && !rt.atomic)
    rt.last_join->flags |= EVENT_SEEN;
  if (UNLIKELY(f->told) && !rt.atomic)
    rt_signal_late();
  step_goes(f);
  return inside;
}

/* The same.  What is seldom is apart, here and below, and is called last: then
 * nothing need be kept on the stack meanwhile. */
static __attribute__((noinline)) bool step_alone(struct fiber *f) {
  if (UNLIKELY(rt.properties) || UNLIKELY(rt.block != NULL) ||
      UNLIKELY(f->told) || UNLIKELY(rt_waiting()))
    return step_alone_slowly(f);
  if (rt.last_join && !rt.atomic)
    rt.last_join->flags |= EVENT_SEEN;
  return false;
}

static __attribute__((noinline)) bool step_among_others(struct fiber *f) {
  if (LIKELY(rt.quick) && LIKELY(!f->handled)) {
    park_quickly(f);
  } else {
    f->object = rt_object(f->object);
    rt_park();
  }
  step_goes(f);
  return true;
}

_Static_assert(offsetof(struct fiber, flags) == offsetof(struct fiber, what) + 1 &&
                   offsetof(struct fiber, order) ==
                       offsetof(struct fiber, what) + 1 + RT_ORDER_SHIFT / 8,
               "the words of rt_visible, one behind the other");

static inline void step_is(struct fiber *f, uint32_t what, uint64_t object,
                           uint32_t size, heddle_at site) {
  f->what = what;
  f->object = object;
  f->size = size;
  f->site = site;
  f->alts = 1;
  f->alt = 0;
}

static __attribute__((noinline)) bool step_slowly(uint32_t what,
                                                  uint64_t object,
                                                  uint32_t size,
                                                  heddle_at site) {
  struct fiber *f = rt.current;
  rt_errno_catch_up();
  step_is(f, what, object, size, site);
  if (rt_waiting())
    rt_wait_settle(&f->watch);
  return rt_alone() ? step_alone(f) : step_among_others(f);
}

bool rt_step(uint8_t kind, uint64_t object, uint32_t size, uint32_t how,
             heddle_at site) {
  struct fiber *f = rt.current;
  uint32_t what = kind | how << 8;
  if (UNLIKELY(f->lent_errno != NULL) || UNLIKELY(rt_waiting()))
    return step_slowly(what, object, size, site);
  step_is(f, what, object, size, site);
  return rt_alone() ? step_alone(f) : step_among_others(f);
}

void rt_block(uint8_t kind, uint64_t object, heddle_at site) {
  struct fiber *f = rt.current;
  rt_trial_stop();
  f->kind = kind;
  f->object = rt_object(object);
  f->size = 1;
  f->flags = 0;
  f->order = 0;
  f->site = site;
  f->alts = 1;
  if (UNLIKELY(rt.block))
    rt_stuck();
  threads_add(rt.words, &rt.blocked, f->id);
  struct fiber *next = rt_pick();
  if (next != f)
    rt_go(next);
}

void rt_yield(void) { rt.yielded = true; }

static inline void write_silent(uint8_t kind, uint64_t object, uint64_t value,
                                heddle_at site) {
  struct fiber *f = rt.current;
  struct event *e = rt.event++;
  *e = (struct event){.object = object, .value = value, .size = 1,
                      .site = rt_site(site) & (EVENT_SITES - 1),
                      .thread = f->id, .kind = kind, .flags = EVENT_SILENT,
                      .alts = 1, .order = f->fences & 31};
  f->fences = 0;
}

static __attribute__((noinline)) void silent_slowly(uint8_t kind,
                                                    uint64_t object,
                                                    uint64_t value,
                                                    heddle_at site) {
  rt_trial_stop();
  rt_block_blur();
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch); /* a lock is held once more */
  bool told = kind == OP_REMARK || kind == OP_INPUT; /* alone as well */
  if (rt_alone() && kind != OP_CREATE && kind != OP_JOIN && !told)
    return;
  /* Of these a thread may have any number between two steps; half of the
   * room there is for a run (loop.c, has_room) is left to the steps. */
  if (told && rt_told() >= rt.steps_max)
    return;
  write_silent(kind, rt_object(object), value, site);
  rt_event_begins(rt.event - 1);
}

void rt_silent(uint8_t kind, uint64_t object, uint64_t value, heddle_at site) {
  bool always = kind == OP_CREATE || kind == OP_JOIN; /* alone as well */
  bool told = kind == OP_REMARK || kind == OP_INPUT;
  if (UNLIKELY(!rt.quick) || UNLIKELY(rt.trial) || UNLIKELY(rt_waiting()) ||
      UNLIKELY(told) || (rt_alone() && !always)) {
    silent_slowly(kind, object, value, site);
    return;
  }
  rt_block_blur();
  write_silent(kind, object, value, site);
}
