/* policy: what an executor does when a plan's prefix is used up.
 *
 *     struct policy p;
 *     policy_begin(&p, plan);
 *     thread = policy_pick(&p, enabled & ~asleep, enabled, last, step);
 *     alt = policy_alt(&p, alts);
 *
 * Every executor uses this, in this process or inside the tested one, so a
 * plan means the same everywhere.  It allocates nothing and needs nothing
 * but its plan. */
#ifndef EXEC_POLICY_H
#define EXEC_POLICY_H

#include "exec/executor.h"

enum { POLICY_NOBODY = 255, POLICY_CHANGES = 32 };

struct policy {
  uint64_t rng;
  uint32_t changes[POLICY_CHANGES]; /* PCT: steps at which to change */
  uint64_t priority[THREADS_MAX];   /* PCT: 0 is unset, high goes first */
  uint16_t depth;
  uint32_t preemptions, delays; /* left */
  uint32_t turn, turn_most;     /* FIRST: steps of one thread in a row */
  uint8_t after;
};

/* splitmix64 (Steele, Lea, Flood 2014) */
static inline uint64_t policy_random(struct policy *p) {
  uint64_t x = p->rng += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static inline uint32_t policy_below(struct policy *p, uint32_t n) {
  return (uint32_t)((policy_random(p) >> 32) * n >> 32);
}

static inline void policy_begin(struct policy *p, const struct plan *plan) {
  p->rng = plan->seed;
  p->after = plan->after;
  p->preemptions =
      plan->preemptions == PLAN_UNBOUNDED ? UINT32_MAX : plan->preemptions;
  p->delays = plan->delays == PLAN_UNBOUNDED ? UINT32_MAX : plan->delays;
  p->depth = 0;
  p->turn = 0;
  p->turn_most = plan->steps ? plan->steps : UINT32_MAX;
  if (plan->after != AFTER_PCT)
    return;
  uint32_t steps = plan->steps ? plan->steps : 1;
  p->depth = plan->depth < POLICY_CHANGES ? plan->depth : POLICY_CHANGES;
  for (unsigned i = 0; i + 1 < p->depth; i++)
    p->changes[i] = policy_below(p, steps);
  for (unsigned t = 0; t < THREADS_MAX; t++)
    p->priority[t] = policy_random(p) | (uint64_t)1 << 63;
}

/* The n-th member of a set. */
static inline unsigned policy_nth(uint64_t set, uint32_t n) {
  while (n--)
    set &= set - 1;
  return (unsigned)__builtin_ctzll(set);
}

static inline unsigned policy_highest(const struct policy *p, uint64_t set) {
  unsigned best = (unsigned)__builtin_ctzll(set);
  for (uint64_t left = set & (set - 1); left; left &= left - 1) {
    unsigned t = (unsigned)__builtin_ctzll(left);
    if (p->priority[t] > p->priority[best])
      best = t;
  }
  return best;
}

/* The first of the set from `from` on, in cyclic order. */
static inline unsigned policy_cyclic(uint64_t set, unsigned from) {
  uint64_t up = from < 64 ? set & ~(uint64_t)0 << from : 0;
  return (unsigned)__builtin_ctzll(up ? up : set);
}

/* Those of the set that the budget lets move; `last` moved before. */
static inline uint64_t policy_affordable(const struct policy *p, uint64_t set,
                                         uint64_t enabled, unsigned last) {
  if (p->preemptions == 0 && last < THREADS_MAX && set >> last & 1)
    return (uint64_t)1 << last;
  if (p->delays == UINT32_MAX)
    return set;
  uint64_t left = enabled, out = 0;
  unsigned from = last < THREADS_MAX ? last : 0;
  for (uint32_t n = 0; left && n <= p->delays; n++) {
    unsigned t = policy_cyclic(left, from);
    out |= (uint64_t)1 << t;
    left &= ~((uint64_t)1 << t);
  }
  return out & set ? out & set : set;
}

static inline void policy_spend(struct policy *p, unsigned thread,
                                uint64_t enabled, unsigned last) {
  bool known = last < THREADS_MAX;
  if (p->preemptions != UINT32_MAX && p->preemptions && known &&
      thread != last && enabled >> last & 1)
    p->preemptions--;
  if (p->delays == UINT32_MAX)
    return;
  for (unsigned t = known ? last : 0; t != thread; t = (t + 1) % THREADS_MAX)
    if (enabled >> t & 1 && p->delays)
      p->delays--;
}

/* One of `set` (not empty, part of `enabled`); `step` counts from 0. */
static inline unsigned policy_pick(struct policy *p, uint64_t set,
                                   uint64_t enabled, unsigned last,
                                   uint32_t step) {
  if (p->after == AFTER_FIRST) {
    unsigned from = last;
    if (last < THREADS_MAX && set >> last & 1 && p->turn++ >= p->turn_most) {
      p->turn = 0;
      from = last + 1;
    }
    unsigned next = policy_cyclic(set, from);
    p->turn = next == last ? p->turn : 0;
    return next;
  }
  unsigned thread;
  if ((p->preemptions & p->delays) != UINT32_MAX)
    set = policy_affordable(p, set, enabled, last);
  if (p->after == AFTER_RANDOM) {
    uint32_t n = (uint32_t)__builtin_popcountll(set);
    thread = n == 1 ? policy_nth(set, 0) : policy_nth(set, policy_below(p, n));
  } else {
    for (unsigned i = 0; i + 1 < p->depth; i++)
      if (p->changes[i] == step)
        p->priority[policy_highest(p, set)] = i + 1;
    thread = policy_highest(p, set);
  }
  if ((p->preemptions & p->delays) != UINT32_MAX)
    policy_spend(p, thread, enabled, last);
  return thread;
}

static inline unsigned policy_alt(struct policy *p, unsigned alts) {
  return alts < 2 || p->after == AFTER_FIRST ? 0 : policy_below(p, alts);
}

#endif
