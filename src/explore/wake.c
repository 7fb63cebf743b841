#include "explore/wake.h"

#include <stdlib.h>

#include "base/sound.h"

static bool is_expanded(const struct search *s, state_id id) {
  return s->options.depth_first ? id < s->naps.len && s->naps.at[id].expanded
                                : id < s->next;
}

void wake_merge(struct search *s, unsigned division, state_id id,
                sleep_set asleep) {
  EXPECTS(division < s->store.division_count && s->store.sleep_bytes);
  EXPECTS(id < s->store.count);
  sleep_set before = store_sleep(&s->store, id), woken = before & ~asleep;
  if (!woken)
    return;
  store_set_sleep(&s->store, id, before & asleep);
  if (!is_expanded(s, id))
    return;
  struct waking w = {id, woken};
  vec_push(&s->sieves[division].woken, w);
}

/* Depth first: on the stack once, however often it is woken before its turn
 * comes. */
static void push_woken(struct search *s, const struct waking *w) {
  struct nap *nap = &s->naps.at[w->id];
  if (!nap->woken)
    vec_push(&s->stack, w->id);
  nap->woken |= w->steps;
}

void wake_collect(struct search *s) {
  for (unsigned d = 0; d < s->jobs; d++) {
    vec_each(&s->sieves[d].woken, w) {
      if (s->options.depth_first)
        push_woken(s, w);
      else
        vec_push(&s->woken, *w);
    }
    vec_clear(&s->sieves[d].woken);
  }
}

static int by_id(const void *a, const void *b) {
  state_id x = ((const struct waking *)a)->id;
  state_id y = ((const struct waking *)b)->id;
  return (x > y) - (x < y);
}

void wake_level(struct search *s) {
  vec_clear(&s->waking);
  s->waking_next = 0;
  if (s->woken.len)
    qsort(s->woken.at, s->woken.len, sizeof *s->woken.at, by_id);
  vec_each(&s->woken, w) {
    if (s->waking.len && vec_last(&s->waking)->id == w->id)
      vec_last(&s->waking)->steps |= w->steps;
    else
      vec_push(&s->waking, *w);
  }
  vec_clear(&s->woken);
}

bool wake_none(const struct search *s) {
  return !s->woken.len && s->waking_next == s->waking.len;
}

void wake_push(struct search *s, state_id id, sleep_set woken) {
  EXPECTS(id < s->store.count);
  vec_push(&s->batch, id);
  vec_push(&s->batch_woken, woken);
}

void wake_pop(struct search *s, state_id id) {
  EXPECTS(id < s->store.count);
  if (s->naps.len < s->store.count)
    vec_resize(&s->naps, s->store.count);
  struct nap *nap = &s->naps.at[id];
  wake_push(s, id, nap->woken);
  *nap = (struct nap){.expanded = true};
}

void wake_put_back(struct search *s, state_id id, sleep_set woken) {
  EXPECTS(id < s->naps.len);
  struct nap *nap = &s->naps.at[id];
  if (!nap->woken)
    vec_push(&s->stack, id);
  nap->woken = woken ? nap->woken | woken : 0;
  nap->expanded = woken != 0;
}

void wake_close(struct search *s) {
  vec_free(&s->waking);
  vec_free(&s->woken);
  vec_free(&s->batch_woken);
  vec_free(&s->naps);
}
