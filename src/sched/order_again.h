/* order_again: the order of a run from that of the run before, for order.c.
 *
 * Runs that are looked at one after the other mostly begin with the same
 * events, because plans come from neighbouring leaves of a tree.  What
 * order_compute knows when it comes to an event is a matter of the events
 * before it alone, as long as nothing is told of turns, which stands at the end
 * of a run (order_turns.h).  So it keeps the events of the last run and what it
 * changed at each of them, goes back to the first that is another one now, and
 * computes the rest.  That the events are the same is looked up event by event
 * and not taken from the plans: a program that does not do the same twice is
 * found as before. */
#ifndef SCHED_ORDER_AGAIN_H
#define SCHED_ORDER_AGAIN_H

#include <string.h>

#include "base/sound.h"
#include "sched/order.h"
#include "sched/order_turns.h"

/* Goes back to the first event that differs; its index.  0: everything is to be
 * computed. */
size_t order_go_back(struct order_work *k, const struct event *events,
                     size_t count);
/* The events are kept, of which those before `from` are. */
void order_keep_events(struct order_work *k, const struct event *events,
                       size_t count, size_t from);
/* The last step happens after that one as well, which is no matter of objects
 * (sched/messages.h); what it races with does not change by it.  There is no
 * going back behind it. */
void order_follow(struct order_work *k, uint32_t step);

/* Before an event is looked at; there is room for it. */
static inline void order_mark(struct order_work *k) {
  EXPECTS(k->marks.len < k->marks.cap);
  k->marks.at[k->marks.len++] =
      (struct order_mark){(uint32_t)k->links.len, (uint32_t)k->undo.len,
                          (uint32_t)k->own.races.len, k->own.executed};
}

/* Before the clock of a thread is changed, at most once by an event; likewise. */
static inline void order_log(struct order_work *k, unsigned thread) {
  EXPECTS(thread < k->width);
  EXPECTS(k->undo.len + k->width < k->undo.cap);
  uint32_t *row = k->undo.at + k->undo.len;
  row[0] = thread;
  clocks_copy(row + 1, order_now(k, thread), k->width);
  k->undo.len += k->width + 1;
}

#endif
