/* policy: what an executor does when a plan's prefix is used up.
 *
 *     struct policy p;
 *     policy_begin(&p, plan);
 *     thread = policy_pick(&p, words, &awake, &enabled, &hot, last);
 *     alt = policy_alt(&p, alts);
 *     policy_stepped(&p, site);
 *     policy_redraw(&p, words, &rivals);  AFTER_POS, after a step that is hot
 *     policy_widen(&p, from, to);         when there are more words of threads
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

enum { POLICY_NOBODY = THREADS_NONE, POLICY_CHANGES = 32 };

struct policy {
  uint64_t rng, drawn; /* drawn: the next number.  It is made when the one before
                          it is asked for, so that who goes next need not wait
                          for it */
  uint32_t contacts;                /* hot steps so far */
  uint32_t hold, until;             /* of the plan; 0: none */
  uint16_t depth;
  uint32_t preemptions, delays; /* left */
  uint32_t turn, turn_most;     /* FIRST: steps of one thread in a row */
  uint8_t after;
  uint32_t changes[POLICY_CHANGES]; /* PCT: hot steps at which to change */
  uint64_t priority[THREADS_MAX];   /* PCT, POS: high goes first */
};

/* splitmix64 (Steele, Lea, Flood 2014) */
static inline void policy_draw(struct policy *p) {
  uint64_t x = p->rng += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  p->drawn = x ^ x >> 31;
}

static inline uint64_t policy_random(struct policy *p) {
  uint64_t drawn = p->drawn;
  policy_draw(p);
  return drawn;
}

static inline uint32_t policy_below(struct policy *p, uint32_t n) {
  return (uint32_t)((policy_random(p) >> 32) * n >> 32);
}

/* Whether it matters which threads are parked at hot places. */
static inline bool policy_looks(const struct policy *p) {
  return p->after == AFTER_PCT || p->after == AFTER_POS;
}

/* Fresh priorities for these threads. */
THREADS_INLINE void policy_redraw(struct policy *p, unsigned words,
                                  const struct threads *set) {
  threads_each(words, set, t)
    p->priority[t] = policy_random(p) | (uint64_t)1 << 63;
}

/* Priorities for the threads of these words of sets. */
static inline void policy_widen(struct policy *p, unsigned from, unsigned to) {
  for (unsigned t = from * THREADS_WORD;
       t < to * THREADS_WORD && policy_looks(p); t++)
    p->priority[t] = policy_random(p) | (uint64_t)1 << 63;
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
  policy_draw(p);
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
  policy_widen(p, 0, 1);
}

static inline bool site_is_cold(const uint64_t *cold, uint32_t site) {
  return site < COLD_SITES && cold[site / 64] >> site % 64 & 1;
}

/* A step beyond the prefix was taken there. */
static inline void policy_stepped(struct policy *p, uint32_t site) {
  if (p->hold && site == p->until)
    p->hold = 0;
}

THREADS_INLINE unsigned policy_highest(const struct policy *p, unsigned words,
                                       const struct threads *set) {
  unsigned best = threads_lowest(words, set);
  threads_each(words, set, t)
    if (p->priority[t] > p->priority[best])
      best = (unsigned)t;
  return best;
}

/* Takes those out of the set that the budget does not let move, unless nobody
 * would be left; `last` moved before. */
THREADS_INLINE void policy_afford(const struct policy *p, unsigned words,
                                  struct threads *set,
                                  const struct threads *enabled,
                                  unsigned last) {
  struct threads left, out;
  bool known = last < words * THREADS_WORD;
  if (p->preemptions == 0 && known && threads_has(words, set, last)) {
    threads_clear(words, set);
    threads_add(words, set, last);
    return;
  }
  if (p->delays == UINT32_MAX)
    return;
  threads_copy(words, &left, enabled);
  threads_copy(words, &out, set);
  for (uint32_t n = 0; threads_any(words, &left) && n <= p->delays; n++) {
    unsigned t = threads_cyclic(words, &left, known ? last : 0);
    threads_remove(words, &left, t);
  }
  threads_subtract(words, &out, &left);
  if (threads_any(words, &out))
    threads_copy(words, set, &out);
}

THREADS_INLINE void policy_spend(struct policy *p, unsigned words,
                                 unsigned thread,
                                 const struct threads *enabled,
                                 unsigned last) {
  bool known = last < words * THREADS_WORD;
  if (p->preemptions != UINT32_MAX && p->preemptions && known &&
      thread != last && threads_has(words, enabled, last))
    p->preemptions--;
  if (p->delays == UINT32_MAX)
    return;
  for (unsigned t = known ? last : 0; t != thread;
       t = (t + 1) % (words * THREADS_WORD))
    if (threads_has(words, enabled, t) && p->delays)
      p->delays--;
}

/* PCT: where a change is due the thread that would go falls behind all that
 * have not fallen yet. */
THREADS_INLINE unsigned policy_fall(struct policy *p, unsigned words,
                                    const struct threads *set,
                                    const struct threads *hot) {
  unsigned thread = policy_highest(p, words, set);
  for (unsigned i = 0; i + 1 < p->depth && threads_has(words, hot, thread); i++)
    if (p->changes[i] == p->contacts) {
      p->changes[i] = UINT32_MAX;
      p->priority[thread] = i + 1;
      thread = policy_highest(p, words, set);
    }
  return thread;
}

/* One of the set by chance. */
THREADS_INLINE unsigned policy_any(struct policy *p, unsigned words,
                                   const struct threads *set) {
  uint64_t first = set->at[0], rest = first & (first - 1);
  if (words == 1 && !rest)
    return (unsigned)__builtin_ctzll(first);
  if (words == 1 && !(rest & (rest - 1))) { /* of two, as policy_below has it */
    if (policy_random(p) >> 63) {
      __asm__("" : "+r"(rest)); /* a branch: the processor guesses, and sees
                                   early that it was wrong */
      return (unsigned)__builtin_ctzll(rest);
    }
    return (unsigned)__builtin_ctzll(first);
  }
  uint64_t last = rest & (rest - 1);
  if (words == 1 && !(last & (last - 1))) { /* of three, likewise */
    uint32_t n = policy_below(p, 3);
    uint64_t left = n == 0 ? first : n == 1 ? rest : last;
    return (unsigned)__builtin_ctzll(left);
  }
  uint32_t n = threads_count(words, set);
  return n == 1 ? threads_lowest(words, set)
                : threads_nth(words, set, policy_below(p, n));
}

/* AFTER_FIRST: the last one again, until its turn is over. */
THREADS_INLINE unsigned policy_first(struct policy *p, unsigned words,
                                     const struct threads *set, unsigned last) {
  unsigned from = last;
  if (last < words * THREADS_WORD && threads_has(words, set, last) &&
      p->turn++ >= p->turn_most) {
    p->turn = 0;
    from = last + 1;
  }
  unsigned next = threads_cyclic(words, set, from);
  p->turn = next == last ? p->turn : 0;
  return next;
}

/* Whether neither budgets nor priorities nor a place held back matter: then
 * policy_next picks as policy_pick does. */
static inline bool policy_is_plain(const struct policy *p) {
  return !policy_looks(p) && !p->hold &&
         (p->preemptions & p->delays) == UINT32_MAX;
}
THREADS_INLINE unsigned policy_next(struct policy *p, unsigned words,
                                    const struct threads *set, unsigned last) {
  return p->after == AFTER_FIRST ? policy_first(p, words, set, last)
                                 : policy_any(p, words, set);
}

/* One of `set` (not empty, part of `enabled`), which may become smaller; `hot`
 * are those parked at hot places, read only if policy_looks. */
THREADS_INLINE unsigned policy_pick(struct policy *p, unsigned words,
                                    struct threads *set,
                                    const struct threads *enabled,
                                    const struct threads *hot, unsigned last) {
  if (p->after == AFTER_FIRST)
    return policy_first(p, words, set, last);
  unsigned thread;
  if ((p->preemptions & p->delays) != UINT32_MAX)
    policy_afford(p, words, set, enabled, last);
  if (p->after == AFTER_RANDOM) {
    thread = policy_any(p, words, set);
  } else {
    thread = policy_fall(p, words, set, hot);
    p->contacts += threads_has(words, hot, thread);
  }
  if ((p->preemptions & p->delays) != UINT32_MAX)
    policy_spend(p, words, thread, enabled, last);
  return thread;
}

/* The same for an executor that has the operations threads are parked at as
 * events, by thread, for those of `among`, and no more than one word of
 * threads; it may leave them out unless policy_asks.  (rt/pick.c has its
 * own.) */
static inline bool policy_asks(const struct policy *p) {
  return policy_looks(p) || p->hold;
}

static inline unsigned policy_among(struct policy *p, uint64_t among,
                                    uint64_t enabled, unsigned last,
                                    const uint64_t *cold,
                                    const struct event *parked) {
  struct threads set, all, hot, rivals;
  uint64_t held = 0;
  set.at[0] = among;
  all.at[0] = enabled;
  if (!policy_asks(p))
    return policy_pick(p, 1, &set, &all, &all, last);
  hot.at[0] = rivals.at[0] = 0;
  threads_each(1, &set, t) {
    const struct event *e = &parked[t];
    if (OP_CLASS(e->kind) != CLASS_ACCESS || !site_is_cold(cold, e->site))
      threads_add(1, &hot, (unsigned)t);
    held |= (uint64_t)(p->hold && e->site == p->hold) << t;
  }
  set.at[0] = among & ~held ? among & ~held : among;
  unsigned next = policy_pick(p, 1, &set, &all, &hot, last);
  policy_stepped(p, parked[next].site);
  if (p->after != AFTER_POS || !threads_has(1, &hot, next))
    return next;
  set.at[0] = among;
  threads_each(1, &set, t)
    if (event_dependent(&parked[next], &parked[t]))
      threads_add(1, &rivals, (unsigned)t);
  threads_add(1, &rivals, next);
  policy_redraw(p, 1, &rivals);
  return next;
}

static inline unsigned policy_alt(struct policy *p, unsigned alts) {
  return alts < 2 || p->after == AFTER_FIRST ? 0 : policy_below(p, alts);
}

#endif
