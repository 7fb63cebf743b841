/* policy: what an executor does when a plan's prefix is used up.
 *
 *     struct policy p;
 *     policy_begin(&p, plan);
 *     thread = policy_pick(&p, enabled & ~asleep, enabled, hot, last);
 *     alt = policy_alt(&p, alts);
 *     policy_stepped(&p, site);
 *     policy_redraw(&p, rivals);       AFTER_POS, after a step that is hot
 *
 * A step is *hot* unless its place is cold (executor.h); the executor tells
 * which enabled threads are parked at hot ones where policy_looks says that
 * it matters, and of POS which threads the step taken races with.
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
  uint32_t changes[POLICY_CHANGES]; /* PCT: hot steps at which to change */
  uint64_t priority[THREADS_MAX];   /* PCT, POS: high goes first */
  uint32_t contacts;                /* hot steps so far */
  uint32_t hold, until;             /* of the plan; 0: none */
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

/* Fresh priorities for these threads. */
static inline void policy_redraw(struct policy *p, uint64_t set) {
  for (; set; set &= set - 1)
    p->priority[__builtin_ctzll(set)] = policy_random(p) | (uint64_t)1 << 63;
}

/* For plan.steps of AFTER_FIRST: how many steps a thread takes before it is the
 * next one's turn, so that nobody is starved by a loop that has effects and
 * waits all the same; what such a run comes to is then the program's, not the
 * schedule's.  Seldom, but a few times before the bound is reached. */
static inline uint32_t policy_turn(uint32_t steps_max) {
  enum { TURNS = 16, LEAST = 256, FEW = 4 };
  uint32_t turn = steps_max / TURNS, few = steps_max / FEW;
  uint32_t least = few < LEAST ? few : LEAST;
  return turn > least ? turn : least;
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
  p->contacts = 0;
  p->hold = plan->hold;
  p->until = plan->until;
  if (plan->after != AFTER_PCT && plan->after != AFTER_POS)
    return;
  uint32_t steps = plan->steps ? plan->steps : 1;
  if (plan->after == AFTER_PCT)
    p->depth = plan->depth < POLICY_CHANGES ? plan->depth : POLICY_CHANGES;
  for (unsigned i = 0; i + 1 < p->depth; i++)
    p->changes[i] = policy_below(p, steps);
  policy_redraw(p, ~(uint64_t)0);
}

/* Whether it matters which threads are parked at hot places. */
static inline bool policy_looks(const struct policy *p) {
  return p->after == AFTER_PCT || p->after == AFTER_POS;
}
static inline bool site_is_cold(const uint64_t *cold, uint32_t site) {
  return site < COLD_SITES && cold[site / 64] >> site % 64 & 1;
}

/* A step beyond the prefix was taken there. */
static inline void policy_stepped(struct policy *p, uint32_t site) {
  if (p->hold && site == p->until)
    p->hold = 0;
}

/* How many are in a set: without an instruction for it, which not every
 * processor has, the compiler would call a function. */
static inline uint32_t policy_count(uint64_t set) {
  set -= set >> 1 & UINT64_C(0x5555555555555555);
  set = (set & UINT64_C(0x3333333333333333)) +
        (set >> 2 & UINT64_C(0x3333333333333333));
  set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (uint32_t)(set * UINT64_C(0x0101010101010101) >> 56);
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

/* PCT: where a change is due the thread that would go falls behind all that
 * have not fallen yet. */
static inline unsigned policy_fall(struct policy *p, uint64_t set,
                                   uint64_t hot) {
  unsigned thread = policy_highest(p, set);
  for (unsigned i = 0; i + 1 < p->depth && hot >> thread & 1; i++)
    if (p->changes[i] == p->contacts) {
      p->changes[i] = UINT32_MAX;
      p->priority[thread] = i + 1;
      thread = policy_highest(p, set);
    }
  return thread;
}

/* One of `set` (not empty, part of `enabled`); `hot` are those parked at hot
 * places. */
static inline unsigned policy_pick(struct policy *p, uint64_t set,
                                   uint64_t enabled, uint64_t hot,
                                   unsigned last) {
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
    uint32_t n = policy_count(set);
    thread = n == 1 ? policy_nth(set, 0) : policy_nth(set, policy_below(p, n));
  } else {
    thread = policy_fall(p, set, hot);
    p->contacts += hot >> thread & 1;
  }
  if ((p->preemptions & p->delays) != UINT32_MAX)
    policy_spend(p, thread, enabled, last);
  return thread;
}

/* The same for an executor that has the operations threads are parked at as
 * events, by thread, for those of `set`; it may leave them out unless
 * policy_asks.  (rt/pick.c has its own.) */
static inline bool policy_asks(const struct policy *p) {
  return policy_looks(p) || p->hold;
}

static inline unsigned policy_among(struct policy *p, uint64_t set,
                                    uint64_t enabled, unsigned last,
                                    const uint64_t *cold,
                                    const struct event *parked) {
  uint64_t hot = 0, held = 0, rivals = 0;
  if (!policy_asks(p))
    return policy_pick(p, set, enabled, 0, last);
  for (uint64_t rest = set; rest; rest &= rest - 1) {
    const struct event *e = &parked[__builtin_ctzll(rest)];
    uint64_t bit = rest & -rest;
    hot |= OP_CLASS(e->kind) != CLASS_ACCESS || !site_is_cold(cold, e->site)
               ? bit
               : 0;
    held |= p->hold && e->site == p->hold ? bit : 0;
  }
  unsigned t =
      policy_pick(p, set & ~held ? set & ~held : set, enabled, hot, last);
  policy_stepped(p, parked[t].site);
  if (p->after != AFTER_POS || !(hot >> t & 1))
    return t;
  for (uint64_t rest = set; rest; rest &= rest - 1)
    if (event_dependent(&parked[t], &parked[__builtin_ctzll(rest)]))
      rivals |= rest & -rest;
  policy_redraw(p, rivals | (uint64_t)1 << t);
  return t;
}

static inline unsigned policy_alt(struct policy *p, unsigned alts) {
  return alts < 2 || p->after == AFTER_FIRST ? 0 : policy_below(p, alts);
}

#endif
