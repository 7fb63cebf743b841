/* measure: one strategy on one model.
 *
 * First a search that keeps nothing but counts: it is the one that states,
 * transitions, memory and time are taken from.  Then, outside the clock, a
 * second one that keeps the findings, whose runs are replayed on the plain
 * interpreter to learn which states they end in; the set of them is what is
 * compared with that of `full`.  Of `full` a third one counts how many
 * processes can move at a state. */
#ifndef STUDY_MEASURE_H
#define STUDY_MEASURE_H

#include "base/progress.h"
#include "explore/strategy.h"
#include "study/outcome.h"

/* of each run; 0: none */
struct study_limits {
  double seconds;
  uint64_t memory, states;
};

/* Sets of more findings than this are compared by number only. */
enum { MEASURE_SET = 2000 };

/* False when it was interrupted: there is no outcome.  Digest, find and
 * limits of the outcome are left to the caller; why lives in the arena. */
bool measure(const struct model *m, const struct strategy *s, unsigned find,
             const struct study_limits *limits, struct progress *progress,
             struct arena *arena, struct outcome *out);

/* Does the outcome of s have what it promises, compared with full's?  False
 * with the differences in *why; true when nothing can be said. */
bool measure_agrees(const struct outcome *full, const struct outcome *o,
                    const struct strategy *s, struct text *why);

#endif
