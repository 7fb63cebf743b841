/* failure: what a run shows, and when two runs show the same.
 *
 * Two runs show the same failure if it is of one kind and
 *
 *   deadlock    the threads that wait for each other in a circle are of the
 *               same roles, stand at the same places and wait for the same
 *               objects; without a circle, all threads that wait
 *   race        the two places are the same, in any order
 *   a loop that does not end
 *               it waits for a write: as a deadlock; it goes round: the same
 *               places in the round by the same roles
 *   output      it is not that of the first run
 *   exit        the exit code is the same
 *   the others  the place is the same, whichever thread comes there
 *
 * The role of a thread is the place of its creation and the role of its
 * creator; threads created in one loop have the same role.  (Threads of a
 * model have none: their places tell them apart.)  Messages do not count:
 * they may contain numbers of threads and addresses. */
#ifndef SCHED_FAILURE_H
#define SCHED_FAILURE_H

#include "exec/executor.h"

struct datarace;

struct failure {
  uint8_t kind;          /* enum found; FOUND_NONE: the run shows nothing */
  uint16_t thread, other; /* who; other: RACE */
  bool whole;            /* shown by the run as a whole, not at an event */
  bool stuck;            /* threads wait, in no circle: others could let them
                            go on, but do not */
  bool rounds;           /* LIVELOCK: it goes round, and it is known how */
  uint32_t site, other_site;
  uint32_t event, other_event; /* which show it, in the run */
  uint32_t round;   /* rounds: the first event of the round */
  struct threads waiting; /* DEADLOCK: the circle, or all who wait; LIVELOCK */
  uint64_t key;     /* equal iff the failure is the same */
};

static inline bool failure_waits(const struct failure *f) {
  return threads_any(THREADS_ALL, &f->waiting);
}

/* Places where threads wait, with their roles: some of those of a deadlock
 * that is no circle (minimise/core.c). */
struct failure_places {
  uint64_t at[THREADS_MAX];
  uint32_t len;
};

/* The last event that a thread executed, or 0. */
uint32_t failure_last_event(const struct event *events, uint32_t count,
                            unsigned thread);
/* Of the finding's message. */
uint64_t failure_text_key(const struct batch *b, const struct run *r);
/* What ended the run: every kind but RACE and OUTPUT. */
uint8_t failure_found(const struct run *r);
struct failure failure_of(const struct batch *b, const struct run *r);
/* A run that lists its findings (executor.h): that of this kind and place, or
 * NULL; and as a failure, or else what failure_of says. */
const struct run_found *failure_listed(const struct batch *b,
                                       const struct run *r, unsigned kind,
                                       uint32_t site);
struct failure failure_like(const struct batch *b, const struct run *r,
                            unsigned kind, uint32_t site);
/* The i-th race that datarace_find saw last, in this run. */
struct failure failure_race(const struct datarace *d, size_t i,
                            const struct event *events);
/* Whether all these threads wait where a run ended, and the sum over their
 * roles and places is this key.  Where a run was stopped before its end it
 * is a deadlock only if the run that goes on is one. */
bool failure_stuck(const struct event *events, uint32_t count,
                   const struct threads *waiting, uint64_t key);
/* Where these threads wait. */
void failure_places(const struct event *events, uint32_t count,
                    const struct threads *waiting,
                    struct failure_places *out);
/* Narrows `waiting`, and the key with it, to the threads at these places;
 * then it is a key for failure_stuck and for nothing else. */
void failure_narrow(struct failure *f, const struct event *events,
                    uint32_t count, const struct failure_places *places);
/* Whether the run shows the failure of this kind and key; *out is then its
 * place in this run.  `state`: OUTPUT, see minimise.h. */
bool failure_again(const struct failure *wanted, const struct batch *b,
                   const struct run *r, struct datarace *d, uint64_t state,
                   struct failure *out);

#endif
