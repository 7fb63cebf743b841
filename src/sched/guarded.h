/* guarded: whether locks alone keep the accesses of a run apart, seen quickly.
 *
 * Most programs without data races have none because whoever touches something
 * holds the lock that belongs to it.  If all accesses of a place in a run were
 * made with one and the same lock held, they are ordered: of two by different
 * threads the later one's thread took the lock after the other had given it
 * back, which is what orders in datarace.h.  (Savage et al. 1997 look for races
 * so; we only leave out what cannot be one.)  It is enough if that holds of
 * the places, lines of a few bytes, that several threads touched, one at least
 * writing and one at least plainly, and if no such access touches the memory of
 * an object that the run operates on.  Where anything is not as simple as that,
 * or there is too much of it, the answer is no, and says nothing. */
#ifndef SCHED_GUARDED_H
#define SCHED_GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec/event.h"

enum { GUARDED_LOCKS = 16, GUARDED_PLACES = 4096 };

struct guarded_place {
  uint64_t line;
  uint32_t run;    /* it is of this run, or free */
  uint16_t locks;  /* held at every access, a bit each */
  uint16_t thread; /* of the first */
  bool several, plain, written;
  bool object; /* part of one */
};

/* Used again and again; `held` and `places` need not be anything at first, the
 * rest is to be zero.  A search of a few short runs would do little else than
 * clear what only long ones need. */
struct guarded {
  uint32_t run;
  unsigned locks_len, places_len;
  unsigned places_cap; /* a power of two: those that were cleared */
  uint64_t locks[GUARDED_LOCKS];
  uint32_t sizes[GUARDED_LOCKS];
  uint16_t owner[GUARDED_LOCKS]; /* 1 + the thread that holds it, or 0 */
  unsigned threads;              /* of the run so far, main included */
  uint16_t held[THREADS_MAX];
  struct guarded_place places[GUARDED_PLACES];
};
enum { GUARDED_ZERO = offsetof(struct guarded, held) };

/* True: the run has no data race. */
bool guarded_run(struct guarded *g, const struct event *events, size_t count);

#endif
