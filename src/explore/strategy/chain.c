#include "explore/strategy/chain.h"

#include <string.h>

/* Frames of the desk: the state; where the way was last remembered; where it
 * was before the last step, if sleep sets are kept; where it is. */
enum { STEPS_MAX = 1000, REMEMBERED = 1 };

struct work {
  const struct future *f;
  const struct view *v;
  struct desk *d;
  uint64_t maybe; /* processes that may be bound in the top frame */
  uint64_t alone; /* those that may be after a step of somebody else */
  uint64_t all;
  bool begun;       /* frame 0 is there */
  sleep_set asleep; /* in the top frame */
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

/* Who may have become bound by this step of p?  Whoever shares the object may
 * have got another step; and where p can do less than before, others may have
 * become undisturbed. */
static uint64_t affected(const struct future *f, process_id p,
                         const struct offer *offer, const struct move *mo,
                         spot_id from, spot_id to) {
  object_id object = offer_object(offer, mo->edge);
  uint64_t who = (uint64_t)1 << p;
  if (offer->tuple_count ||
      (offer->part != NONE && f->model->scheme == SCHEME_CAUSAL))
    return ~(uint64_t)0;
  if (object != NONE)
    who |= f->users[object];
  if (f->alike[f->spot_base[p] + from] == f->alike[f->spot_base[p] + to])
    return who;
  size_t objects = f->model->object_count;
  const uint8_t *before = f->uses + (f->spot_base[p] + from) * objects;
  const uint8_t *after = f->uses + (f->spot_base[p] + to) * objects;
  for (object_id o = 0; o < objects; o++)
    if (before[o] != after[o])
      who |= f->users[o];
  return who;
}

/* What sleeps after this step, which has just been taken. */
static void sleep_on(struct work *w, const struct desk_option *o) {
  struct desk *d = w->d;
  const value_id *before = desk_values(d) - d->parts;
  struct asleep_taken t = {before, desk_values(d), o->process, o->offer,
                           &o->list->at[o->move]};
  w->asleep = asleep_after(w->v->sets, d->mover, d->hand, &t, w->asleep);
}

static void take(struct work *w, const struct desk_option *o) {
  struct desk *d = w->d;
  process_id p = o->process;
  spot_id before = d->locals[p]->spot;
  if (w->asleep)
    desk_remember(d);
  desk_take(d, o);
  if (w->asleep)
    sleep_on(w, o);
  d->locals[p] = desk_local(d, p);
  w->maybe |= w->all & affected(w->f, p, o->offer, &o->list->at[o->move],
                                before, d->locals[p]->spot);
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
  const struct asleep *sets = w->v->sets;
  for (sleep_set todo = w->asleep; todo;) {
    process_id p = sets->owner[__builtin_ctzll(todo)];
    sleep_set mine = todo & asleep_all(sets, p);
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
    sleep_set mine = w->asleep & asleep_all(w->v->sets, p);
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
      if (w->v->sets)
        vec_push(&out->asleep, w->asleep);
      return;
    }
    if (d->steps.len == again) {
      remember(d);
      again *= 2;
    }
    size_t from = d->options.len;
    desk_options(d, p);
    struct desk_option only = d->options.at[from];
    d->options.len = from;
    take(w, &only);
  }
}

/* --- can anybody be bound after a step? -----------------------------------
 *
 * After most steps nobody is, and that can mostly be told from the view,
 * without taking them. */

static bool is_kind(const struct work *w, object_id o, enum object_kind kind) {
  return o != NONE && w->f->model->objects[o].kind == kind;
}

/* A send waits or can be taken, so two of them are too many. */
static bool is_busy(const struct work *w, process_id q,
                    const struct local *local) {
  return local->sends > 1 || w->f->crowded[w->f->base[q] + local->location];
}

/* Do others, from where they are, disturb what q does with the object,
 * whatever it can do with it?  same: it is as in the view. */
static bool is_disturbed(const struct work *w, process_id q,
                         const struct offer *offer, object_id o, bool sends,
                         bool same) {
  const struct future *f = w->f;
  if (!is_kind(w, o, OBJECT_PORT))
    return false;
  bool empty = same && !w->v->values[offer->part];
  if (sends ? !f->contended[o] : f->model->scheme != SCHEME_ASYNC && !empty)
    return false;
  return future_users(f, w->d->locals, o, USE_SEND) & ~((uint64_t)1 << q);
}

/* By what q has to do next, when this part has changed since the view; any
 * one part if `any`. */
static bool may_be_alone(const struct work *w, process_id q,
                         const struct local *local, part_id part, bool any) {
  const struct process *process = &w->f->model->processes[q];
  uint32_t empty = 0;
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct offer *offer = &local->at[i];
    bool same = !any && offer->part != part, receives = false, before = false;
    for (uint32_t k = 0; k < offer->edge_count; k++) {
      object_id o = offer->edges[k].object;
      bool sends = process->edges[offer->edges[k].edge].action == ACT_SEND;
      if (k && sends == before && o == offer->edges[k - 1].object)
        continue;
      before = sends;
      if (is_disturbed(w, q, offer, o, sends, same))
        return false;
      receives |= !sends && is_kind(w, o, OBJECT_CHANNEL);
    }
    empty += receives && !w->v->values[offer->part] && (same || any);
    if (empty > any)
      return false; /* one that is empty waits */
  }
  return true;
}

/* By what q can do in the view: a step of another changes it for one offer. */
static bool may_have_one_step(const struct view *v, process_id q) {
  uint32_t steps = 0, most = 0, waits = 0;
  for (uint32_t k = v->first[q]; k < v->first[q + 1]; k++) {
    const struct moves *list = v->entries[k].list;
    steps += list->count;
    waits += list->waits;
    if (list->count > most)
      most = list->count;
  }
  return steps - most <= 1 && waits <= 1;
}

/* To w->alone. */
static void find_alone(struct work *w) {
  const struct view *v = w->v;
  memcpy(w->d->locals, v->locals, w->d->processes * sizeof *v->locals);
  w->alone = 0;
  for (process_id p = 0; p < w->d->processes; p++)
    if (!is_busy(w, p, v->locals[p]) && may_have_one_step(v, p) &&
        may_be_alone(w, p, v->locals[p], NONE, true))
      w->alone |= (uint64_t)1 << p;
}

/* Those who may be bound after the step, by what can be told without taking
 * it. */
static uint64_t may_be_bound(struct work *w, const struct desk_option *o) {
  const struct future *f = w->f;
  const struct move *mo = &o->list->at[o->move];
  process_id p = o->process;
  uint64_t who = w->maybe, me = (uint64_t)1 << p, left = 0;
  if (o->offer->tuple_count)
    return w->all;
  if (o->offer->part != NONE)
    who |= f->users[offer_object(o->offer, mo->edge)];
  if (f->quiet[f->edge_base[p] + mo->edge] && !(who & w->alone & ~me))
    return 0;
  const struct local *after =
      mover_local(w->d->mover, w->d->hand, p, mo->local);
  const spot_id *alike = f->alike + f->spot_base[p];
  if (alike[w->v->locals[p]->spot] == alike[after->spot])
    who &= w->alone;
  w->d->locals[p] = after;
  for (who |= me; who; who &= who - 1) {
    process_id q = (process_id)__builtin_ctzll(who);
    const struct local *local = w->d->locals[q];
    if (!is_busy(w, q, local) &&
        may_be_alone(w, q, local, o->offer->part, false))
      left |= (uint64_t)1 << q;
  }
  w->d->locals[p] = w->v->locals[p];
  return left;
}

/* Is somebody bound after the step, or does it lead nowhere (then it is
 * dropped)? */
static bool is_more(struct work *w, const struct desk_option *o) {
  const struct move *mo = &o->list->at[o->move];
  struct desk *d = w->d;
  if (!(mo->flags & MOVE_OPERATES) && mo->local == w->v->values[o->process])
    return true;
  uint64_t who = may_be_bound(w, o);
  bool found = false;
  if (!who)
    return false;
  if (!w->begun)
    desk_begin(d, w->v);
  w->begun = true;
  desk_push(d);
  desk_take(d, o);
  d->locals[o->process] = desk_local(d, o->process);
  for (; who && !found; who &= who - 1)
    found = is_bound(w, (process_id)__builtin_ctzll(who));
  d->locals[o->process] = w->v->locals[o->process];
  desk_pop(d);
  return found;
}

/* Which of the steps are more than steps, as bits; the last bit stands for all
 * that have none of their own. */
static uint64_t find_more(struct work *w, const bool *only) {
  const struct view *v = w->v;
  uint64_t more = 0, bit = 1;
  find_alone(w);
  for (process_id p = 0; p < w->d->processes; p++)
    for (uint32_t k = v->first[p]; k < v->first[p + 1] && (!only || only[p]);
         k++) {
      struct desk_option o = {p, v->entries[k].offer, v->entries[k].list, 0, 0};
      o.seen = o.offer->part == NONE ? 0 : v->values[o.offer->part];
      for (; o.move < o.list->count; o.move++) {
        if (o.list->at[o.move].flags & MOVE_REPEAT)
          continue;
        if (is_more(w, &o))
          more |= bit;
        bit <<= bit >> 63 ? 0 : 1;
      }
    }
  return more;
}

/* --- together ------------------------------------------------------------- */

/* Whoever has one step that waits for nothing. */
static uint64_t with_one_step(const struct view *v, process_id processes) {
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
static sleep_set number_of(const struct view *v, const struct desk_option *o) {
  uint32_t number = o->move;
  for (uint32_t k = v->first[o->process]; v->entries[k].offer != o->offer; k++)
    number += v->entries[k].list->count;
  return asleep_step(v->sets, o->process, number);
}

/* The same where sleep sets are kept: the steps that are awake, each with what
 * sleeps at its end. */
static void awake_leaps(struct work *w, const bool *only, struct leaps *out) {
  const struct view *v = w->v;
  struct desk *d = w->d;
  sleep_set asleep = v->asleep;
  uint64_t maybe = w->maybe;
  desk_begin(d, v);
  for (process_id p = 0; p < d->processes; p++)
    if (!only || only[p])
      desk_view_options(d, v, p);
  size_t roots = d->options.len;
  for (size_t i = 0; i < roots; i++) {
    struct desk_option o = d->options.at[i];
    sleep_set step = number_of(v, &o);
    if (!view_awake(v, step))
      continue;
    memcpy(d->locals, v->locals, d->processes * sizeof *d->locals);
    w->maybe = maybe;
    w->asleep = asleep;
    for (int frames = 0; frames < 3; frames++)
      desk_push(d);
    take(w, &o);
    run(w, out);
    while (d->hashes.len > 1)
      desk_pop(d);
    asleep |= v->telling ? 0 : step;
  }
}

void chain_leaps(const struct future *f, const struct view *v, const bool *only,
                 struct leaps *out) {
  struct desk *d = v->desk;
  struct work w = {.f = f, .v = v, .d = d};
  out->every_step = true;
  out->only = only;
  if (d->processes > FUTURE_BITS)
    return;
  w.all = ~(uint64_t)0 >> (FUTURE_BITS - d->processes);
  uint64_t maybe = w.maybe = with_one_step(v, d->processes);
  if (v->sets) {
    out->every_step = false;
    awake_leaps(&w, only, out);
    return;
  }
  uint64_t more = find_more(&w, only);
  if (!more)
    return; /* nobody runs on: plain steps are cheaper */
  out->every_step = false;
  desk_begin(d, v);
  for (process_id p = 0; p < d->processes; p++)
    if (!only || only[p])
      desk_view_options(d, v, p);
  size_t roots = d->options.len;
  for (size_t i = 0; i < roots; i++) {
    struct desk_option o = d->options.at[i];
    desk_push(d);
    if (more >> (i < FUTURE_BITS ? i : FUTURE_BITS - 1) & 1) {
      memcpy(d->locals, v->locals, d->processes * sizeof *d->locals);
      w.maybe = maybe;
      desk_push(d);
      take(&w, &o);
      run(&w, out);
      desk_pop(d);
    } else {
      desk_take(d, &o);
      desk_leap(d, out);
    }
    desk_pop(d);
  }
}
