#include "sched/order_turns.h"

#include <string.h>

#include "base/sound.h"
#include "exec/executor.h"

/* What is told of turns stands at the end of a run, in their order.  If nothing
 * is known of one of them, all are reads as any others, but for those that the
 * prefix took as one step. */
void order_note_turns(struct order_work *k, const struct event *events,
                       size_t count) {
  EXPECTS(events || !count);
  size_t from = count;
  while (from && event_tells(&events[from - 1]) && events[from - 1].alt)
    from--;
  vec_clear(&k->turns);
  vec_clear(&k->pasts);
  k->turn = 0;
  for (size_t i = from; i < count; i++) {
    const struct event *e = &events[i];
    struct order_turn *last = k->turns.len ? vec_last(&k->turns) : NULL;
    if (e->alt == TOLD_TURN && (!last || last->event != e->object)) {
      struct order_turn t = {.event = (uint32_t)e->object,
                             .reads = (uint32_t)e->enabled,
                             .told = (uint32_t)i,
                             .step = UINT32_MAX,
                             .vain = e->site & TURN_IN_VAIN,
                             .part = e->site & TURN_IN_PART,
                             .unknown = (e->site & 3) == TURN_TOLD_UNKNOWN};
      k->o->unordered |= t.unknown;
      t.planned = e->site & TURN_PLANNED;
      vec_push(&k->turns, t);
    }
    if (k->turns.len)
      vec_last(&k->turns)->told_end = (uint32_t)i + 1;
  }
  size_t kept = 0;
  vec_each(&k->turns, t)
    if (t->planned || (!t->unknown && (!k->o->unordered || t->reads == 1)))
      k->turns.at[kept++] = *t;
  k->turns.len = kept;
}

/* The turn that begins with this event, or NULL. */
struct order_turn *order_turn_at(struct order_work *k, size_t i) {
  EXPECTS(!k->turns.len || k->turn <= k->turns.len);
  while (k->turn < k->turns.len && k->turns.at[k->turn].event < i)
    k->turn++;
  return k->turn < k->turns.len && k->turns.at[k->turn].event == i
             ? &k->turns.at[k->turn]
             : NULL;
}

/* Whether the reads of a turn follow each other; they are put behind the
 * places. */
bool order_gather(struct order_work *k, const struct order_turn *t,
                   const struct event *events, size_t count) {
  EXPECTS(t->event < count);
  struct order *o = k->o;
  size_t before = o->places.len;
  uint32_t left = t->reads;
  unsigned thread = events[t->event].thread;
  for (size_t i = t->event; left && i < count; i++) {
    const struct event *e = &events[i];
    if (e->flags & EVENT_SILENT)
      continue;
    if (e->flags & EVENT_PENDING || e->thread != thread || e->kind != OP_READ)
      break;
    struct turn_place p = {e->object, e->size, --left};
    vec_push(&o->places, p);
  }
  bool whole = !left && before < UINT16_MAX;
  if (!whole)
    o->places.len = before;
  return whole;
}

void order_keep_past(struct order_work *k, struct order_turn *t, uint32_t s) {
  EXPECTS(s <= k->o->steps.len);
  const uint32_t *now = order_now(k, k->o->steps.at[s].thread);
  t->past = (uint32_t)k->pasts.len;
  t->step = s;
  for (uint32_t i = 0; i < k->width; i++)
    vec_push(&k->pasts, now[i]);
}

/* Steps as they could have been, before the write f. */
static void add_hypothetical(struct order_work *k, const struct order_turn *t,
                             uint32_t f, const struct turn_place *reads,
                             uint32_t count, unsigned how) {
  EXPECTS(f < k->o->steps.len && reads && count);
  struct order *o = k->o;
  const uint32_t *past = k->pasts.at + t->past;
  struct step s = o->steps.at[t->step];
  bool part = how == TURN_TOLD_PART;
  bool one = part || (how == TURN_TOLD_WHOLE && count > 1);
  struct race r = {f, (uint32_t)o->steps.len, 0, one ? 0 : count - 1};
  if (past[o->steps.at[f].thread] > f || o->places.len + count > UINT16_MAX)
    return;
  s.alt = (uint16_t)(one ? count | (part ? CHOICE_PART : 0) : 0);
  s.flags &= (uint8_t)~EVENT_SILENT;
  s.places = 0;
  if (one) {
    s.places = (uint32_t)(o->places.len + 1);
    for (uint32_t i = 0; i < count; i++) {
      struct turn_place p = {reads[i].object, reads[i].size, count - 1 - i};
      vec_push(&o->places, p);
    }
  }
  for (uint32_t i = 0; i < (one ? 1 : count); i++) {
    s.object = reads[i].object;
    s.size = reads[i].size;
    vec_push(&o->steps, s);
  }
  vec_push(&o->races, r);
}

/* The step of a write, or UINT32_MAX. */
static uint32_t step_of_event(const struct order *o, uint64_t event) {
  uint32_t low = 0, high = o->executed;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (o->steps.at[middle].event < event)
      low = middle + 1;
    else
      high = middle;
  }
  return low < o->executed && o->steps.at[low].event == event ? low
                                                              : UINT32_MAX;
}

/* Nothing is known of it: each of its reads races as a read does. */
static void add_unknown(struct order_work *k, const struct order_turn *t) {
  enum { MOST = 16 };
  struct order *o = k->o;
  struct step e = o->steps.at[t->step];
  struct turn_place one = {e.object, e.size, 0}, reads[MOST];
  const struct turn_place *p = e.places ? step_places(o, &e) : &one;
  uint32_t count = p->left + 1 < MOST ? p->left + 1 : MOST;
  memcpy(reads, p, count * sizeof *p);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t f = t->step; f-- > 0;) {
      const struct step *w = &o->steps.at[f];
      if (w->thread == e.thread || !OP_CHANGES(w->kind) ||
          !op_dependent(OP_READ, reads[i].object, reads[i].size, w->kind,
                        w->object, w->size))
        continue;
      add_hypothetical(k, t, f, reads, i + 1, TURN_TOLD_RAW);
      break;
    }
}

void order_add_told(struct order_work *k, const struct event *events) {
  EXPECTS(k->o->steps.len >= k->o->pending);
  enum { MOST = 16 };
  for (size_t n = 0; n < k->turns.len; n++) {
    const struct order_turn *t = &k->turns.at[n];
    if (t->step == UINT32_MAX)
      continue;
    if (t->unknown)
      add_unknown(k, t);
    for (uint32_t i = t->told; i < t->told_end; i++) {
      const struct event *e = &events[i];
      struct turn_place reads[MOST];
      uint32_t f, count = e->size < MOST ? e->size : MOST;
      if (e->alt != TOLD_TURN || t->unknown || !e->value || !count ||
          (f = step_of_event(k->o, e->value - 1)) == UINT32_MAX)
        continue;
      for (uint32_t r = 0; r < count; r++)
        reads[r] = (struct turn_place){events[i + 1 + r].object,
                                  events[i + 1 + r].size, 0};
      add_hypothetical(k, t, f, reads, count, e->site & 3);
    }
  }
}

void order_note_look(struct order_work *k, const struct event *e) {
  k->odd = true;
  if (e->alt)
    return; /* of a turn: note_turns */
  uint8_t looks = e->flags & EVENT_FAILED ? k->tried[e->thread] & TRIED_LOOKS
                                          : TRIED_LOOKS;
  k->tried[e->thread] = looks | (e->enabled ? TRIED_PASSES : 0);
  k->passes_before[e->thread] = (uint32_t)e->value - 1;
}
