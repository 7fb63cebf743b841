/* halt: when a job must end before it is done.
 *
 *     struct halt h = halt_within(&outer, seconds);
 *     while (work) { if (halt_over(&h)) return; ... }
 *     if (h.over) ...                       what came last means nothing
 *
 * A moment of the clock, a request from outside (a signal), or memory that
 * is used up.  Once it is over it stays over, so a function that gives up
 * half-way need not say so in its result: whoever began the job looks at
 * the halt before it believes an answer.  Everything in this room that can
 * take longer than some milliseconds looks at one. */
#ifndef COVER_HALT_H
#define COVER_HALT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/why.h"

struct halt {
  double deadline;                   /* as clock_wall tells the time; 0: none */
  const volatile sig_atomic_t *stop; /* not zero: end; may be NULL */
  uint64_t memory; /* bytes that tests may still take; 0: any number */
  uint32_t calls;
  bool over;
  enum why why; /* when it is over */
};

/* Ends with `outer` (which may be NULL) and, when they are not 0, after so
 * many seconds from now. */
struct halt halt_within(const struct halt *outer, double seconds);
/* Looks at the clock; for use every millisecond. */
bool halt_look(struct halt *h);
void halt_now(struct halt *h, enum why why);
/* Looks at the clock now and then; for use every few microseconds. */
static inline bool halt_over(struct halt *h) {
  if (!h || h->over)
    return h;
  if ((++h->calls & 63) && !(h->stop && *h->stop))
    return false;
  return halt_look(h);
}

#endif
