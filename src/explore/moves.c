/* The tables of moves.h: locals by value, moves by pair. */
#include "explore/moves.h"

#include <string.h>

#include "base/hash.h"
#include "base/stress.h"
#include "explore/derive.h"

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

struct memo {
  size_t cap, count;
  struct memo_slot {
    _Atomic uint64_t key; /* offer << 32 | value; 0: empty (offers from 1) */
    const struct moves *list;
  } slots[];
};

enum { FIRST_MEMO = STRESSED(2, 1024) };

static struct memo *memo_new(size_t cap) {
  struct memo *t =
      alloc_zero(1, sizeof(struct memo) + cap * sizeof(struct memo_slot));
  t->cap = cap;
  return t;
}

static struct memo_slot *memo_slot(struct memo *t, uint64_t key) {
  size_t i = (key * 0x9e3779b97f4a7c15u) >> 20 & (t->cap - 1);
  for (;; i = (i + 1) & (t->cap - 1)) {
    uint64_t there =
        atomic_load_explicit(&t->slots[i].key, memory_order_acquire);
    if (there == key || !there)
      return &t->slots[i];
  }
}

static void memo_put(struct memo *t, uint64_t key, const struct moves *list) {
  struct memo_slot *slot = memo_slot(t, key);
  slot->list = list;
  atomic_store_explicit(&slot->key, key, memory_order_release);
  t->count++;
}

/* Readers may still walk the old table: it is only retired. */
static void memo_grow(struct mover *mv) {
  struct memo *old = mv->memo, *bigger = memo_new(old->cap * 2);
  for (size_t i = 0; i < old->cap; i++)
    if (old->slots[i].key)
      memo_put(bigger, old->slots[i].key, old->slots[i].list);
  mv->memo = bigger;
  vec_push(&mv->retired, old);
}

/* The list that is in the table now: ours, or one that came first. */
static const struct moves *memo_keep(struct mover *mv, uint64_t key,
                                     const struct moves *list) {
  pthread_mutex_lock(&mv->lock);
  struct memo_slot *slot = memo_slot(mv->memo, key);
  if (slot->key) {
    list = slot->list;
  } else {
    if ((mv->memo->count + 1) * 4 > mv->memo->cap * 3)
      memo_grow(mv);
    memo_put(mv->memo, key, list);
  }
  pthread_mutex_unlock(&mv->lock);
  return list;
}

const struct moves *mover_moves(struct mover *mv, struct hand *h,
                                process_id p, const struct offer *offer,
                                const value_id *values) {
  if (offer->fixed)
    return offer->fixed;
  value_id value = offer->tuple_count ? derive_tuple(mv, h, offer, values)
                                      : values[offer->part];
  uint64_t key = (uint64_t)offer->id << 32 | value;
  struct memo *t = atomic_load_explicit(&mv->memo, memory_order_acquire);
  struct memo_slot *slot = memo_slot(t, key);
  if (atomic_load_explicit(&slot->key, memory_order_relaxed) == key)
    return slot->list;
  return memo_keep(mv, key, derive_moves(mv, h, p, offer, values));
}

/* --- the table of locals -------------------------------------------------- */

enum { FIRST_SEGMENT = 64 };

/* Segment k holds FIRST_SEGMENT << k values; segments never move. */
static _Atomic(const struct local *) *
local_slot(struct mover *mv, process_id p, value_id v) {
  uint64_t n = (uint64_t)v + FIRST_SEGMENT;
  unsigned k = 63 - (unsigned)__builtin_clzll(n / FIRST_SEGMENT);
  _Atomic(const struct local *) *segment = atomic_load_explicit(
      &mv->locals[p].segments[k], memory_order_acquire);
  return segment ? segment + (n - ((uint64_t)FIRST_SEGMENT << k)) : NULL;
}

static _Atomic(const struct local *) *
local_slot_made(struct mover *mv, process_id p, value_id v) {
  uint64_t n = (uint64_t)v + FIRST_SEGMENT;
  unsigned k = 63 - (unsigned)__builtin_clzll(n / FIRST_SEGMENT);
  if (!mv->locals[p].segments[k])
    mv->locals[p].segments[k] = alloc_zero(
        (size_t)FIRST_SEGMENT << k, sizeof(_Atomic(const struct local *)));
  return local_slot(mv, p, v);
}

const struct local *mover_local(struct mover *mv, struct hand *h,
                                process_id p, value_id v) {
  _Atomic(const struct local *) *slot = local_slot(mv, p, v);
  const struct local *found =
      slot ? atomic_load_explicit(slot, memory_order_acquire) : NULL;
  if (found)
    return found;
  struct local *made = derive_local(mv, h, p, v);
  pthread_mutex_lock(&mv->lock);
  slot = local_slot_made(mv, p, v);
  found = *slot;
  if (!found) {
    for (uint32_t i = 0; i < made->offer_count; i++)
      made->at[i].id = ++mv->offer_count;
    *slot = found = made;
  }
  pthread_mutex_unlock(&mv->lock);
  return found;
}

/* --- what properties look at ---------------------------------------------- */

static void mark_parts(const struct parts *ps, expr_id id, bool *used) {
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

static void find_supports(struct mover *mv) {
  const struct parts *ps = mv->parts;
  mv->supports = alloc_zero(mv->model->property_count, sizeof *mv->supports);
  bool *used = alloc_zero(ps->count, sizeof *used);
  for (uint32_t i = 0; i < mv->model->property_count; i++) {
    struct support *s = &mv->supports[i];
    memset(used, 0, ps->count * sizeof *used);
    mark_parts(ps, mv->model->properties[i].expr, used);
    s->parts = alloc_zero(ps->count, sizeof *s->parts);
    for (part_id part = 0; part < ps->count; part++)
      if (used[part])
        s->parts[s->count++] = part;
  }
  free(used);
}

/* --- life ----------------------------------------------------------------- */

void mover_open(struct mover *mv, struct parts *ps, struct notes *notes) {
  *mv = (struct mover){.parts = ps, .notes = notes, .model = ps->model};
  pthread_mutex_init(&mv->lock, NULL);
  mv->memo = memo_new(FIRST_MEMO);
  mv->locals = alloc_zero(mv->model->process_count, sizeof *mv->locals);
  mv->taken = alloc_zero(mv->model->source_count, 1);
  find_supports(mv);
}

void mover_close(struct mover *mv) {
  mover_settle(mv);
  vec_free(&mv->retired);
  free(mv->memo);
  for (process_id p = 0; p < mv->model->process_count; p++)
    for (unsigned k = 0; k < 32; k++)
      free(mv->locals[p].segments[k]);
  free(mv->locals);
  free((void *)mv->taken);
  for (uint32_t i = 0; i < mv->model->property_count; i++)
    free(mv->supports[i].parts);
  free(mv->supports);
  pthread_mutex_destroy(&mv->lock);
}

void mover_settle(struct mover *mv) {
  vec_each(&mv->retired, t) free(*t);
  vec_clear(&mv->retired);
}

void mover_forget(struct mover *mv, struct hand *hands, unsigned count) {
  mover_settle(mv);
  free(mv->memo);
  mv->memo = memo_new(FIRST_MEMO);
  for (unsigned i = 0; i < count; i++)
    arena_free(&hands[i].lists);
  mv->list_bytes = 0;
}

uint64_t mover_bytes(const struct mover *mv) {
  struct memo *t = mv->memo;
  return t->cap * sizeof(struct memo_slot) + mv->list_bytes +
         mv->local_bytes;
}
