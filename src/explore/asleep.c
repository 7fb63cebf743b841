#include "explore/asleep.h"

#include <string.h>

#include "base/sound.h"
#include "explore/face.h"

/* --- bits ----------------------------------------------------------------- */

static bool sends_to(const struct process *p, object_id o) {
  EXPECTS(o != NONE);
  for (edge_id e = 0; e < p->edge_count; e++)
    for (uint32_t i = 0;
         p->edges[e].action == ACT_SEND && i < p->edges[e].count; i++)
      if (p->edges[e].table[i] == o)
        return true;
  return false;
}

/* How many steps an edge may have at once: a guess for async, where they are
 * as many as there are different messages. */
static uint32_t steps_of(const struct model *m, const struct edge *e) {
  EXPECTS(e->action <= ACT_ATOMIC);
  if (e->action == ACT_INPUT) {
    int64_t values = e->input_range.hi - (int64_t)e->input_range.lo + 1;
    return values < SLEEP_BITS ? (uint32_t)values : SLEEP_BITS;
  }
  if (e->action != ACT_RECEIVE || m->scheme == SCHEME_MAILBOX)
    return 1;
  uint32_t most = 1;
  for (uint32_t i = 0; i < e->count; i++) {
    uint32_t senders = 0;
    if (e->table[i] == NONE || m->objects[e->table[i]].kind != OBJECT_PORT)
      continue;
    for (process_id p = 0; p < m->process_count; p++)
      senders += sends_to(&m->processes[p], e->table[i]);
    most = senders > most ? senders : most;
  }
  return most;
}

static uint32_t steps_at_most(const struct model *m, const struct process *p) {
  uint32_t *sum = alloc_zero(p->location_count, sizeof *sum), most = 0;
  for (edge_id e = 0; e < p->edge_count; e++) {
    location_id from = p->edges[e].from;
    sum[from] += steps_of(m, &p->edges[e]);
    if (sum[from] > SLEEP_BITS)
      sum[from] = SLEEP_BITS;
    most = sum[from] > most ? sum[from] : most;
  }
  free(sum);
  return most;
}

/* The one with the most bits, the last of these, does with one less. */
static void take_one(struct asleep *a) {
  process_id widest = 0;
  for (process_id p = 0; p < a->model->process_count; p++)
    if (a->width[p] >= a->width[widest])
      widest = p;
  a->width[widest]--;
}

void asleep_open(struct asleep *a, const struct model *m) {
  *a = (struct asleep){.model = m};
  a->width = alloc_zero(m->process_count, 1);
  a->base = alloc_zero(m->process_count, 1);
  uint64_t bits = 0;
  for (process_id p = 0; p < m->process_count; p++)
    bits += a->width[p] = (uint8_t)steps_at_most(m, &m->processes[p]);
  for (; bits > SLEEP_BITS; bits--)
    take_one(a);
  for (process_id p = 0; p < m->process_count; p++) {
    a->base[p] = (uint8_t)a->bits;
    for (unsigned i = 0; i < a->width[p]; i++)
      a->owner[a->bits++] = p;
  }
  a->bytes = a->bits > 8 ? (a->bits + 7) / 8 : 1;
}

void asleep_close(struct asleep *a) {
  free(a->width);
  free(a->base);
}

/* --- do two steps commute? ------------------------------------------------ */

static bool touches(const struct offer *offer, part_id part) {
  if (!offer->tuple_count)
    return offer->part == part;
  for (uint32_t i = 0; i < offer->tuple_count; i++)
    if (offer->tuple[i] == part)
      return true;
  return false;
}

static bool share_a_part(const struct offer *a, const struct offer *b) {
  if (!b->tuple_count)
    return b->part != NONE && touches(a, b->part);
  for (uint32_t i = 0; i < b->tuple_count; i++)
    if (touches(a, b->tuple[i]))
      return true;
  return false;
}

/* Both can be taken where t is, and act on the same part; this asks whether
 * they do the same in either order.  That z can still be taken after t, and
 * so t after z, is seen in the list after t. */
static bool commutes(const struct asleep *a, const struct asleep_taken *t,
                     process_id p, const struct offer *offer,
                     const struct move *z) {
  EXPECTS(p < a->model->process_count && p != t->process);
  const struct model *m = a->model;
  if (offer->tuple_count || t->offer->tuple_count)
    return false;
  if (!offer->queue) /* neither changes it */
    return z->object == t->before[offer->part] &&
           t->move->object == t->before[offer->part];
  object_id o = offer_object(offer, z->edge);
  if (o != offer_object(t->offer, t->move->edge))
    return true; /* ports of one causal net */
  bool z_sends = m->processes[p].edges[z->edge].action == ACT_SEND;
  bool t_sends =
      m->processes[t->process].edges[t->move->edge].action == ACT_SEND;
  if (z_sends && t_sends) /* room for both is symmetrical */
    return m->objects[o].kind == OBJECT_PORT && m->scheme != SCHEME_MAILBOX;
  return z_sends || t_sends; /* what is received was there before */
}

/* --- the same step after another ------------------------------------------ */

/* Under async receptions are numbered by the messages the port holds; one
 * that is sent may come in before it. */
static int32_t choice_after(struct mover *mv, struct hand *h,
                            const struct asleep_taken *t, part_id part,
                            object_id o, int32_t choice) {
  struct parts *ps = mv->parts;
  value_id old = face_of(mv, h, part, t->before[part]);
  value_id new = face_of(mv, h, part, t->after[part]);
  parts_words(ps, ps->faces, old, &h->object);
  parts_words(ps, ps->faces, new, &h->changed);
  face_look(mv, part, o, &h->object, &h->frontier);
  struct queue_pending was = h->frontier.at.at[choice];
  face_look(mv, part, o, &h->changed, &h->frontier);
  struct queue_pending is = h->frontier.at.at[choice];
  bool same = was.message == is.message &&
              !memcmp(h->object.at + was.payload, h->changed.at + is.payload,
                      mv->model->messages[was.message].arity * sizeof(int32_t));
  return same ? choice : choice + 1;
}

static bool is_numbered(const struct asleep *a, process_id p, object_id o,
                        edge_id edge) {
  EXPECTS(p < a->model->process_count);
  return a->model->scheme == SCHEME_ASYNC &&
         a->model->processes[p].edges[edge].action == ACT_RECEIVE &&
         a->model->objects[o].kind == OBJECT_PORT;
}

/* Where z is in the list after the step; NONE if it is not. */
static uint32_t place_after(const struct asleep *a, struct mover *mv,
                            struct hand *h, const struct asleep_taken *t,
                            process_id p, const struct offer *offer,
                            const struct move *z, const struct moves *list) {
  int32_t choice = z->choice;
  if (offer->queue) {
    object_id o = offer_object(offer, z->edge);
    if (is_numbered(a, p, o, z->edge))
      choice = choice_after(mv, h, t, offer->part, o, choice);
  }
  for (uint32_t i = 0; i < list->count; i++) {
    const struct move *mo = &list->at[i];
    if (mo->edge != z->edge || mo->choice != choice)
      continue;
    assert(mo->local == z->local);
    return mo->flags & MOVE_REPEAT ? NONE : i;
  }
  return NONE;
}

/* The steps of one process that shares a part with t. */
static sleep_set carry_over(const struct asleep *a, struct mover *mv,
                            struct hand *h, const struct asleep_taken *t,
                            process_id p, const struct local *local,
                            sleep_set mine) {
  EXPECTS(p < a->model->process_count);
  sleep_set out = 0;
  uint32_t was = 0, is = 0; /* steps of p so far, before t and after */
  for (uint32_t i = 0; mine && i < local->offer_count; i++) {
    const struct offer *offer = &local->at[i];
    const struct moves *old = mover_moves(mv, h, p, offer, t->before);
    bool shared = share_a_part(offer, t->offer);
    const struct moves *new =
        shared ? mover_moves(mv, h, p, offer, t->after) : old;
    for (uint32_t k = 0; k < old->count; k++, was++) {
      const struct move *z = &old->at[k];
      sleep_set bit = asleep_step(a, p, was);
      if (!(mine & bit))
        continue;
      mine &= ~bit;
      if (shared && !commutes(a, t, p, offer, z))
        continue;
      uint32_t at = old == new ? k : place_after(a, mv, h, t, p, offer, z, new);
      if (at != NONE)
        out |= asleep_step(a, p, is + at);
    }
    is += new->count;
  }
  return out;
}

static bool meets(const struct local *local, const struct offer *offer) {
  for (uint32_t i = 0; i < local->offer_count; i++)
    if (share_a_part(&local->at[i], offer))
      return true;
  return false;
}

sleep_set asleep_after(const struct asleep *a, struct mover *mv, struct hand *h,
                       const struct asleep_taken *t, sleep_set before) {
  sleep_set rest = before & ~asleep_all(a, t->process), out = rest;
  if (t->offer->part == NONE && !t->offer->tuple_count)
    return out;
  while (rest) {
    process_id p = a->owner[__builtin_ctzll(rest)];
    sleep_set mine = rest & asleep_all(a, p);
    rest &= ~mine;
    const struct local *local = mover_local(mv, h, p, t->before[p]);
    if (meets(local, t->offer))
      out = (out & ~mine) | carry_over(a, mv, h, t, p, local, mine);
  }
  return out;
}

bool asleep_take(const struct asleep *a, struct mover *mv, struct hand *h,
                 const struct model_step *step, const value_id *before,
                 value_id *after, sleep_set *set) {
  process_id p = step->process;
  const struct local *local = mover_local(mv, h, p, before[p]);
  const struct offer *offer = local->at;
  const struct moves *list = mover_moves(mv, h, p, offer, before);
  uint32_t number = 0, k = 0;
  while (k == list->count || list->at[k].edge != step->edge ||
         list->at[k].choice != step->choice) {
    if (k++ < list->count)
      continue;
    number += list->count;
    list = mover_moves(mv, h, p, ++offer, before);
    k = 0;
  }
  const struct move *mo = &list->at[k];
  if (*set & asleep_step(a, p, number + k))
    return false;
  const struct change *changes = moves_changes(list) + mo->first_change;
  if (offer->part != NONE)
    after[offer->part] = mover_object(mv, h, offer, mo, before);
  for (uint32_t i = 0; i < mo->change_count; i++)
    after[changes[i].part] = changes[i].to;
  after[p] = mo->local;
  struct asleep_taken t = {before, after, p, offer, mo};
  *set = asleep_after(a, mv, h, &t, *set);
  return true;
}
