#include "sched/order_wakes.h"

#include <string.h>

#include "base/sound.h"
#include "exec/executor.h"
#include "sched/order_turns.h"

/* The last to arrive: everyone of this round goes on after all arrivals. */
static void barrier_opens(struct order_work *k, uint32_t s) {
  struct order *o = k->o;
  uint32_t all[THREADS_MAX + 4];
  memset(all, 0, o->width * sizeof *all);
  const struct step *e = &o->steps.at[s];
  uint32_t l = k->heads.at[order_cell(k, CLASS_BARRIER, e->object)];
  for (; l; l = k->links.at[l - 1].prev) {
    uint32_t f = k->links.at[l - 1].step;
    const struct step *g = &o->steps.at[f];
    if (f != s && (g->kind != OP_ARRIVE || event_opens(order_event(k, g))))
      break;
    clocks_join(all, order_clock(o, f), o->width);
  }
  struct threads freed;
  unsigned words = event_freed_set(order_event(k, e), &freed);
  threads_each(words, &freed, t) if (t < o->width && t != e->thread)
      clocks_join(order_now(k, (unsigned)t), all, o->width);
  clocks_join(order_now(k, e->thread), all, o->width);
}

/* Who is chosen by a signal that is step s, or part of it. */
static void signalled(struct order_work *k, const struct event *e, uint32_t s) {
  struct threads chosen;
  if (e->kind != OP_SIGNAL && e->kind != OP_BROADCAST)
    return;
  unsigned words = event_freed_set(e, &chosen);
  threads_each(words, &chosen, t) k->woken_by[t] = s;
}

void order_sets_free(struct order_work *k, uint32_t s) {
  k->odd = true;
  const struct event *e = order_event(k, &k->o->steps.at[s]);
  signalled(k, e, s);
  if (e->kind == OP_WAIT)
    k->woken_by[e->thread] = UINT32_MAX;
  if (e->kind == OP_ARRIVE && event_opens(e))
    barrier_opens(k, s);
}

void order_block_sets_free(struct order_work *k, const struct event *e) {
  struct order *o = k->o;
  struct threads freed;
  k->odd = true;
  if (!o->executed)
    return;
  signalled(k, e, o->executed - 1);
  unsigned words = e->kind == OP_ARRIVE ? event_freed_set(e, &freed) : 0;
  threads_each(words, &freed, t) if (t < o->width) clocks_join(
      order_now(k, (unsigned)t), order_clock(o, o->executed - 1), o->width);
}
