/* The tables of moves.h: locals by value, moves by pair. */
#include "explore/moves.h"

#include <string.h>

#include "base/hash.h"
#include "base/lock.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/derive.h"
#include "explore/face.h"

/* --- hands ---------------------------------------------------------------- */

void hand_open(struct hand *h, const struct model *m) {
  *h = (struct hand){0};
  uint32_t arity = 1;
  for (message_id i = 0; i < m->message_count; i++)
    if (m->messages[i].arity > arity)
      arity = m->messages[i].arity;
  h->bound = alloc_zero(arity, sizeof *h->bound);
  h->local_words = alloc_zero(m->process_count, sizeof *h->local_words);
  h->peers = alloc_zero(m->process_count, sizeof *h->peers);
  h->shared = alloc_zero(m->object_count, sizeof *h->shared);
  h->process_count = m->process_count;
}

void hand_close(struct hand *h) {
  arena_free(&h->lists);
  arena_free(&h->locals);
  words_free(&h->mine);
  words_free(&h->object);
  words_free(&h->tuple);
  words_free(&h->changed);
  for (process_id p = 0; p < h->process_count; p++)
    words_free(&h->peers[p]);
  free(h->peers);
  free(h->local_words);
  free(h->shared);
  free(h->bound);
  vec_free(&h->frontier.at);
  vec_free(&h->moves);
  vec_free(&h->remarks);
  vec_free(&h->changes);
}

/* --- the table of moves --------------------------------------------------- */

const struct moves *mover_moves(struct mover *mv, struct hand *h, process_id p,
                                const struct offer *offer,
                                const value_id *values) {
  EXPECTS(p < mv->model->process_count);
  if (offer->fixed)
    return offer->fixed;
  value_id value = offer->tuple_count ? derive_tuple(mv, h, offer, values)
                   : offer->queue
                       ? face_of(mv, h, offer->part, values[offer->part])
                       : values[offer->part];
  uint64_t key = (uint64_t)offer->id << 32 | value, list;
  if (!memo_get(&mv->lists, key, &list))
    list = memo_keep(&mv->lists, key,
                     (uintptr_t)derive_moves(mv, h, p, offer, values));
  return (const struct moves *)(uintptr_t)list;
}

value_id mover_object(struct mover *mv, struct hand *h,
                      const struct offer *offer, const struct move *mo,
                      const value_id *values) {
  EXPECTS(offer && mo);
  EXPECTS(offer->part != NONE);
  if (!(mo->flags & MOVE_OPERATES))
    return mo->object;
  return face_after(mv, h, offer->part, mo->object, values[offer->part]);
}

/* --- the table of locals -------------------------------------------------- */

const struct local *mover_local(struct mover *mv, struct hand *h, process_id p,
                                value_id v) {
  EXPECTS(p < mv->model->process_count);
  const struct local *found =
      (const struct local *)(uintptr_t)rows_get(&mv->locals[p], v);
  if (found)
    return found;
  struct local *made = derive_local(mv, h, p, v);
  alloc_lock(&mv->lock);
  found = (const struct local *)(uintptr_t)rows_get(&mv->locals[p], v);
  if (!found) {
    for (uint32_t i = 0; i < made->offer_count; i++)
      made->at[i].id = ++mv->offer_count;
    rows_set(&mv->locals[p], v, (uintptr_t)made);
    found = made;
    struct mover_made one = {p, v};
    if (mv->watched)
      vec_push(&mv->made, one);
  }
  alloc_unlock(&mv->lock);
  return found;
}

/* --- what properties look at ---------------------------------------------- */

static void mark_parts(const struct parts *ps, expr_id id, bool *used) {
  EXPECTS(id < ps->model->expr_count && used);
  const struct expr *x = &ps->model->exprs[id];
  switch (x->op) {
  case EXPR_SHARED:
  case EXPR_LENGTH:
    used[ps->of_object[x->a]] = true;
    return;
  case EXPR_SHARED_AT:
    for (int64_t i = 0; i < x->value; i++)
      used[ps->of_object[x->a + (object_id)i]] = true;
    mark_parts(ps, x->b, used);
    return;
  case EXPR_PEER_AT:
    mark_parts(ps, x->c, used);
    used[x->a] = true;
    return;
  case EXPR_PEER:
  case EXPR_AT:
  case EXPR_ENDED:
    used[x->a] = true;
    return;
  case EXPR_CONST:
  case EXPR_LOCAL:
  case EXPR_LOCAL_AT:
  case EXPR_BOUND:
    return;
  case EXPR_COND:
    mark_parts(ps, x->c, used);
    mark_parts(ps, x->b, used);
    break;
  case EXPR_NEG:
  case EXPR_NOT:
    break;
  default:
    mark_parts(ps, x->b, used);
  }
  mark_parts(ps, x->a, used);
}

struct support support_of(const struct parts *ps, expr_id e) {
  EXPECTS(e < ps->model->expr_count);
  bool *used = alloc_zero(ps->count, sizeof *used);
  struct support s = {.parts = alloc_zero(ps->count, sizeof *s.parts)};
  mark_parts(ps, e, used);
  for (part_id part = 0; part < ps->count; part++)
    if (used[part])
      s.parts[s.count++] = part;
  free(used);
  return s;
}

static void find_supports(struct mover *mv) {
  mv->supports = alloc_zero(mv->model->property_count, sizeof *mv->supports);
  for (uint32_t i = 0; i < mv->model->property_count; i++)
    mv->supports[i] = support_of(mv->parts, mv->model->properties[i].expr);
}

/* --- life ----------------------------------------------------------------- */

void mover_open(struct mover *mv, struct parts *ps, struct notes *notes) {
  *mv = (struct mover){.parts = ps, .notes = notes, .model = ps->model};
  lock_open(&mv->lock);
  memo_open(&mv->lists);
  afters_open(&mv->afters);
  mv->locals = alloc_zero(mv->model->process_count, sizeof *mv->locals);
  mv->faces = alloc_zero(ps->count, sizeof *mv->faces);
  mv->taken = alloc_zero(mv->model->source_count, 1);
  spots_open(&mv->spots, mv->model);
  find_supports(mv);
}

void mover_close(struct mover *mv) {
  spots_close(&mv->spots);
  memo_close(&mv->lists);
  afters_close(&mv->afters);
  for (process_id p = 0; p < mv->model->process_count; p++)
    rows_free(&mv->locals[p]);
  free(mv->locals);
  vec_free(&mv->made);
  for (part_id i = 0; i < mv->parts->count; i++)
    rows_free(&mv->faces[i]);
  free(mv->faces);
  free((void *)mv->taken);
  for (uint32_t i = 0; i < mv->model->property_count; i++)
    free(mv->supports[i].parts);
  free(mv->supports);
  pthread_mutex_destroy(&mv->lock);
}

void mover_settle(struct mover *mv) {
  memo_settle(&mv->lists);
  afters_settle(&mv->afters);
}

void mover_forget(struct mover *mv, struct hand *hands, unsigned count) {
  memo_clear(&mv->lists);
  afters_clear(&mv->afters);
  for (unsigned i = 0; i < count; i++)
    arena_free(&hands[i].lists);
  mv->list_bytes = 0;
}

void mover_watch(struct mover *mv) {
  memo_watch(&mv->lists);
  afters_watch(&mv->afters);
  mv->watched = true;
  vec_clear(&mv->made);
}

static void forget_from(struct rows *r, value_id from, value_id end) {
  for (value_id v = from; v < end; v++)
    if (rows_get(r, v))
      rows_set(r, v, 0);
}

/* What was remembered before mentions no such value, for there were none; what
 * is under one was remembered since. */
void mover_renew(struct mover *mv, const value_id *from) {
  EXPECTS(mv->watched);
  memo_take_back(&mv->lists);
  afters_take_back(&mv->afters);
  vec_each(&mv->made, l) rows_set(&mv->locals[l->process], l->value, 0);
  vec_clear(&mv->made);
  for (part_id i = 0; i < mv->parts->count; i++)
    forget_from(&mv->faces[i], from[i], mv->parts->at[i].count);
}

uint64_t mover_bytes(const struct mover *mv) {
  uint64_t bytes = memo_bytes(&mv->lists) + afters_bytes(&mv->afters) +
                   mv->list_bytes + mv->local_bytes;
  for (process_id p = 0; p < mv->model->process_count; p++)
    bytes += rows_bytes(&mv->locals[p]);
  for (part_id i = 0; i < mv->parts->count; i++)
    bytes += rows_bytes(&mv->faces[i]);
  return bytes;
}
