/* circle: whether a run goes round for ever.
 *
 * If a state comes again, the steps in between can be taken again and again;
 * and if every thread that could move in between did move, no scheduler is to
 * blame: it is a loop that does not end.  Nothing less shows that.  A run that
 * is long, or counts its turns, has no such circle, nor has one in which
 * somebody who could go on is never let.
 *
 * Executors look for it when a run has reached the bound on steps: they take
 * its steps again and compare states (all of them, byte by byte; the clock
 * apart, which goes on anyway), then some more steps, each by the thread that
 * has not moved for longest.  That is fair whatever threads do: who can move
 * again and again is at some time the one that has waited longest.
 *
 *     circle_begin(&c);
 *     for (step = 0;; step++) {
 *       if (circle_closes(&c) && the state is the anchor's) ...  it is one
 *       if (circle_anchors(&c, step)) ...  take this state as the anchor
 *       thread = a choice of the run, or circle_pick(&c, words, &enabled);
 *       circle_step(&c, words, thread, &enabled, step);
 *     }
 *
 * One state is kept, the anchor; it is replaced when 1, 2, 4 ... steps were
 * compared with it (Brent 1980), so that a circle of n steps that begins after
 * m is seen after about three times the larger of the two.  Where the choices
 * of the run end all begins anew, so that it is the same however the run came
 * there. */
#ifndef EXEC_CIRCLE_H
#define EXEC_CIRCLE_H

#include "exec/event.h"

struct circle {
  uint32_t anchor; /* step before which it was taken */
  uint32_t length; /* so many steps are compared with it */
  struct threads could, did; /* threads that could move since, that did */
  unsigned words;            /* of these (exec/threads.h) */
  uint32_t moved[THREADS_MAX]; /* 1 + its last step, or 0 */
};

static inline void circle_begin(struct circle *c) {
  *c = (struct circle){.words = 1};
}

static inline void circle_anchor(struct circle *c, uint32_t step) {
  c->length = c->length ? 2 * c->length : 1;
  c->anchor = step;
  threads_clear(c->words, &c->could);
  threads_clear(c->words, &c->did);
}

/* Whether this step's state is to be the anchor. */
static inline bool circle_anchors(const struct circle *c, uint32_t step) {
  return !c->length || step - c->anchor >= c->length;
}

/* The steps since the anchor are fair, if they are a circle. */
static inline bool circle_closes(const struct circle *c) {
  uint64_t left = 0;
  for (unsigned w = 0; w < c->words; w++)
    left |= c->could.at[w] & ~c->did.at[w];
  return !left && threads_any(c->words, &c->did);
}

static inline void circle_step(struct circle *c, unsigned words,
                               unsigned thread, const struct threads *enabled,
                               uint32_t step) {
  for (; c->words < words; c->words++)
    c->could.at[c->words] = c->did.at[c->words] = 0;
  threads_unite(words, &c->could, enabled);
  threads_add(words, &c->did, thread);
  c->moved[thread] = step + 1;
}

/* The one of the set, which is not empty, that has not moved for longest. */
static inline unsigned circle_pick(const struct circle *c, unsigned words,
                                   const struct threads *set) {
  unsigned best = threads_lowest(words, set);
  threads_each(words, set, t)
    if (c->moved[t] < c->moved[best])
      best = (unsigned)t;
  return best;
}

#endif
