/* order_wakes: who goes on after a signal or a barrier, for order.c. */
#ifndef SCHED_ORDER_WAKES_H
#define SCHED_ORDER_WAKES_H

#include "sched/order.h"

/* Who is set free by step s, or begins to wait for that. */
void order_sets_free(struct order_work *k, uint32_t s);
/* The same in an atomic block, which comes after everything before it. */
void order_block_sets_free(struct order_work *k, const struct event *e);
/* order.c: where the steps on an object are. */
uint32_t order_cell(struct order_work *k, unsigned class_, uint64_t object);

#endif
