/* order_turns: what a run tells of turns of waiting loops (exec/event.h,
 * TOLD_TURN), for order.c.
 *
 * A turn whose reads follow each other becomes one step on several places.
 * What else it could have been becomes steps behind those of the run, and races
 * with the writes before which they would come. */
#ifndef SCHED_ORDER_TURNS_H
#define SCHED_ORDER_TURNS_H

#include <string.h>

#include "base/sound.h"
#include "sched/order.h"

/* Finds what is told in a run. */
void order_note_turns(struct order_work *k, const struct event *events,
                      size_t count);
/* The turn that begins with this event, or NULL; asked in their order. */
struct order_turn *order_turn_at(struct order_work *k, size_t i);
/* Whether the reads of a turn follow each other; they are put behind the
 * places. */
bool order_gather(struct order_work *k, const struct order_turn *t,
                  const struct event *events, size_t count);
/* The turn is step s, which is about to be looked at. */
void order_keep_past(struct order_work *k, struct order_turn *t, uint32_t s);
/* What is told of a look that was tried. */
void order_note_look(struct order_work *k, const struct event *e);
/* Steps and races for what could have been, when all steps are there. */
void order_add_told(struct order_work *k, const struct event *events);

/* The clock of a thread. */
static inline uint32_t *order_now(struct order_work *k, unsigned thread) {
  EXPECTS(thread < k->width);
  return k->now + (size_t)thread * k->width;
}

/* As below; memcpy of a length that is not known is a call. */
static inline void clocks_copy(uint32_t *into, const uint32_t *from,
                               uint32_t width) {
  EXPECTS(width % 4 == 0);
  for (uint32_t t = 0; t < width; t += 4)
    memcpy(into + t, from + t, 4 * sizeof *into);
}
/* Four at a time: the width is a multiple of 4, and no number of a step comes
 * near 2^31.  What is in either, and what is in both: */
typedef int32_t clocks_four __attribute__((vector_size(16)));
static inline void clocks_join(uint32_t *into, const uint32_t *from,
                               uint32_t width) {
  EXPECTS(width % 4 == 0);
  for (uint32_t t = 0; t < width; t += 4) {
    clocks_four a, b;
    memcpy(&a, into + t, sizeof a);
    memcpy(&b, from + t, sizeof b);
    clocks_four less = a < b;
    a = (a & ~less) | (b & less);
    memcpy(into + t, &a, sizeof a);
  }
}
/* The clock of a thread after its step, of which `count` is the number, is put
 * into both.  Never a part of what is read as a whole soon: the processor would
 * wait until it is written. */
static inline void clocks_stamp(uint32_t *now, uint32_t *row, uint32_t width,
                                uint32_t thread, uint32_t count) {
  EXPECTS(width % 4 == 0 && thread < width);
  for (uint32_t t = 0; t < width; t += 4) {
    const clocks_four which = {(int32_t)t, (int32_t)t + 1, (int32_t)t + 2,
                               (int32_t)t + 3};
    clocks_four a;
    memcpy(&a, now + t, sizeof a);
    clocks_four own = which == (int32_t)thread;
    a = (a & ~own) | ((int32_t)count & own);
    memcpy(now + t, &a, sizeof a);
    memcpy(row + t, &a, sizeof a);
  }
}
static inline void clocks_meet(uint32_t *into, const uint32_t *from,
                               uint32_t width) {
  EXPECTS(width % 4 == 0);
  for (uint32_t t = 0; t < width; t += 4) {
    clocks_four a, b;
    memcpy(&a, into + t, sizeof a);
    memcpy(&b, from + t, sizeof b);
    clocks_four less = a < b;
    a = (a & less) | (b & ~less);
    memcpy(into + t, &a, sizeof a);
  }
}

#endif
