#include "sched/order_again.h"

#include <string.h>

#include "base/sound.h"

_Static_assert(sizeof(struct event) == 40, "nothing between its members");
static inline bool same_events(const struct event *a, const struct event *b,
                               size_t count) {
  return !memcmp(a, b, count * sizeof *a);
}

static size_t common(const struct order_work *k, const struct event *events,
                     size_t count) {
  EXPECTS(events || !count);
  enum { AT_ONCE = 8 };
  size_t most = k->marks.len ? k->marks.len - 1 : 0, i = 0;
  most = most < count ? most : count;
  while (most - i >= AT_ONCE &&
         same_events(&k->last.at[i], &events[i], AT_ONCE))
    i += AT_ONCE;
  while (i < most && same_events(&k->last.at[i], &events[i], 1))
    i++;
  return i;
}

static void unlink_step(struct order_work *k) {
  struct order_link l = vec_pop(&k->links);
  k->heads.at[l.cell] = l.prev;
  if (!l.prev)
    k->touched.len--;
}

static void unlog(struct order_work *k) {
  k->undo.len -= k->width + 1;
  const uint32_t *row = k->undo.at + k->undo.len;
  clocks_copy(order_now(k, row[0]), row + 1, k->width);
}

size_t order_go_back(struct order_work *k, const struct event *events,
                     size_t count) {
  EXPECTS(events || !count);
  size_t from =
      k->odd || k->every != k->had_every ? 0 : common(k, events, count);
  if (!from)
    return 0;
  struct order *o = &k->own;
  struct order_mark m = k->marks.at[from];
  while (k->links.len > m.links)
    unlink_step(k);
  while (k->undo.len > m.undo)
    unlog(k);
  k->marks.len = from;
  k->everything &= k->everything_from < m.executed;
  o->races.len = m.races;
  o->steps.len = o->executed = m.executed;
  o->clocks.len = (size_t)m.executed * k->width;
  vec_reserve(&o->clocks, (m.executed + count - from) * k->width + 1);
  return from;
}

#define COPY(to, from, n)                                                      \
  (vec_reserve(to, (n) + 1), (to)->len = (from)->len,                          \
   (void)((n) > 0 ? memcpy((to)->at, (from)->at, (n) * sizeof *(to)->at)       \
                  : NULL))

void order_copy(struct order *o, const struct order *own) {
  EXPECTS(o != own);
  COPY(&o->steps, &own->steps, own->steps.len);
  COPY(&o->places, &own->places, own->places.len);
  COPY(&o->races, &own->races, own->races.len);
  COPY(&o->more, &own->more, own->more.len);
  COPY(&o->clocks, &own->clocks, own->clocks.len);
  o->executed = own->executed;
  o->pending = own->pending;
  o->width = own->width;
  o->unordered = own->unordered;
  o->choices = own->choices;
}

void order_keep_events(struct order_work *k, const struct event *events,
                       size_t count, size_t from) {
  EXPECTS(from <= count);
  k->odd |= k->own.more.len || k->own.places.len || k->turns.len;
  if (k->odd)
    return;
  vec_reserve(&k->last, count + 1);
  k->last.len = count;
  if (from < count)
    memcpy(k->last.at + from, events + from, (count - from) * sizeof *events);
}

void order_follow(struct order_work *k, uint32_t step) {
  struct order *o = k->o;
  EXPECTS(step + 1 < o->executed);
  uint32_t last = o->executed - 1;
  uint32_t *row = o->clocks.at + (size_t)last * o->width;
  k->odd = true;
  clocks_join(row, order_clock(o, step), o->width);
  memcpy(order_now(k, o->steps.at[last].thread), row, o->width * sizeof *row);
}
