#include "sched/tree_digest.h"

#include "base/alloc.h"
#include "base/sound.h"

static struct order_news *digested_at(const struct tree *t, uint32_t plan) {
  return t->digested ? &t->digested[plan % DIGESTED] : NULL;
}

/* Asks early for the memory of news, which another processor had last. */
#define FETCH(o, write)                                                        \
  (fetch_lines(write, (o)->steps.at, (o)->steps.len * sizeof *(o)->steps.at),  \
   fetch_lines(write, (o)->races.at, (o)->races.len * sizeof *(o)->races.at),  \
   fetch_lines(write, (o)->clocks.at,                                          \
               (o)->clocks.len * sizeof *(o)->clocks.at))

static inline void fetch_lines(bool write, const void *at, size_t bytes) {
  enum { LINE = 64, MOST = 4096 };
  bytes = bytes < MOST ? bytes : MOST;
  for (size_t i = 0; i < bytes; i += LINE)
    if (write)
      __builtin_prefetch((const char *)at + i, 1);
    else
      __builtin_prefetch((const char *)at + i, 0);
}

static struct order_work *work_of(struct tree *t, unsigned worker) {
  if (!t->works[worker]) {
    t->works[worker] = alloc_zero(1, sizeof **t->works);
    t->works[worker]->blocks = t->work.blocks;
    t->works[worker]->give_up = t->work.give_up;
    t->works[worker]->give_up_user = t->work.give_up_user;
  }
  return t->works[worker];
}

bool tree_digest(struct tree *t, unsigned worker, const struct batch *b,
                 uint32_t i, uint32_t plan) {
  EXPECTS(worker < WORKERS_MAX && i < b->done);
  struct order_news *d = digested_at(t, plan);
  const struct run *run = &b->runs[i];
  struct order_work *work = work_of(t, worker);
  work->every = b->plans[i].flags & PLAN_OWN;
  if (!d)
    return false;
  FETCH(&d->rest, true);
  d->there =
      order_compute(work, NULL, b->events + run->events, run->events_len);
  if (d->there)
    order_news_take(d, work, !i);
  return d->there;
}

/* It is lent by this one, of which it has so many steps from the run before. */
static void lend(struct tree *t, struct kept_run *k, const struct order *from,
                 uint32_t same) {
  t->same = t->lender == from ? same : 0;
  t->lender = from;
  k->lent = !t->more_races;
  if (!k->lent)
    order_copy(&k->order, from);
}

bool tree_take_order(struct tree *t, const struct batch *b, uint32_t i,
                     struct kept_run *k) {
  struct order_news *d = digested_at(t, i);
  const struct order_news *next =
      i + 1 < b->done && i + 1 < t->batch.len ? digested_at(t, i + 1) : NULL;
  if (next && next->there)
    FETCH(&next->rest, false);
  if (d && d->there) {
    order_news_add(&t->gathered, d);
    d->there = false;
    lend(t, k, &t->gathered, d->same);
    return true;
  }
  t->work.every = b->plans[i].flags & PLAN_OWN;
  k->lent = false;
  if (!order_compute(&t->work, NULL, b->events + b->runs[i].events,
                     b->runs[i].events_len))
    return false;
  lend(t, k, &t->work.own, t->work.same);
  return true;
}

void tree_digest_close(struct tree *t) {
  for (unsigned i = 0; t->digested && i < DIGESTED; i++)
    order_news_free(&t->digested[i]);
  free(t->digested);
  order_free(&t->gathered);
  for (unsigned i = 0; i < WORKERS_MAX; i++) {
    if (t->works[i])
      order_work_free(t->works[i]);
    free(t->works[i]);
  }
}
