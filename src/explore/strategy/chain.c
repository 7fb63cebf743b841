#include "explore/strategy/chain.h"

#include <string.h>

enum { STEPS_MAX = 1000 };

struct work {
  const struct future *f;
  struct desk *d;
  const struct view *v;
  uint64_t maybe; /* processes that may be bound in the top frame */
};

/* Has p one step in the top frame, that nobody can disturb? */
static bool is_bound(struct work *w, process_id p) {
  struct desk *d = w->d;
  return desk_lists(d, p) == 1 &&
         future_undisturbed(w->f, d->locals, p, d->lists.at, d->waits);
}

static process_id next_bound(struct work *w) {
  struct desk *d = w->d;
  if (d->processes > FUTURE_BITS) {
    for (process_id p = 0; p < d->processes; p++)
      if (is_bound(w, p))
        return p;
    return NONE;
  }
  while (w->maybe) {
    process_id p = (process_id)__builtin_ctzll(w->maybe);
    if (is_bound(w, p))
      return p;
    w->maybe &= w->maybe - 1;
  }
  return NONE;
}

static object_id object_of(const struct option *o) {
  edge_id edge = o->list->at[o->move].edge;
  for (uint32_t i = 0; i < o->offer->edge_count; i++)
    if (o->offer->edges[i].edge == edge)
      return o->offer->edges[i].object;
  return NONE;
}

/* Whoever shares the object may have got another step; and if the process
 * can do less than before, anybody may have become undisturbed. */
static void take(struct work *w, const struct option *o) {
  struct desk *d = w->d;
  process_id p = o->process;
  const location_id *alike = w->f->alike + w->f->base[p];
  location_id before = d->locals[p]->location;
  object_id object = object_of(o);
  desk_take(d, o);
  d->locals[p] = desk_local(d, p);
  bool everybody = o->offer->tuple_count ||
                   (o->offer->part != NONE &&
                    w->f->model->scheme == SCHEME_CAUSAL) ||
                   alike[before] != alike[d->locals[p]->location];
  w->maybe |= everybody           ? ~(uint64_t)0
              : object != NONE    ? w->f->users[object]
              : p < FUTURE_BITS   ? (uint64_t)1 << p
                                  : 0;
  if (d->processes < FUTURE_BITS)
    w->maybe &= ((uint64_t)1 << d->processes) - 1;
}

/* Is the top frame the same as the k-th? */
static bool is_frame(const struct desk *d, size_t k) {
  size_t top = d->hashes.len - 1;
  return d->hashes.at[k] == d->hashes.at[top] &&
         !memcmp(d->frames.at + k * d->parts, d->frames.at + top * d->parts,
                 d->parts * sizeof *d->frames.at);
}

/* Frame 0 is the state, frame 1 where the way was last remembered: after 1,
 * 2, 4, ... steps it is remembered anew (Brent 1980), so that a way that goes
 * in circles is noticed. */
static void run(struct work *w, struct leaps *out) {
  struct desk *d = w->d;
  size_t remember = 1;
  while (!is_frame(d, 0) && !is_frame(d, 1)) {
    process_id p = d->steps.len < STEPS_MAX ? next_bound(w) : NONE;
    if (p == NONE) {
      desk_leap(d, out);
      return;
    }
    if (d->steps.len == remember) {
      desk_remember(d);
      remember *= 2;
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
  for (process_id p = 0; p < processes && p < FUTURE_BITS; p++) {
    uint32_t steps = 0;
    for (uint32_t k = v->first[p]; k < v->first[p + 1]; k++)
      steps += v->entries[k].list->count;
    maybe |= (uint64_t)(steps == 1 && !v->waits[p]) << p;
  }
  return maybe;
}

void chain_leaps(const struct future *f, const struct view *v,
                 const bool *only, struct leaps *out) {
  struct desk *d = v->desk;
  struct work w = {.f = f, .d = d, .v = v};
  uint64_t maybe = may_be_bound(v, d->processes);
  desk_begin(d, v);
  for (process_id p = 0; p < d->processes; p++)
    if (!only || only[p])
      desk_view_options(d, v, p);
  size_t roots = d->options.len;
  for (size_t i = 0; i < roots; i++) {
    struct option o = d->options.at[i];
    memcpy(d->locals, v->locals, d->processes * sizeof *d->locals);
    w.maybe = maybe;
    desk_push(d);
    desk_push(d);
    take(&w, &o);
    run(&w, out);
    desk_pop(d);
    desk_pop(d);
  }
}
