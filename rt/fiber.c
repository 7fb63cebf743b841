/* Fibers: the threads of the program.  A thread's number, and with it its
 * stack and its heap, is given by its parent and its place among the
 * parent's children, not by the order of creation: a thread then sees the
 * same addresses in every run that treats it alike.
 *
 * A place is used again once the parent itself has joined the child that had
 * it, if the parent has had some children by then.  That depends on nothing
 * but what the parent did, so equivalent runs name threads alike.  And whatever
 * the first thread of a number did comes before its join, which comes before
 * the second one's creation: so the two are ordered as if they were one thread,
 * and whoever computes orders need not know that they are two.  Their children
 * are told apart by the same rule: the places of a number outlive its thread,
 * and so do the inputs it has taken and the hash of what it printed. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "rt/cancel.h"
#include "rt/keys.h"
#include "rt/objects.h"
#include "rt/rank.h"
#include "rt/rt.h"
#include "rt/switch.h"
#include "rt/symbolic.h"

#pragma weak rt_thread_named

struct rt rt;

/* Each stack ends in a guard wider than any frame that is likely.  A few at a
 * time: every guard is a mapping of its own, which a fork has to copy. */
bool rt_fibers_map(void) {
  enum { AT_ONCE = 8 };
  unsigned from = rt.mapped, to = from + AT_ONCE;
  char *at = mmap((void *)(WIRE_STACKS_AT + from * WIRE_STACK_SIZE),
                  WIRE_STACK_SIZE * AT_ONCE, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                  0);
  for (unsigned i = 0; i < AT_ONCE && at != MAP_FAILED; i++)
    mprotect(at + i * WIRE_STACK_SIZE, WIRE_STACK_GUARD, PROT_NONE);
  if (at == MAP_FAILED || !rt_heap_map(from, to) ||
      !rt_bounds_map_stacks(from, to))
    return false;
  rt.mapped = to;
  return true;
}

bool rt_stack_guard(uint64_t address) {
  uint64_t offset = address - WIRE_STACKS_AT;
  return offset < WIRE_STACK_SIZE * rt.mapped &&
         offset % WIRE_STACK_SIZE < WIRE_STACK_GUARD;
}

/* A little below the top, for what a walk of the stack may touch; no two
 * tops at the same place of a page, or they would share their cache lines'
 * sets. */
static inline uint64_t top_of(unsigned id) {
  uint64_t top = WIRE_STACKS_AT + (id + UINT64_C(1)) * WIRE_STACK_SIZE;
  return top - 64 - id % 32 * 128;
}

void *rt_stack_top(const struct fiber *f) { return (void *)top_of(f->id); }

/* What the events say of who holds locks, from where they were counted last: so
 * each is looked at once, however many threads are joined. */
static void count_held(void) {
  for (const struct event *e = rt.counted; e < rt.event; e++)
    if (!(e->flags & EVENT_FAILED))
      switch (e->kind) {
      case OP_LOCK:
      case OP_TRYLOCK:
      case OP_RDLOCK:
      case OP_WRLOCK:
      case OP_TRYRDLOCK:
      case OP_TRYWRLOCK:
        rt.fibers[e->thread].held++;
        break;
      case OP_UNLOCK:
      case OP_RDUNLOCK:
      case OP_RWUNLOCK:
        rt.fibers[e->thread].held--;
        break;
      }
  rt.counted = rt.event;
}

/* The places of children that the parent has joined are free.  A lock knows its
 * owner by number, so that of a thread which ended with one is not used again.
 * (They are asked when a place is needed: what they held at their ends they
 * hold for ever.) */
static void free_places(struct fiber *parent) {
  count_held();
  for (uint16_t at = parent->endeds; at;) {
    const struct fiber *f = &rt.fibers[at - 1];
    if (!f->held)
      threads_remove(THREADS_WORDS, &parent->kept,
                     rt.wire->threads[f->id].index % THREADS_MAX);
    at = f->ended_before;
  }
  parent->endeds = 0;
}

/* The next place of a parent.  Some are given out before one is used again,
 * so that the threads of most runs have numbers of their own. */
static unsigned free_place(struct fiber *parent) {
  enum { OWN = 8, OWN_BELOW = 2 };
  unsigned had = parent->places, w = 0;
  if (had < (parent->id ? OWN_BELOW : OWN))
    return had;
  if (parent->endeds)
    free_places(parent);
  while (w < had / THREADS_WORD && !~parent->kept.at[w])
    w++;
  if (w == had / THREADS_WORD && had % THREADS_WORD == 0)
    return had;
  return w * THREADS_WORD + (unsigned)__builtin_ctzll(~parent->kept.at[w]);
}

static inline void take_place(struct fiber *parent, unsigned index) {
  uint64_t *kept = &parent->kept.at[index / THREADS_WORD];
  bool first = index == parent->places;
  uint64_t with = UINT64_C(1) << index % THREADS_WORD;
  *kept = first && index % THREADS_WORD == 0 ? with : *kept | with;
  parent->places += first;
}

static unsigned threads_most(void) {
  unsigned bound = rt.wire->threads_max;
  return bound && bound < THREADS_MAX ? bound : THREADS_MAX;
}

/* There is no number for another thread: creating it never returns.  That is no
 * fault of the program's; what was started goes on, and whoever waits for this
 * thread is in no deadlock.  Which threads have numbers is known by their
 * parents, so equivalent runs stop at the same places. */
static _Noreturn void stop_for_ever(void) {
  char name[32];
  heddle_at site = heddle_here;
  snprintf(name, sizeof name, "more than %u threads", threads_most());
  if (rt_alone())
    rt_escape_end(WHY_THREADS, name, site);
  rt_escape(WHY_THREADS, name, site);
  rt_block(OP_STOPPED, STOPPED_BY_LIMIT, site);
  __builtin_unreachable();
}

/* Whether the number is that of the child in this place. */
static bool is_child(unsigned id, const struct fiber *parent, unsigned index) {
  const struct wire_thread *t = &rt.wire->threads[id];
  return t->parent == parent->id && t->index == index;
}

/* The number of the thread, from the table that outlives the run; the first
 * free one when it was never seen.  Most often it follows that of the child
 * before it. */
static unsigned number_of(struct fiber *parent) {
  struct wire *w = rt.wire;
  unsigned index = free_place(parent), id = parent->child + 1u;
  unsigned known = w->threads_len < THREADS_MAX ? w->threads_len : THREADS_MAX;
  if (index >= THREADS_MAX)
    stop_for_ever();
  take_place(parent, index);
  if (id >= known || !is_child(id, parent, index))
    for (id = 1; id < known && !is_child(id, parent, index);)
      id++;
  if (id >= threads_most())
    stop_for_ever();
  while (UNLIKELY(id >= rt.mapped))
    if (!rt_fibers_map())
      stop_for_ever();
  if (id == known) {
    w->threads[id] = (struct wire_thread){parent->id, (uint16_t)index};
    w->threads_len = id + 1;
  }
  parent->child = (uint16_t)id;
  return id;
}

/* The sets get as many words as the thread needs. */
static void widen(unsigned id) {
  unsigned words = id / THREADS_WORD + 1;
  if (LIKELY(words <= rt.words))
    return;
  policy_widen(&rt.policy, rt.words, words);
  rt.words = words;
  rt.quick = false;
}

static void fiber_main(void);

/* All of a thread that is not kept apart (rt.h), by stores of 16 bytes: gcc would
 * write a known length of this size by `rep stos`, which takes several times as
 * long. */
static inline void fiber_clear(struct fiber *f) {
  typedef uint64_t pair __attribute__((vector_size(16), aligned(8), may_alias));
  enum { LEN = offsetof(struct fiber, kept), PAIRS = LEN / sizeof(pair) };
  pair *at = (pair *)f;
#pragma GCC unroll 64
  for (unsigned i = 0; i < PAIRS; i++) {
    at[i] = (pair){0, 0};
    __asm__("" : : : "memory"); /* or it is made a memset again */
  }
  *(pair *)((char *)f + LEN - sizeof(pair)) = (pair){0, 0};
}

/* Of a number that another thread had before it, some things stay. */
static __attribute__((noinline)) void fiber_clear_again(struct fiber *f) {
  uint16_t places = f->places, child = f->child, endeds = f->endeds;
  uint32_t lives = f->lives + 1, inputs = f->inputs;
  uint64_t output = f->output;
  fiber_clear(f);
  f->places = places;
  f->child = child;
  f->endeds = endeds;
  f->lives = lives;
  f->inputs = inputs;
  f->output = output;
}

static void fiber_init(struct fiber *f, unsigned id, void *(*start)(void *),
                       void *argument) {
  bool again = threads_has(THREADS_WORDS, &rt.made, id);
  if (UNLIKELY(again || id >= THREADS_WORD))
    memset(rt.rooms[id].specific, 0, sizeof rt.rooms[id].specific); /* keys may have been made
                                                   before it */
  if (UNLIKELY(again))
    fiber_clear_again(f);
  else
    fiber_clear(f);
  memset(&f->watch, 0, offsetof(struct watch, loops));
  f->id = (uint16_t)id;
  rt.ended[id] = rt.claimed[id] = rt.joined[id] = false;
  f->kind = OP_START;
  if (rt_thread_named)
    rt_thread_named(id);
  f->start = start;
  f->argument = argument;
  f->sp = rt_stack_make((void *)top_of(id), fiber_main);
  threads_add(THREADS_WORDS, &rt.live, id);
  threads_add(THREADS_WORDS, &rt.made, id);
}

/* parent NULL: main. */
struct fiber *rt_fiber_make(struct fiber *parent, void *(*start)(void *),
                            void *argument) {
  unsigned id = parent ? number_of(parent) : 0;
  struct fiber *f = rt_fiber(id);
  if (&heddle_reads_clock)
    rt_hear();
  widen(id);
  fiber_init(f, id, start, argument);
  f->born = rt.event;
  if (parent) {
    f->parent = parent->id;
    f->rank = parent->rank;
    f->clock = parent->clock;
    f->signal_mask = f->shown_mask = parent->signal_mask;
    f->handled = parent->handled;
    rt.unjoined++;
    rt.last_join = NULL;
    threads_add(THREADS_WORDS, &rt.fresh, id);
    if (rt_cancel_born)
      rt_cancel_born(id);
  }
  return f;
}

THREADS_INLINE void clear_sets(unsigned words) {
  threads_clear(words, &rt.made);
  threads_clear(words, &rt.live);
  threads_clear(words, &rt.fresh);
  threads_clear(words, &rt.released);
  threads_clear(words, &rt.ready);
  threads_clear(words, &rt.gated);
  threads_clear(words, &rt.queued);
  threads_clear(words, &rt.blocked);
  threads_clear(words, &rt.asleep);
}

/* Only the threads of the last run were touched. */
void rt_fibers_reset(void) {
  if (LIKELY(rt.words == 1))
    clear_sets(1);
  else
    clear_sets(rt.words);
  if (UNLIKELY(rt.plan->sleepers)) /* of threads that were not made */
    threads_clear(THREADS_WORDS, &rt.asleep);
  rt.words = 1;
  rt_gates_reset();
  rt.unjoined = rt.atomic = rt.atomic_depth = 0;
  rt.block = NULL;
  rt.last_join = NULL;
  if (rt_cancels_reset)
    rt_cancels_reset();
}

void rt_go(struct fiber *to) {
  struct fiber *me = rt.current;
  me->saved_errno = *rt.errno_at;
  rt.current = to;
  if (UNLIKELY(rt.ranks))
    rt_rank_enter(to);
  rt_switch(&me->sp, to->sp);
  *rt.errno_at = me->saved_errno;
}

static inline _Noreturn void leave(struct fiber *to) {
  void *dead;
  rt.current = to;
  if (UNLIKELY(rt.ranks))
    rt_rank_enter(to);
  *rt.errno_at = to->saved_errno;
  rt_switch(&dead, to->sp);
  __builtin_unreachable();
}

_Noreturn void rt_leave(struct fiber *to) { leave(to); }

/* There when somebody may look whether a thread has ended (try_join.c). */
extern const bool rt_ends_are_seen __attribute__((weak));

/* Ends the running thread; who goes next. */
static struct fiber *end(struct fiber *f, void *result) {
  if (rt.update.event || UNLIKELY(rt.atomic))
    rt_block_end();
  rt_signals_meet(NULL);
  if (UNLIKELY(f->endings))
    rt_run_endings(f);
  if (UNLIKELY(rt_keys.len))
    rt_run_keys(f);
  if (UNLIKELY(f->tls_len))
    rt_tls_end(f);
  if (UNLIKELY(f->quits) && f->id)
    rt_locals_end();
  if (UNLIKELY(f->robust))
    rt_mutexes_leave();
  f->result = result;
  if (rt_cancel_ended)
    rt_cancel_ended();
  if (&rt_ends_are_seen && rt_visible(OP_WRITE, (uint64_t)&rt.ended[f->id],
                                      1, 0, NULL))
    rt.step->value = 1;
  rt.ended[f->id] = true;
  if (UNLIKELY(rt.properties))
    rt_property_ends();
  rt_silent(OP_EXIT, f->id, 0, NULL);
  f->finished = true;
  threads_remove(rt.words, &rt.live, f->id);
  if (f->joiner)
    threads_add(rt.words, &rt.released, f->joiner - 1u);
  return rt_pick();
}

_Noreturn void rt_fiber_exit(void *result) { leave(end(rt.current, result)); }

/* Calls of it are as many as returns, in the end, too (switch.h). */
static void fiber_main(void) {
  struct fiber *f = rt.current;
  *rt.errno_at = 0;
  if (f->id) /* the event of its start is the newest */
    rt_event_begins(rt.event - 1);
  rt_sym_give(f->start, f->sym_argument);
  void *result = f->start(f->argument);
  f->sym_result = rt_sym_result(f->start);
  leave(end(f, result));
}
