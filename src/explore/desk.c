#include "explore/desk.h"

#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"

enum { FIRST_SLOTS = STRESSED(2, 64) };

void desk_open(struct desk *d, struct mover *mv, struct hand *h) {
  *d = (struct desk){.mover = mv,
                     .hand = h,
                     .parts = mv->parts->count,
                     .processes = mv->model->process_count};
  d->chosen = alloc_zero(d->processes, sizeof *d->chosen);
  d->locals = alloc_zero(d->processes, sizeof *d->locals);
  d->group = alloc_zero(d->processes + 1, sizeof *d->group);
  d->spans = alloc_zero(d->processes + 1, sizeof *d->spans);
}

void desk_close(struct desk *d) {
  vec_free(&d->frames);
  vec_free(&d->hashes);
  vec_free(&d->marks);
  vec_free(&d->steps);
  vec_free(&d->options);
  vec_free(&d->list);
  vec_free(&d->lists);
  vec_free(&d->visits.hashes);
  vec_free(&d->visits.values);
  vec_free(&d->visits.tags);
  vec_free(&d->visits.slots);
  vec_free(&d->visits.used);
  vec_free(&d->points);
  free(d->chosen);
  free(d->locals);
  free(d->group);
  free(d->spans);
}

/* --- frames seen ---------------------------------------------------------- */

static void visits_clear(struct visits *v) {
  vec_each(&v->used, slot) v->slots.at[*slot] = 0;
  vec_clear(&v->used);
  vec_clear(&v->hashes);
  vec_clear(&v->values);
  vec_clear(&v->tags);
}

static void visits_put(struct visits *v, uint32_t index) {
  EXPECTS(index < v->hashes.len);
  size_t mask = v->slots.len - 1, i = v->hashes.at[index] & mask;
  while (v->slots.at[i])
    i = (i + 1) & mask;
  v->slots.at[i] = index + 1;
  vec_push(&v->used, (uint32_t)i);
}

static void visits_grow(struct visits *v) {
  size_t len = v->slots.len ? v->slots.len * 2 : FIRST_SLOTS;
  vec_each(&v->used, slot) v->slots.at[*slot] = 0;
  vec_clear(&v->used);
  vec_resize(&v->slots, len);
  for (uint32_t i = 0; i < v->hashes.len; i++)
    visits_put(v, i);
}

bool desk_visit(struct desk *d, uint32_t tag) {
  struct visits *v = &d->visits;
  if ((v->hashes.len + 1) * 2 > v->slots.len)
    visits_grow(v);
  uint64_t hash = hash_mix(desk_hash(d) + tag);
  size_t mask = v->slots.len - 1, size = d->parts * sizeof(value_id);
  for (size_t i = hash & mask; v->slots.at[i]; i = (i + 1) & mask) {
    uint32_t k = v->slots.at[i] - 1;
    if (v->hashes.at[k] == hash && v->tags.at[k] == tag &&
        !memcmp(v->values.at + (size_t)k * d->parts, desk_values(d), size))
      return false;
  }
  size_t len = v->values.len;
  vec_reserve(&v->values, len + d->parts);
  v->values.len = len + d->parts;
  memcpy(v->values.at + len, desk_values(d), size);
  vec_push(&v->hashes, hash);
  vec_push(&v->tags, tag);
  visits_put(v, (uint32_t)v->hashes.len - 1);
  return true;
}

/* --- walking -------------------------------------------------------------- */

void desk_begin(struct desk *d, const struct view *v) {
  vec_clear(&d->frames);
  vec_clear(&d->hashes);
  vec_clear(&d->marks);
  vec_clear(&d->steps);
  vec_clear(&d->options);
  visits_clear(&d->visits);
  vec_reserve(&d->frames, d->parts);
  d->frames.len = d->parts;
  memcpy(d->frames.at, v->values, d->parts * sizeof *v->values);
  vec_push(&d->hashes, 0);
  vec_push(&d->marks, 0);
}

void desk_push(struct desk *d) {
  size_t len = d->frames.len;
  vec_reserve(&d->frames, len + d->parts);
  d->frames.len = len + d->parts;
  memcpy(d->frames.at + len, d->frames.at + len - d->parts,
         d->parts * sizeof *d->frames.at);
  uint64_t hash = desk_hash(d);
  vec_push(&d->hashes, hash);
  vec_push(&d->marks, (uint32_t)d->steps.len);
}

void desk_pop(struct desk *d) {
  EXPECTS(d->hashes.len > 1 && d->marks.len);
  d->frames.len -= d->parts;
  d->hashes.len--;
  d->steps.len = vec_pop(&d->marks);
}

void desk_remember(struct desk *d) {
  size_t top = d->hashes.len - 1;
  memcpy(d->frames.at + (top - 1) * d->parts, d->frames.at + top * d->parts,
         d->parts * sizeof *d->frames.at);
  d->hashes.at[top - 1] = d->hashes.at[top];
}

void desk_leap(struct desk *d, struct leaps *out) {
  size_t len = out->values.len, steps = out->steps.len;
  vec_reserve(&out->values, len + d->parts);
  out->values.len = len + d->parts;
  memcpy(out->values.at + len, desk_values(d),
         d->parts * sizeof *out->values.at);
  vec_reserve(&out->steps, steps + d->steps.len);
  out->steps.len = steps + d->steps.len;
  memcpy(out->steps.at + steps, d->steps.at,
         d->steps.len * sizeof *d->steps.at);
  vec_push(&out->ends, (uint32_t)out->steps.len);
}

static const struct move *find_move(const struct moves *list, edge_id edge,
                                    int32_t choice) {
  EXPECTS(list != NULL);
  for (uint32_t i = 0; i < list->count; i++)
    if (list->at[i].edge == edge && list->at[i].choice == choice)
      return &list->at[i];
  return NULL;
}

void desk_take(struct desk *d, const struct desk_option *o) {
  EXPECTS(o->process < d->processes && o->move < o->list->count);
  EXPECTS(d->hashes.len);
  value_id *values = desk_values(d);
  const struct moves *list = o->list;
  const struct move *mo = &list->at[o->move];
  part_id part = o->offer->part;
  if (o->offer->tuple_count || (part != NONE && values[part] != o->seen)) {
    list = desk_moves(d, o->process, o->offer);
    mo = find_move(list, mo->edge, mo->choice);
    assert(mo);
  }
  uint64_t delta = mo->delta;
  if (part != NONE) {
    value_id object = mover_object(d->mover, d->hand, o->offer, mo, values);
    if (mo->flags & MOVE_OPERATES)
      delta ^= parts_hash(part, values[part]) ^ parts_hash(part, object);
    values[part] = object;
  }
  values[o->process] = mo->local;
  const struct change *changes = moves_changes(list) + mo->first_change;
  for (uint32_t k = 0; k < mo->change_count; k++)
    values[changes[k].part] = changes[k].to;
  *vec_last(&d->hashes) ^= delta;
  struct model_step s = {o->process, mo->edge, mo->choice, NONE};
  vec_push(&d->steps, s);
}

static void add_options(struct desk *d, process_id p, const struct offer *offer,
                        const struct moves *list, const value_id *values) {
  EXPECTS(p < d->processes && offer && list);
  struct desk_option o = {.process = p, .offer = offer, .list = list};
  o.seen = offer->part == NONE ? 0 : values[offer->part];
  for (o.move = 0; o.move < list->count; o.move++)
    if (!(list->at[o.move].flags & MOVE_REPEAT))
      vec_push(&d->options, o);
}

void desk_options(struct desk *d, process_id p) {
  EXPECTS(p < d->processes);
  const struct local *local = desk_local(d, p);
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct moves *list = desk_moves(d, p, &local->at[i]);
    if (list->count)
      add_options(d, p, &local->at[i], list, desk_values(d));
  }
}

uint32_t desk_view_lists(struct desk *d, const struct view *v, process_id p) {
  EXPECTS(p < d->processes);
  const struct local *local = v->locals[p];
  uint32_t steps = 0, k = v->first[p], end = v->first[p + 1];
  d->waits = v->waits[p];
  vec_clear(&d->lists);
  for (uint32_t i = 0; i < local->offer_count; i++) {
    bool has_entry = k < end && v->entries[k].offer == &local->at[i];
    const struct moves *list = has_entry ? v->entries[k++].list : NULL;
    steps += list ? list->count : 0;
    vec_push(&d->lists, list);
  }
  return steps;
}

uint32_t desk_lists(struct desk *d, process_id p) {
  EXPECTS(p < d->processes);
  const struct local *local = desk_local(d, p);
  uint32_t steps = 0;
  d->waits = false;
  vec_clear(&d->lists);
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct moves *list = desk_moves(d, p, &local->at[i]);
    steps += list->count;
    d->waits |= list->waits;
    vec_push(&d->lists, list);
  }
  return steps;
}

void desk_view_options(struct desk *d, const struct view *v, process_id p) {
  EXPECTS(p < d->processes);
  for (uint32_t k = v->first[p]; k < v->first[p + 1]; k++)
    add_options(d, p, v->entries[k].offer, v->entries[k].list, v->values);
}
