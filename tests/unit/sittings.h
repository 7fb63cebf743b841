/* sittings: one search in one sitting and in many.
 *
 * In each sitting the executor is opened anew, what the last one saved is
 * loaded, and the search is cut off somewhere, by a number of runs or by
 * Ctrl-C.  What came out must be what the uncut search does: the same runs in
 * the same order, the same counts, the same findings. */
#ifndef TESTS_UNIT_SITTINGS_H
#define TESTS_UNIT_SITTINGS_H

#include "base/rng.h"
#include "base/text.h"
#include "sched/sched.h"

/* What a search did; the order of runs is part of it. */
struct story_so_far {
  uint64_t runs, hash, findings;
  struct sched_stats stats;
  bool finished, broken;
};

struct sittings {
  /* A fresh executor of `workers` behind one. */
  struct executor *(*open)(void *user, size_t workers);
  void *user;
  struct sched_options options; /* strategy, bounds; not limits */
  uint64_t runs;                /* at most so many in all */
  unsigned longest;             /* runs of one sitting */
};

/* One sitting of at most `runs` runs, or stopped after `patience` of them
 * unless 0; from and to `saved`.  True when there is more to do. */
bool sittings_one(const struct sittings *s, size_t workers, uint64_t runs,
                  uint64_t patience, struct story_so_far *w,
                  struct text *saved);
/* Whether a search cut at random places is the uncut one. */
bool sittings_agree(const struct sittings *s, struct rng *r);

#endif
