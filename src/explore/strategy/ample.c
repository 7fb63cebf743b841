/* ample: partial-order reduction with ample (stubborn, persistent) sets, as
 * POVAS of N; Valmari 1989, Godefroid 1990, Clarke, Grumberg and Peled 1999.
 *
 * From some process that can move, the set is closed: if others could make a
 * step of a member executable, stop it from being so, or not commute with it,
 * they become members.  All steps of the members are taken, nobody else's.
 * Of the closed sets that of the fewest steps is chosen.
 *
 * Sound for blocking states: as long as no member moves, the members' steps
 * stay as they are and commute with what others do; so a run to a blocking
 * state has a step of a member, and the first one commutes to the front.
 *
 * When more is asked for, two more things matter.  Nobody may be left out
 * for ever: a set with a step that may close a cycle of its process (future.h,
 * sticky) is not used, so every cycle has a state where all steps are taken;
 * this needs no memory, unlike the queue or the stack.  And, for properties,
 * a set with a step that may change what they say is not used.  Failing
 * steps are steps.  An unspecified reception from a channel counts as a step
 * of the receiver, an overflow as one of the sender that a reception
 * disables. */
#include "base/sound.h"
#include "explore/desk.h"
#include "explore/endless.h"
#include "explore/explore.h"
#include "explore/future.h"
#include "explore/strategy/ample.h"
#include "explore/surprise.h"

enum { PROCESSES_MAX = 64 };

struct ample {
  struct future f;
  bool provisos; /* more than blocking states is asked for */
  bool properties, unspecified, overflow;
  bool ends; /* whether processes come to their ends is asked for */
  /* Channels only, and nothing asked for but blocking states: whoever waits
   * for nothing cannot be disturbed. */
  bool plain;
  bool *surprises; /* surprise.h; NULL unless asked for */
};

struct work {
  const struct ample *self;
  const struct model *m;
  const struct view *v;
  /* Processes as bits: */
  uint64_t rivals; /* being collected */
  uint64_t movers; /* those with steps */
  uint64_t set;    /* being closed: who is in it, and who has to be */
  uint64_t done;   /* whose sets were closed, and are as good as they get */
  uint64_t known;  /* whose rivals were found before */
  uint64_t before[PROCESSES_MAX];
};

/* --- life ----------------------------------------------------------------- */

struct ample *ample_open(const struct model *m, unsigned find) {
  struct ample *a = alloc_zero(1, sizeof *a);
  future_open(&a->f, m);
  a->provisos = find & ~(1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING);
  a->properties = find >> FINDING_PROPERTY & 1 && m->property_count;
  a->ends = find >> FINDING_ENDLESS & 1 && endless_possible(m);
  a->unspecified = find >> FINDING_UNSPECIFIED & 1;
  a->overflow = find >> FINDING_OVERFLOW & 1;
  a->plain = !a->f.ports && !a->f.scalars && !a->unspecified && !a->overflow;
  if (a->unspecified)
    a->surprises = surprises_find(&a->f);
  return a;
}

void ample_close(struct ample *a) {
  future_close(&a->f);
  free(a->surprises);
  free(a);
}

/* --- who can disturb a process -------------------------------------------- */

static void add_users(struct work *w, object_id o, unsigned uses) {
  EXPECTS(o < w->m->object_count);
  w->rivals |= future_users(&w->self->f, w->v->locals, o, uses);
}

static void add_for_receive(struct work *w, process_id p,
                            const struct offer *offer, const struct moves *list,
                            object_id o) {
  const struct object *object = &w->m->objects[o];
  bool overflows = w->self->overflow && object->capacity != UNBOUNDED;
  if (overflows) /* they would not be stopped any more */
    add_users(w, o, USE_SEND);
  else if (object->kind != OBJECT_CHANNEL || !w->v->values[offer->part])
    w->rivals |= future_growers(&w->self->f, w->v->locals, p, offer, list, o);
}

static void add_for_edge(struct work *w, process_id p,
                         const struct offer *offer, const struct offer_edge *oe,
                         const struct moves *list) {
  const struct edge *e = &w->m->processes[p].edges[oe->edge];
  object_id o = oe->object;
  bool moves = list && list->count;
  switch (e->action) {
  case ACT_SEND:
    if (list && list->waits)
      add_users(w, o, USE_RECEIVE);
    if (w->self->f.contended[o])
      add_users(w, o, USE_SEND);
    return;
  case ACT_RECEIVE:
    add_for_receive(w, p, offer, list, o);
    return;
  case ACT_ATOMIC:
    for (uint32_t i = 0; i < e->touched_count; i++)
      add_users(w, e->touched[i], USE_READ | USE_WRITE);
    return;
  case ACT_LOCK:
    add_users(w, o, moves ? USE_TAKE : USE_GIVE);
    return;
  default: {
    unsigned uses = future_rivals(&w->self->f, p, oe->edge, o);
    if (uses)
      add_users(w, o, uses);
  }
  }
}

/* Channels whose next message may be one that is not expected here. */
static void add_for_surprises(struct work *w, process_id p) {
  const struct future *f = &w->self->f;
  const bool *surprises =
      w->self->surprises +
      (size_t)(f->base[p] + w->v->locals[p]->location) * w->m->object_count;
  for (object_id o = 0; o < w->m->object_count; o++)
    if (surprises[o] && !w->v->values[w->v->mover->parts->of_object[o]])
      add_users(w, o, USE_SEND);
}

/* Edges of one object and action have the same rivals. */
static bool is_like(const struct process *process, const struct offer_edge *a,
                    const struct offer_edge *b) {
  enum action action = process->edges[a->edge].action;
  return a->object == b->object && action == process->edges[b->edge].action &&
         action != ACT_ATOMIC;
}

/* Is the set no use with these rivals: all that can move are in it, or a set
 * that was closed before? */
static bool is_spoilt(const struct work *w) {
  return w->rivals & w->done || !(w->movers & ~(w->set | w->rivals));
}

/* Those who disturb p, to w->rivals; false when that spoils the set. */
static bool find_rivals(struct work *w, process_id p) {
  EXPECTS(p < w->m->process_count);
  const struct view *v = w->v;
  const struct local *local = v->locals[p];
  const struct process *process = &w->m->processes[p];
  uint32_t entry = v->first[p];
  w->rivals = w->known >> p & 1 ? w->before[p] : 0;
  if (w->known >> p & 1)
    return !is_spoilt(w);
  if (w->self->plain && !v->waits[p])
    return true;
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct offer *offer = &local->at[i];
    bool listed = entry < v->first[p + 1] && v->entries[entry].offer == offer;
    const struct moves *list = listed ? v->entries[entry++].list : NULL;
    for (uint32_t n = 0; n < offer->edge_count; n++) {
      if (n && is_like(process, &offer->edges[n - 1], &offer->edges[n]))
        continue;
      add_for_edge(w, p, offer, &offer->edges[n], list);
      w->rivals &= ~((uint64_t)1 << p);
      if (is_spoilt(w))
        return false;
    }
  }
  if (w->self->unspecified)
    add_for_surprises(w, p);
  w->rivals &= ~((uint64_t)1 << p);
  w->before[p] = w->rivals;
  w->known |= (uint64_t)1 << p;
  return !is_spoilt(w);
}

/* --- the choice ----------------------------------------------------------- */

enum { UNFIT = UINT16_MAX };

/* The number of steps of a process; UNFIT when one of them must not be in a
 * set that leaves others out. */
static uint32_t weigh(const struct ample *a, const struct view *v,
                      process_id p) {
  uint32_t steps = 0;
  for (uint32_t k = v->first[p]; k < v->first[p + 1]; k++) {
    const struct moves *list = v->entries[k].list;
    steps += list->count;
    for (uint32_t i = 0; a->provisos && i < list->count; i++)
      if (future_sticky(&a->f, p, list->at[i].edge) ||
          (a->properties && future_visible(&a->f, p, list->at[i].edge)) ||
          (a->ends && future_returns(&a->f, p, list->at[i].edge)))
        return UNFIT;
  }
  return steps < UNFIT ? steps : UNFIT - 1;
}

/* Those of its steps that need not be taken (asleep.h). */
static uint32_t count_asleep(const struct view *v, process_id p) {
  return (uint32_t)__builtin_popcountll(v->asleep & asleep_all(v->sets, p));
}

/* The closed set that p is in, to w->set: how many steps; UNFIT when it must
 * not be used, or is no better than what is known. */
static uint32_t close_set(struct work *w, process_id p,
                          const uint32_t *weights) {
  uint32_t steps = 0;
  uint64_t todo = (uint64_t)1 << p;
  w->set = todo;
  while (todo) {
    process_id q = (process_id)__builtin_ctzll(todo);
    if (weights[q] == UNFIT || !find_rivals(w, q))
      return UNFIT;
    steps += weights[q];
    todo = (todo & (todo - 1)) | (w->rivals & ~w->set);
    w->set |= w->rivals;
  }
  return steps;
}

bool ample_choose(const struct ample *a, const struct view *v) {
  struct work w;
  process_id n = a->f.model->process_count;
  if (n > PROCESSES_MAX)
    return false;
  w.self = a;
  w.m = a->f.model;
  w.v = v;
  w.movers = w.done = w.known = 0;
  uint32_t weights[PROCESSES_MAX], best = UNFIT;
  uint64_t chosen = 0;
  for (process_id p = 0; p < n; p++) {
    weights[p] = weigh(a, v, p);
    w.movers |= (uint64_t)(weights[p] > 0) << p;
    if (v->asleep)
      weights[p] -= count_asleep(v, p);
  }
  uint32_t least = v->asleep ? 0 : 1;
  for (process_id p = 0; p < n && best > least; p++) {
    if (!(w.movers >> p & 1) || weights[p] >= best)
      continue;
    uint32_t steps = close_set(&w, p, weights);
    w.done |= (uint64_t)1 << p;
    if (steps >= best)
      continue;
    best = steps;
    chosen = w.set;
  }
  if (best == UNFIT)
    return false;
  for (process_id p = 0; p < n; p++)
    v->desk->chosen[p] = chosen >> p & 1;
  return true;
}

const struct future *ample_future(const struct ample *a) {
  return &a->f;
}

static void *open_row(const struct model *m, unsigned find, struct text *why) {
  (void)why;
  return ample_open(m, find);
}

void *ample_open_blocking(const struct model *m, unsigned find,
                          struct text *why) {
  (void)find;
  (void)why;
  return ample_open(m, 1u << FINDING_BLOCKING);
}

void ample_close_row(void *self) {
  ample_close(self);
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  out->every_step = true;
  if (ample_choose(self, v))
    out->only = v->desk->chosen;
}

const struct strategy strategy_ample = {
    .name = "ample",
    .summary = "partial-order reduction: steps that commute in one order",
    .preserves = EXPLORE_FIND_ALL & ~(1u << FINDING_LIVENESS),
    .sound = true,
    .open = open_row,
    .leaps = leaps,
    .close = ample_close_row,
};
