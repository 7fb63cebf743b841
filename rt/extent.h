/* extent: reads of which only memory says how far they go.
 *
 * How much of a text is read is a matter of what is there when it is read.  A
 * thread that stands before such a read says how far it would go now, and what
 * others do meanwhile may change that; so the event is told its length when the
 * step is taken, and so is whoever asks in between.
 *
 * Then equivalent runs have the same events, which is all that a search needs:
 * a write that makes the extent another one changes a byte within it (all bytes
 * of it together decide where it ends, so if they stay it does), before as
 * after; so the two depend on each other by either length.
 *
 * It is not so where another text decides, too, that others may write (strcmp
 * of two shared texts): there two runs may differ, and the search says so. */
#ifndef RT_EXTENT_H
#define RT_EXTENT_H

#include "rt/abi.h"

struct fiber;

struct rt_extent {
  /* Bytes from `at` on, asked with rt.current the thread that reads; the less
   * of them the shorter the text is now. */
  uint64_t (*now)(const struct rt_extent *);
  const void *at;
};

/* The step, unless there is nothing to be read; how much was. */
uint64_t rt_extent_look(const struct rt_extent *x, heddle_at site);
/* The thread that stands before it is asked anew. */
void rt_extent_settle(struct fiber *f);

#endif
