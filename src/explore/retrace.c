#include "explore/retrace.h"

#include "base/sound.h"
#include "explore/search.h"

/* The successor of the state that was stored last. */
static void follow(struct search *s, uint32_t turn) {
  struct expander *x = &s->expanders[0];
  size_t words = s->layout.words;
  state_id last = s->store.count - 1;
  expand_again(x, last);
  assert(turn < x->records.len / words);
  store_put(&s->store, last + 1, x->records.at + turn * words);
  store_set_parent(&s->store, last + 1, last);
  s->store.count++;
}

bool retrace_stage(struct search *s, struct candidate *c) {
  VEC(uint32_t) turns = {0};
  struct expander *x = &s->expanders[0];
  if (s->start_failed)
    return true;
  uint32_t turn = 0;
  for (state_id at = c->state; at; vec_push(&turns, turn))
    at = descent_parent(&s->store.descent, at, &turn);
  s->store.plain_parents = true;
  s->store.first = s->store.count = 0;
  bool ok = store_reserve(&s->store, turns.len + 2);
  if (ok) {
    x->note_seen = s->note_seen.at; /* it may have moved */
    x->note_seen_len = s->note_seen.len;
    layout_pack(&s->layout, s->start, x->words);
    store_put(&s->store, 0, x->words);
    store_set_parent(&s->store, 0, 0);
    s->store.count = 1;
    while (turns.len)
      follow(s, vec_pop(&turns));
    c->state = s->store.count - 1;
  }
  vec_free(&turns);
  return ok;
}
