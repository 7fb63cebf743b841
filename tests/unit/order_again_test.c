/* The order of a run is the same whatever run was looked at before it, and when
 * what is new in it is added to that of the run before. */
#include <string.h>

#include "base/rng.h"
#include "sched/order_news.h"
#include "test.h"

enum { MOST = 40, THREADS = 6, ROUNDS = 3000 };

/* Kinds by how they are looked at: accesses, locks of all sorts, what cannot be
 * taken back (conditions, barriers), what depends on everything, and what is
 * silent. */
static const uint8_t kinds[] = {
    OP_READ,   OP_READ, OP_WRITE,  OP_WRITE,     OP_UPDATE, OP_CAS,  OP_LOCK,
    OP_UNLOCK, OP_LOCK, OP_UNLOCK, OP_RDLOCK,    OP_RDUNLOCK, OP_WRLOCK,
    OP_SEM_P,  OP_SEM_V, OP_SIGNAL, OP_BROADCAST, OP_ARRIVE, OP_ATOMIC,
    OP_LOCAL};

static struct event any(struct rng *r, unsigned rare) {
  size_t count = sizeof kinds - (rng_below(r, 30) < rare ? 0 : 10);
  struct event e = {.kind = kinds[rng_below(r, (uint32_t)count)],
                    .thread = (uint8_t)rng_below(r, THREADS),
                    .object = 64 + 8 * rng_below(r, 5),
                    .size = rng_below(r, 8) ? 8 : 24,
                    .value = rng_below(r, 4),
                    .enabled = rng_below(r, 64),
                    .alts = 1,
                    .site = 1 + (uint32_t)rng_below(r, 9)};
  if (!rng_below(r, 12)) {
    e.kind = rng_below(r, 2) ? OP_CREATE : OP_JOIN;
    e.flags = EVENT_SILENT;
    e.value = rng_below(r, THREADS);
  }
  if (rare && !rng_below(r, 40))
    e.flags |= rng_below(r, 2) ? EVENT_WOKEN : EVENT_ENDS;
  if (rare && !rng_below(r, 60)) /* what is told of a look */
    e = (struct event){.kind = OP_AWAIT, .flags = EVENT_SILENT,
                       .thread = e.thread, .enabled = rng_below(r, 2)};
  return e;
}

/* Most of it as it is, then something else, and pending ones at the end. */
static size_t change(struct rng *r, struct event *events, size_t count) {
  unsigned rare = rng_below(r, 3) ? 0 : 10;
  size_t from = rng_below(r, (uint32_t)count + 1), to = from + rng_below(r, 12);
  if (!rng_below(r, 20))
    from = 0;
  to = to < MOST - 3 ? to : MOST - 3;
  for (size_t i = from; i < to; i++)
    events[i] = any(r, rare);
  size_t pending = to < from ? 0 : rng_below(r, 3);
  to = to < from ? from : to;
  for (size_t i = 0; i < pending; i++) {
    events[to] = any(r, 0);
    events[to++].flags = EVENT_PENDING;
  }
  return to;
}

static bool same(const struct order *a, const struct order *b) {
  if (a->executed != b->executed || a->pending != b->pending ||
      a->steps.len != b->steps.len || a->races.len != b->races.len ||
      a->more.len != b->more.len)
    return false;
  for (uint32_t s = 0; s < a->executed; s++)
    for (unsigned t = 0; t < THREADS; t++)
      if (t < a->width && t < b->width &&
          order_clock(a, s)[t] != order_clock(b, s)[t])
        return false;
  return !memcmp(a->steps.at, b->steps.at, a->steps.len * sizeof *a->steps.at) &&
         !memcmp(a->races.at, b->races.at, a->races.len * sizeof *a->races.at) &&
         !memcmp(a->more.at, b->more.at, a->more.len * sizeof *a->more.at);
}

TEST(order_is_the_same_whatever_run_came_before) {
  struct rng r = rng_seed(7);
  struct event events[MOST];
  struct order_work w = {0};
  struct order o = {0}, sum = {0};
  struct order_news news = {0};
  size_t count = 0, shared = 0, added = 0;
  for (unsigned round = 0; round < ROUNDS; round++) {
    struct order_work fresh = {0};
    struct order alone = {0};
    count = change(&r, events, count);
    CHECK(order_compute(&w, &o, events, count));
    CHECK(order_compute(&fresh, &alone, events, count));
    CHECK(same(&o, &alone));
    shared += w.odd ? 0 : 1;
    order_news_take(&news, &w, !round || !rng_below(&r, 20));
    order_news_add(&sum, &news);
    CHECK(same(&sum, &alone) && sum.width == o.width);
    added += news.same > 0;
    order_free(&alone);
    order_work_free(&fresh);
  }
  CHECK(shared > ROUNDS / 4); /* else it was computed anew each time */
  CHECK(added > ROUNDS / 8);
  order_news_free(&news);
  order_free(&sum);
  order_free(&o);
  order_work_free(&w);
}
