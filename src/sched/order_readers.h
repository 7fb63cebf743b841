/* order_readers: races of a writer with those who read before it, for order.c.
 *
 * Readers of a lock come in any order.  A writer that is to come before one of
 * them must come when nobody reads, so others may have to be left out with
 * that one. */
#ifndef SCHED_ORDER_READERS_H
#define SCHED_ORDER_READERS_H

#include "sched/order.h"

/* The readers since the last writer: a reader is after none of them, a
 * writer after all, and races with each that can be kept out.  *link moves
 * to the last writer; true when races were found.  `past` is the clock of the
 * thread of step s before it, and no part of `clock`. */
bool order_scan_readers(struct order_work *k, uint32_t *link, uint32_t s,
                        const uint32_t *past, uint32_t *clock);

#endif
