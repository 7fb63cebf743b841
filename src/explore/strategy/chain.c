#include "explore/strategy/chain.h"

#include <string.h>

enum { STEPS_MAX = 1000 };

/* Frames of the desk: the state; where the way was last remembered; where it
 * was before the last step, if sleep sets are kept; where it is. */
enum { REMEMBERED = 1 };

struct work {
  const struct future *f;
  struct desk *d;
  uint64_t maybe; /* processes that may be bound in the top frame */
  uint64_t all;
  const struct asleep *sets; /* NULL: none are kept */
  sleep_set asleep;          /* in the top frame */
};

/* Has p one step in the top frame, that nobody can disturb?  Most have not,
 * and the first look tells. */
static bool is_bound(struct work *w, process_id p) {
  struct desk *d = w->d;
  const struct local *local = d->locals[p];
  uint32_t steps = 0;
  vec_clear(&d->lists);
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct moves *list = desk_moves(d, p, &local->at[i]);
    steps += list->count;
    if (list->waits || steps > 1)
      return false;
    vec_push(&d->lists, list);
  }
  return steps == 1 &&
         future_undisturbed(w->f, d->locals, p, d->lists.at, false);
}

static process_id next_bound(struct work *w) {
  while (w->maybe) {
    process_id p = (process_id)__builtin_ctzll(w->maybe);
    if (is_bound(w, p))
      return p;
    w->maybe &= w->maybe - 1;
  }
  return NONE;
}

static object_id object_of(const struct offer *offer, edge_id edge) {
  for (uint32_t i = 0; i < offer->edge_count; i++)
    if (offer->edges[i].edge == edge)
      return offer->edges[i].object;
  return NONE;
}

/* Who may have become bound by this step of p?  Whoever shares the object may
 * have got another step; and where p can do less than before, others may have
 * become undisturbed. */
static uint64_t affected(const struct future *f, process_id p,
                         const struct offer *offer, const struct move *mo,
                         location_id from, location_id to) {
  object_id object = object_of(offer, mo->edge);
  uint64_t who = (uint64_t)1 << p;
  if (offer->tuple_count ||
      (offer->part != NONE && f->model->scheme == SCHEME_CAUSAL))
    return ~(uint64_t)0;
  if (object != NONE)
    who |= f->users[object];
  if (f->alike[f->base[p] + from] == f->alike[f->base[p] + to])
    return who;
  size_t objects = f->model->object_count;
  const uint8_t *before = f->uses + (f->base[p] + from) * objects;
  const uint8_t *after = f->uses + (f->base[p] + to) * objects;
  for (object_id o = 0; o < objects; o++)
    if (before[o] != after[o])
      who |= f->users[o];
  return who;
}

/* What sleeps after this step, which has just been taken. */
static void sleep_on(struct work *w, const struct option *o) {
  struct desk *d = w->d;
  const value_id *before = desk_values(d) - d->parts;
  struct asleep_taken t = {before, desk_values(d), o->process, o->offer,
                           &o->list->at[o->move]};
  w->asleep = asleep_after(w->sets, d->mover, d->hand, &t, w->asleep);
}

static void take(struct work *w, const struct option *o) {
  struct desk *d = w->d;
  process_id p = o->process;
  location_id before = d->locals[p]->location;
  if (w->asleep)
    desk_remember(d);
  desk_take(d, o);
  if (w->asleep)
    sleep_on(w, o);
  d->locals[p] = desk_local(d, p);
  w->maybe |= w->all & affected(w->f, p, o->offer, &o->list->at[o->move],
                                before, d->locals[p]->location);
}

/* Is the top frame the same as the k-th? */
static bool is_frame(const struct desk *d, size_t k) {
  size_t top = d->hashes.len - 1;
  return d->hashes.at[k] == d->hashes.at[top] &&
         !memcmp(d->frames.at + k * d->parts, d->frames.at + top * d->parts,
                 d->parts * sizeof *d->frames.at);
}

static void remember(struct desk *d) {
  size_t top = d->hashes.len - 1;
  memcpy(d->frames.at + REMEMBERED * d->parts, d->frames.at + top * d->parts,
         d->parts * sizeof *d->frames.at);
  d->hashes.at[REMEMBERED] = d->hashes.at[top];
}

/* Do all steps of some process sleep that nobody can disturb?  They are a
 * persistent set, so nothing need be taken here. */
static bool is_asleep(struct work *w) {
  struct desk *d = w->d;
  for (sleep_set todo = w->asleep; todo;) {
    process_id p = w->sets->owner[__builtin_ctzll(todo)];
    sleep_set mine = todo & asleep_all(w->sets, p);
    todo &= ~mine;
    if (desk_lists(d, p) == (uint32_t)__builtin_popcountll(mine) &&
        future_undisturbed(w->f, d->locals, p, d->lists.at, d->waits))
      return true;
  }
  return false;
}

/* Does everything sleep that can be done here, and is there anything? */
static bool is_dead(struct work *w) {
  struct desk *d = w->d;
  if (!w->asleep)
    return false;
  for (process_id p = 0; p < d->processes; p++) {
    sleep_set mine = w->asleep & asleep_all(w->sets, p);
    if (desk_lists(d, p) > (uint32_t)__builtin_popcountll(mine))
      return false;
  }
  return true;
}

/* After 1, 2, 4, ... steps the way is remembered anew (Brent 1980), so that
 * one that goes in circles is noticed. */
static void run(struct work *w, struct leaps *out) {
  struct desk *d = w->d;
  size_t again = 1;
  while (!is_frame(d, 0) && !is_frame(d, REMEMBERED) && !is_asleep(w)) {
    process_id p = d->steps.len < STEPS_MAX ? next_bound(w) : NONE;
    if (p == NONE) {
      if (is_dead(w))
        return;
      desk_leap(d, out);
      if (w->sets)
        vec_push(&out->asleep, w->asleep);
      return;
    }
    if (d->steps.len == again) {
      remember(d);
      again *= 2;
    }
    size_t from = d->options.len;
    desk_options(d, p);
    struct option only = d->options.at[from];
    d->options.len = from;
    take(w, &only);
  }
}

/* Whoever has one step that waits for nothing. */
static uint64_t may_be_bound(const struct view *v, process_id processes) {
  uint64_t maybe = 0;
  for (process_id p = 0; p < processes; p++) {
    uint32_t steps = 0;
    for (uint32_t k = v->first[p]; k < v->first[p + 1]; k++)
      steps += v->entries[k].list->count;
    maybe |= (uint64_t)(steps == 1 && !v->waits[p]) << p;
  }
  return maybe;
}

/* The step as a set. */
static sleep_set number_of(const struct view *v, const struct option *o) {
  uint32_t number = o->move;
  for (uint32_t k = v->first[o->process]; v->entries[k].offer != o->offer; k++)
    number += v->entries[k].list->count;
  return asleep_step(v->sets, o->process, number);
}

static bool is_awake(const struct view *v, sleep_set step) {
  return v->telling || (v->woken ? v->woken & step : !(v->asleep & step));
}

void chain_leaps(const struct future *f, const struct view *v,
                 const bool *only, struct leaps *out) {
  struct desk *d = v->desk;
  struct work w = {.f = f, .d = d, .sets = v->sets};
  sleep_set asleep = v->asleep;
  out->every_step = true;
  out->only = only;
  if (d->processes > FUTURE_BITS)
    return;
  uint64_t maybe = may_be_bound(v, d->processes);
  w.all = ~(uint64_t)0 >> (FUTURE_BITS - d->processes);
  desk_begin(d, v);
  for (process_id p = 0; p < d->processes; p++)
    if (!only || only[p])
      desk_view_options(d, v, p);
  size_t roots = d->options.len;
  for (size_t i = 0; i < roots; i++) {
    struct option o = d->options.at[i];
    sleep_set step = v->sets ? number_of(v, &o) : 0;
    if (v->sets && !is_awake(v, step))
      continue;
    memcpy(d->locals, v->locals, d->processes * sizeof *d->locals);
    w.maybe = maybe;
    w.asleep = asleep;
    desk_push(d);
    desk_push(d);
    if (v->sets)
      desk_push(d);
    take(&w, &o);
    run(&w, out);
    while (d->hashes.len > 1)
      desk_pop(d);
    asleep |= v->telling ? 0 : step;
  }
  if (!v->sets && out->steps.len == roots && out->ends.len == roots)
    leaps_drop(out); /* nobody ran on: plain steps are cheaper */
  else
    out->every_step = false;
}
