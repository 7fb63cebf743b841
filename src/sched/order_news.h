/* order_news: what the order of a run has beyond that of the run before it.
 *
 *     order_compute(&work, NULL, events, count);      one thread, run by run
 *     order_news_take(&news, &work, whole);
 *     order_news_add(&order, &news);                  another, in this order
 *
 * Runs of neighbouring leaves have most of their steps in common
 * (order_again.h), so less has to go from one processor to another than an
 * order is, and whoever adds it up has the rest at hand. */
#ifndef SCHED_ORDER_NEWS_H
#define SCHED_ORDER_NEWS_H

#include "sched/order.h"

struct order_news {
  struct order rest; /* steps, races and clocks behind those; all else whole */
  uint32_t same, same_races; /* so many are those of the run before */
  bool there;                /* for who makes them and who takes them */
};

/* What is new in the run that was computed last; all of it if `whole`. */
void order_news_take(struct order_news *n, const struct order_work *k,
                     bool whole);
/* The order of the run before becomes that of this one. */
void order_news_add(struct order *o, const struct order_news *n);
void order_news_free(struct order_news *n);

#endif
