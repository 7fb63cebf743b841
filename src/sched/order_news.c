#include "sched/order_news.h"

#include <string.h>

#include "base/sound.h"

/* Puts what `from` has from place `first` on behind `behind` elements. */
#define PUT(to, behind, from, first)                                           \
  do {                                                                         \
    size_t put = (from)->len - (first);                                        \
    vec_reserve(to, (behind) + put + 1);                                       \
    if (put)                                                                   \
      memcpy((to)->at + (behind), (from)->at + (first),                        \
             put * sizeof *(to)->at);                                          \
    (to)->len = (behind) + put;                                                \
  } while (0)

static void put_rest(struct order *to, const struct order *from) {
  PUT(&to->places, 0, &from->places, 0);
  PUT(&to->more, 0, &from->more, 0);
  to->executed = from->executed;
  to->pending = from->pending;
  to->width = from->width;
  to->unordered = from->unordered;
  to->choices = from->choices;
}

void order_news_take(struct order_news *n, const struct order_work *k,
                     bool whole) {
  const struct order *own = &k->own;
  n->same = whole ? 0 : k->same;
  n->same_races = whole ? 0 : k->same_races;
  EXPECTS(n->same <= own->executed && n->same_races <= own->races.len);
  PUT(&n->rest.steps, 0, &own->steps, n->same);
  PUT(&n->rest.races, 0, &own->races, n->same_races);
  PUT(&n->rest.clocks, 0, &own->clocks, (size_t)n->same * own->width);
  put_rest(&n->rest, own);
}

void order_news_add(struct order *o, const struct order_news *n) {
  EXPECTS(!n->same || o->width == n->rest.width);
  EXPECTS(n->same <= o->executed && n->same_races <= o->races.len);
  PUT(&o->steps, n->same, &n->rest.steps, 0);
  PUT(&o->races, n->same_races, &n->rest.races, 0);
  PUT(&o->clocks, (size_t)n->same * n->rest.width, &n->rest.clocks, 0);
  put_rest(o, &n->rest);
}

void order_news_free(struct order_news *n) {
  order_free(&n->rest);
}
