/* interleave: every interleaving of a toy program, and when two runs are the
 * same trace.  Shares no code with sched/: dependence is compared pair by pair.
 */
#ifndef TESTS_UNIT_INTERLEAVE_H
#define TESTS_UNIT_INTERLEAVE_H

#include "toy.h"

/* The Mazurkiewicz trace of a run of at most 64 steps, as a hash of what
 * each thread did and of the past of each step. */
uint64_t interleave_trace(const struct event *events, size_t count);

/* Where the threads of a run stand at its end, as a hash; not 0. */
uint64_t interleave_end(const struct event *events, size_t count);

/* The steps of a run of at most 64 that happen before where these threads stand
 * at its end, by their numbers. */
uint64_t interleave_needed(const struct event *events, size_t count,
                           uint64_t threads);

struct interleave {
  struct map traces; /* trace -> how many interleavings */
  struct map locals;
  struct map stuck; /* ends of the runs that end in a deadlock */
  size_t trace_count, deadlocked, failed;
  uint64_t runs, limit;
  bool cut; /* more runs than the limit */
};

void interleave_all(struct interleave *b, const struct toy *t, uint64_t limit);
void interleave_free(struct interleave *b);

#endif
