/* bsra: blocking-based simultaneous reachability analysis (L 2.4).
 *
 * A step is calm when it is internal, or a send that competes with nobody.
 * A leap first runs the processes along calm steps until each of them waits
 * (it has a reception open, a send without room, or nothing to do): a next
 * blocking point.  Then it takes an independent set of the other steps that
 * are executable there, one for each process that has any; a process for
 * which something may still become executable (L: hereafter executable) may
 * also stay out.
 *
 * Beyond L, who knows ports without bound only:
 *   - channels and bounded ports: a send without room waits, as a reception
 *     does;
 *   - sends of several processes to a bounded port or a mailbox do not
 *     commute: they are not calm, and a leap has at most one for each port;
 *   - safety (L 5.2.1): when properties are asked for, a step that may change
 *     what they say is not calm, may stay out, and a leap has at most one;
 *   - other errors: see below.
 *
 * Why nothing is lost (L 2.4.3, extended).  Take a run from here to a
 * blocking state.  Its calm steps up to the first other step of each process
 * commute to the front; at the point b they lead to, the next step of each
 * process is executable or waits for others.  Those that are executable are
 * independent of each other and of everything before them in the run, but
 * for rivals of one port (or visible steps), of which the first in the run
 * is in the same position.  Together they are one of the leaps, and the rest
 * of the run is shorter.  A process with no step left is in the blocking
 * state itself already and can do nothing at b either.
 *
 * The same argument holds for a run to any step, as in sra: who is not in the
 * run moves nevertheless, but with steps that commute with it.  So transitions
 * that can be executed and steps that fail are preserved, if the states are
 * looked at in which they show.  Those are the blocking points, which a leap
 * would pass: where they are asked for, every blocking point is the end of a
 * leap, too, and a process may also stop where something shows.  (What can be
 * executed is noted wherever the steps of a process are worked out, so between
 * two points as well.)  Unspecified receptions and overflows show in addition
 * if those may stop, or stay out, who must not move for them (surprise.h).  The
 * run that is left is shorter after the leap that begins it, so there is no
 * circle on which it is put off for ever, and nothing that looks at the stack
 * is needed (N 3.2.3, L 5.2).
 *
 * A process that can go on sending for ever never waits, so no blocking
 * state follows; its way is cut where its local state comes back.
 *
 * These products grow with the number of processes that have something to
 * choose, and cost far more than they save.  So they are taken as printed
 * where there are one or two; elsewhere the steps of an ample set are (as in
 * bsra-ample; with the provisos of ample when properties are asked for), at
 * about the price of a search without reduction.  Either way is sound for
 * this state by itself: some leap begins each run to what is preserved; and
 * products leave nobody out, so a cycle with one needs no proviso. */
#include <string.h>

#include "base/sound.h"
#include "base/stress.h"
#include "explore/desk.h"
#include "explore/explore.h"
#include "explore/future.h"
#include "explore/strategy/ample.h"
#include "explore/strategy/bsra.h"
#include "explore/strategy/chain.h"
#include "explore/surprise.h"

/* More than two leaps were never worth their while (bench/RESULTS.md). */
enum { LEAPS_MAX = STRESSED(64, 2), POINTS_MAX = 32 };

struct bsra {
  struct ample *ample;
  const struct future *f;
  struct kept kept;
  bool safety;    /* properties are asked for */
  bool errors;    /* errors other than those and blocking states are */
  bool unbounded; /* some port has no bound */
  bool rivals;    /* some steps that are not calm exclude each other */
  /* By edge; whether the objects of some of them are contended depends on
   * which it is. */
  enum calm { NEVER, ALWAYS, BY_OBJECT } * calm;
};

struct work {
  const struct bsra *self;
  const struct model *m;
  const struct view *v;
  struct desk *d;
  struct leaps *out;
  bool branched;   /* a process had several calm steps to choose from */
  bool too_many;   /* leaps: more than they are worth */
  bool calm_left;  /* at this blocking point some calm step is executable */
  uint32_t groups; /* processes that have something to choose there */
  size_t point;    /* steps that lead there */
  bool no_sleep;   /* what sleeps is taken too */
  size_t made;     /* leaps, those that sleep included */
  size_t leaps_max;
};

static bool is_visible(const struct bsra *b, process_id p, edge_id e) {
  EXPECTS(p < b->f->model->process_count);
  return b->safety && future_visible(b->f, p, e);
}

static enum calm calm_edge(const struct bsra *b, process_id p, edge_id e) {
  const struct edge *edge = &b->f->model->processes[p].edges[e];
  uint32_t contended = 0;
  if (edge->action == ACT_RECEIVE || is_visible(b, p, e))
    return NEVER;
  if (edge->action != ACT_SEND)
    return ALWAYS;
  for (uint32_t i = 0; i < edge->count; i++)
    contended += edge->table[i] != NONE && b->f->contended[edge->table[i]];
  return !contended ? ALWAYS : contended == edge->count ? NEVER : BY_OBJECT;
}

enum {
  ERRORS = 1u << FINDING_UNSPECIFIED | 1u << FINDING_OVERFLOW |
           1u << FINDING_UNEXECUTABLE | 1u << FINDING_ASSERTION |
           1u << FINDING_RANGE
};

void *bsra_open(const struct model *m, unsigned find, struct text *why) {
  struct bsra *b = alloc_zero(1, sizeof *b);
  unsigned wanted = 1u << FINDING_BLOCKING;
  b->safety = find >> FINDING_PROPERTY & 1 && m->property_count;
  if (b->safety)
    wanted |= 1u << FINDING_PROPERTY;
  wanted |= strategy_relevant(m, find) & ERRORS;
  b->errors = wanted & ERRORS;
  b->ample = ample_open(m, wanted);
  b->f = ample_future(b->ample);
  kept_open(&b->kept, b->f, wanted);
  b->rivals = b->safety;
  for (object_id o = 0; o < m->object_count; o++) {
    b->rivals |= b->f->contended[o];
    b->unbounded |= m->objects[o].kind >= OBJECT_CHANNEL &&
                    m->objects[o].capacity == UNBOUNDED;
  }
  b->calm = alloc_zero(b->f->edge_base[m->process_count], sizeof *b->calm);
  for (process_id p = 0; p < m->process_count; p++)
    for (edge_id e = 0; e < m->processes[p].edge_count; e++)
      b->calm[b->f->edge_base[p] + e] = calm_edge(b, p, e);
  if (!b->f->scalars)
    return b;
  text_printf(why,
              "it is for processes that only pass messages, and '%s' is "
              "shared",
              b->f->scalar);
  kept_close(&b->kept);
  ample_close(b->ample);
  free(b->calm);
  free(b);
  return NULL;
}

void bsra_close(void *self) {
  struct bsra *b = self;
  kept_close(&b->kept);
  ample_close(b->ample);
  free(b->calm);
  free(b);
}

static bool is_calm(const struct work *w, process_id p, edge_id e,
                    const struct offer *offer) {
  enum calm calm = w->self->calm[w->self->f->edge_base[p] + e];
  return calm == ALWAYS ||
         (calm == BY_OBJECT && !w->self->f->contended[offer_object(offer, e)]);
}

static edge_id edge_of(const struct desk_option *o) {
  return o->list->at[o->move].edge;
}

static object_id object_of(const struct desk_option *o) {
  return offer_object(o->offer, edge_of(o));
}

static bool is_send(const struct work *w, const struct desk_option *o) {
  return w->m->processes[o->process].edges[edge_of(o)].action == ACT_SEND;
}

/* --- the first part: points where each process may stop ------------------- */

/* A port without bound that was sent to since the point. */
static object_id sent_since(struct work *w, const struct point *now,
                            uint32_t since) {
  const struct point *points = w->d->points.at;
  object_id port = NONE;
  for (const struct point *p = now; p != &points[since]; p = &points[p->before])
    if (is_send(w, &p->step) &&
        w->m->objects[object_of(&p->step)].capacity == UNBOUNDED)
      port = object_of(&p->step);
  return port;
}

/* Has the process been here before, with nothing in between that must come
 * to an end?  Where it goes round it need not stop, but others may go on: so
 * where it was it may stop, unless only blocking states are asked for, since
 * none follows. */
static bool comes_back(struct work *w, const struct point *now) {
  struct point *points = w->d->points.at;
  for (uint32_t i = now->before; i != NONE; i = points[i].before)
    if (points[i].local == now->local && points[i].bounded == now->bounded) {
      if (points[i].sends != now->sends)
        w->out->grows = sent_since(w, now, i);
      points[i].stop |= w->self->safety || w->self->errors;
      return true;
    }
  return false;
}

/* After a calm step: a new point, if it is one, from which to go on. */
static bool arrive(struct work *w, uint32_t from, const struct desk_option *o) {
  struct desk *d = w->d;
  struct point now = d->points.at[from];
  now.before = from;
  now.step = *o;
  now.local = desk_values(d)[o->process];
  now.stop = false;
  if (is_send(w, o)) {
    now.sends++;
    now.bounded += w->m->objects[object_of(o)].capacity != UNBOUNDED;
  }
  if (comes_back(w, &now))
    return false;
  if (w->branched && !desk_visit(d, o->process))
    return false; /* another order of the same steps has led here */
  vec_push(&d->points, now);
  return true;
}

/* May a message come here that is not expected? */
static bool is_surprised(const struct work *w, process_id p,
                         const struct local *local) {
  const struct kept *k = &w->self->kept;
  return k->surprised && k->surprised[w->self->f->base[p] + local->location];
}

/* Appends the calm steps of p; returns whether it may stop here. */
static bool add_calm(struct work *w, process_id p) {
  struct desk *d = w->d;
  const struct local *local = desk_local(d, p);
  bool stops = is_surprised(w, p, local);
  size_t from = d->options.len;
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct offer *offer = &local->at[i];
    bool calm = false;
    for (uint32_t k = 0; k < offer->edge_count; k++) {
      bool this = is_calm(w, p, offer->edges[k].edge, offer);
      calm |= this;
      stops |= !this;
    }
    if (!calm)
      continue;
    struct desk_option o = {.process = p, .offer = offer};
    o.list = desk_moves(d, p, offer);
    stops |= o.list->waits || (w->self->errors && o.list->remark_count);
    o.seen = offer->part == NONE ? 0 : desk_values(d)[offer->part];
    for (o.move = 0; o.move < o.list->count; o.move++)
      if (!(o.list->at[o.move].flags & MOVE_REPEAT) &&
          is_calm(w, p, edge_of(&o), o.offer))
        vec_push(&d->options, o);
  }
  return stops || d->options.len == from;
}

/* From this point, which the top frame is at. */
static void run(struct work *w, process_id p, uint32_t at) {
  struct desk *d = w->d;
  size_t from = d->options.len;
  d->points.at[at].stop = add_calm(w, p);
  size_t to = d->options.len;
  w->branched |= to > from + 1;
  for (size_t i = from; i < to; i++) {
    if (d->points.len >= POINTS_MAX && w->out->grows == NONE)
      break;
    struct desk_option o = d->options.at[i];
    desk_push(d);
    desk_take(d, &o);
    uint32_t next = (uint32_t)d->points.len;
    if (arrive(w, at, &o))
      run(w, p, next);
    desk_pop(d);
  }
  d->options.len = from;
}

/* The points of all processes; those of p are group[p] to group[p + 1]. */
static void find_points(struct work *w) {
  struct desk *d = w->d;
  uint64_t ways = 1;
  vec_clear(&d->points);
  bool all = w->self->unbounded; /* one may be cut */
  for (process_id p = 0; p < d->processes && (all || !w->too_many); p++) {
    struct point start = {.before = NONE, .local = w->v->values[p]};
    uint32_t stops = 0;
    d->group[p] = (uint32_t)d->points.len;
    vec_push(&d->points, start);
    w->branched = false;
    run(w, p, d->group[p]);
    for (uint32_t i = d->group[p]; i < d->points.len; i++)
      stops += d->points.at[i].stop;
    ways *= stops;
    w->too_many |= ways > w->leaps_max || d->points.len >= POINTS_MAX;
  }
  d->group[d->processes] = (uint32_t)d->points.len;
}

/* --- the second part: independent sets at a blocking point ---------------- */

/* May this reception become executable, or more so, by what others do? */
static bool may_grow(struct work *w, process_id p, const struct offer *offer,
                     const struct moves *list, object_id o) {
  if (w->m->objects[o].kind == OBJECT_CHANNEL && desk_values(w->d)[offer->part])
    return false; /* only the oldest message counts, and it is there */
  return future_grows(w->self->f, w->d->locals, p, offer, list, o);
}

/* May the process stay out: does something wait for others?  What it can do
 * is in d->lists. */
static bool may_wait(struct work *w, process_id p) {
  const struct local *local = w->d->locals[p];
  if (is_surprised(w, p, local))
    return true;
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct offer *offer = &local->at[i];
    const struct moves *list = w->d->lists.at[i];
    for (uint32_t k = 0; k < offer->edge_count; k++) {
      const struct offer_edge *e = &offer->edges[k];
      enum action action = w->m->processes[p].edges[e->edge].action;
      if (is_visible(w->self, p, e->edge) ||
          (action == ACT_SEND &&
           (w->self->f->contended[e->object] || list->waits)) ||
          (action == ACT_RECEIVE && w->self->kept.overflow &&
           w->m->objects[e->object].capacity != UNBOUNDED) ||
          (action == ACT_RECEIVE && may_grow(w, p, offer, list, e->object)))
        return true;
    }
  }
  return false;
}

/* Is there one like it among those picked already? */
static bool has_rival(const struct work *w, const struct desk_option *o) {
  const struct desk *d = w->d;
  object_id object = object_of(o);
  bool visible = is_visible(w->self, o->process, edge_of(o));
  bool contended =
      object != NONE && is_send(w, o) && w->self->f->contended[object];
  if (!visible && !contended)
    return false;
  vec_each(&d->list, picked) {
    const struct desk_option *other = &d->options.at[*picked];
    if (visible && is_visible(w->self, other->process, edge_of(other)))
      return true;
    if (contended && object_of(other) == object && is_send(w, other))
      return true;
  }
  return false;
}

/* The step as a set, in the top frame. */
static sleep_set number_of(const struct work *w, const struct desk_option *o) {
  const struct offer *offer = w->d->locals[o->process]->at;
  uint32_t number = o->move;
  for (; offer != o->offer; offer++)
    number += desk_moves(w->d, o->process, offer)->count;
  return asleep_step(w->v->sets, o->process, number);
}

/* What the processes that stay out could do at the blocking point, which is
 * the top frame: with any of it added the leap is one too (bsra_sleep.c). */
static sleep_set left_out(const struct work *w) {
  const struct desk *d = w->d;
  sleep_set left = 0;
  for (uint32_t k = 0, n = 0; w->v->sets && k < w->groups; k++) {
    uint32_t from = d->spans[k] / 2, to = d->spans[k + 1] / 2;
    if (n < d->list.len && d->list.at[n] < to) {
      n++;
      continue;
    }
    for (uint32_t i = from; i < to; i++)
      if (!w->self->rivals || !has_rival(w, &d->options.at[i]))
        left |= number_of(w, &d->options.at[i]);
  }
  return left;
}

/* What sleeps at the end of the steps on the desk; false when one of them
 * sleeps where it is taken. */
static bool sleep_on(struct work *w, sleep_set left, sleep_set *asleep) {
  struct desk *d = w->d;
  bool awake = true;
  *asleep = w->v->asleep;
  if (!*asleep && !left)
    return true;
  desk_push(d);
  desk_push(d);
  value_id *after = desk_values(d), *before = after - d->parts;
  memcpy(after, w->v->values, d->parts * sizeof *after);
  for (size_t i = 0; i < d->steps.len && awake; i++) {
    *asleep |= i == w->point ? left : 0;
    memcpy(before, after, d->parts * sizeof *after);
    awake = asleep_take(w->v->sets, d->mover, d->hand, &d->steps.at[i], before,
                        after, asleep);
  }
  desk_pop(d);
  desk_pop(d);
  return awake;
}

/* The steps on the desk are a leap. */
static void add_leap(struct work *w, sleep_set left) {
  sleep_set asleep = 0;
  w->made++;
  if (w->v->sets && !w->no_sleep && !sleep_on(w, left, &asleep))
    return;
  desk_leap(w->d, w->out);
  if (w->v->sets)
    vec_push(&w->out->asleep, asleep);
}

/* Receptions first: their choices are numbered by what the port holds. */
static void take_picked(struct work *w) {
  struct desk *d = w->d;
  sleep_set left = left_out(w);
  w->point = d->steps.len;
  desk_push(d);
  for (int sends = 0; sends < 2; sends++)
    vec_each(&d->list, picked) {
      const struct desk_option *o = &d->options.at[*picked];
      if (is_send(w, o) == sends)
        desk_take(d, o);
    }
  add_leap(w, left);
  desk_pop(d);
}

/* d->spans[k] is where the options of the k-th process begin, with the
 * lowest bit set when it may stay out. */
static void multiply(struct work *w, uint32_t k, uint32_t groups) {
  EXPECTS(k <= groups);
  struct desk *d = w->d;
  if (k == groups) {
    if (d->list.len)
      take_picked(w);
    return;
  }
  if (d->spans[k] & 1)
    multiply(w, k + 1, groups);
  for (uint32_t i = d->spans[k] / 2; i < d->spans[k + 1] / 2; i++) {
    if (w->self->rivals && has_rival(w, &d->options.at[i]))
      continue;
    vec_push(&d->list, i);
    multiply(w, k + 1, groups);
    d->list.len--;
  }
}

/* The steps of a process that are not calm, to the end of options; what it
 * can do to d->lists. */
static uint32_t add_waiting(struct work *w, process_id p) {
  struct desk *d = w->d;
  const struct local *local = d->locals[p];
  size_t from = d->options.len;
  bool here = d->hashes.len == 1; /* the state itself: looked at already */
  uint32_t steps = here ? desk_view_lists(d, w->v, p) : desk_lists(d, p);
  for (uint32_t i = 0; steps && i < local->offer_count; i++) {
    struct desk_option o = {.process = p, .offer = &local->at[i]};
    o.list = d->lists.at[i];
    o.seen = o.offer->part == NONE ? 0 : desk_values(d)[o.offer->part];
    for (o.move = 0; o.list && o.move < o.list->count; o.move++) {
      if (o.list->at[o.move].flags & MOVE_REPEAT)
        continue;
      if (is_calm(w, p, edge_of(&o), o.offer))
        w->calm_left = true;
      else
        vec_push(&d->options, o);
    }
  }
  return (uint32_t)(d->options.len - from);
}

static void at_blocking_point(struct work *w) {
  struct desk *d = w->d;
  size_t options = d->options.len;
  uint64_t ways = 1;
  uint32_t groups = 0;
  w->calm_left = false;
  for (process_id p = 0; p < d->processes; p++)
    d->locals[p] = desk_local(d, p);
  for (process_id p = 0; p < d->processes; p++) {
    uint32_t from = (uint32_t)d->options.len, count = add_waiting(w, p);
    if (!count)
      continue;
    bool waits = may_wait(w, p);
    d->spans[groups++] = from * 2 + waits;
    ways *= count + waits;
    if (w->made + ways > w->leaps_max) {
      w->too_many = true;
      break;
    }
  }
  d->spans[groups] = (uint32_t)d->options.len * 2;
  w->groups = groups;
  vec_clear(&d->list);
  if (!w->too_many && d->steps.len &&
      (w->self->errors || (!groups && !w->calm_left)))
    add_leap(w, 0); /* it shows something, or nothing can be done here */
  if (!w->too_many && groups)
    multiply(w, 0, groups);
  d->options.len = options;
}

static void take_path(struct desk *d, uint32_t at) {
  EXPECTS(at < d->points.len);
  if (d->points.at[at].before == NONE)
    return;
  take_path(d, d->points.at[at].before);
  desk_take(d, &d->points.at[at].step);
}

/* Every way for the processes from p on to stop. */
static void stop_each(struct work *w, process_id p) {
  struct desk *d = w->d;
  if (p == d->processes) {
    at_blocking_point(w);
    return;
  }
  for (uint32_t i = d->group[p]; i < d->group[p + 1] && !w->too_many; i++) {
    if (!d->points.at[i].stop)
      continue;
    if (d->points.at[i].before == NONE) {
      stop_each(w, p + 1);
      continue;
    }
    desk_push(d);
    take_path(d, i);
    stop_each(w, p + 1);
    desk_pop(d);
  }
}

/* --- is it worth it? ------------------------------------------------------ */

/* Has the process, without calm steps, one that others disturb?  Then it may
 * stay out (may_wait would say so). */
static bool is_disturbed(const struct work *w, process_id p) {
  const struct future *f = w->self->f;
  const struct local *local = w->v->locals[p];
  return w->v->waits[p] || f->crowded[f->base[p] + local->location] ||
         local->sends;
}

/* About how many leaps the process alone would make, from what it can do
 * here: it may stop here, each calm step leads to another place where it may,
 * and where it has none its other steps count. */
static uint32_t guess_ways(struct work *w, process_id p) {
  const struct local *local = w->v->locals[p];
  bool stops = w->v->waits[p];
  uint32_t calm = 0, others = 0;
  for (uint32_t k = w->v->first[p]; k < w->v->first[p + 1]; k++) {
    const struct view_entry *entry = &w->v->entries[k];
    for (uint32_t i = 0; i < entry->list->count; i++)
      if (is_calm(w, p, entry->list->at[i].edge, entry->offer))
        calm++;
      else
        others++;
  }
  if (!calm)
    return others ? others + is_disturbed(w, p) : 1;
  for (uint32_t i = 0; i < local->offer_count && !stops; i++)
    for (uint32_t k = 0; k < local->at[i].edge_count && !stops; k++)
      stops = !is_calm(w, p, local->at[i].edges[k].edge, &local->at[i]);
  return calm + stops;
}

static bool looks_dear(struct work *w) {
  uint64_t ways = 1;
  for (process_id p = 0; p < w->d->processes; p++) {
    ways *= guess_ways(w, p);
    if (ways > w->leaps_max)
      return true;
  }
  return false;
}

/* --- together ------------------------------------------------------------- */

void bsra_leaps(void *self, const struct view *v, struct leaps *out) {
  struct bsra *b = self;
  struct work w = {.self = b,
                   .m = b->f->model,
                   .v = v,
                   .d = v->desk,
                   .out = out,
                   .leaps_max = LEAPS_MAX};
  if (v->sets && w.d->processes > FUTURE_BITS) {
    out->every_step = true;
    return;
  }
  bool dear = looks_dear(&w);
  if (!dear || b->unbounded) {
    desk_begin(w.d, v);
    find_points(&w);
  }
  w.too_many |= dear;
  if (out->grows != NONE) { /* single steps would let the port grow */
    w.leaps_max = SIZE_MAX;
    w.too_many = false;
    w.no_sleep = true; /* and nothing need be woken */
    if (v->woken)
      return;
  }
  if (!w.too_many && !v->woken)
    stop_each(&w, 0);
  if (!w.too_many && !v->woken && !v->telling)
    return;
  if (w.too_many)
    leaps_drop(out);
  bool some = !v->woken && !v->telling && ample_choose(b->ample, v);
  const bool *only = some ? v->desk->chosen : NULL;
  if (!b->safety && !b->errors) {
    chain_leaps(b->f, v, only, out);
    return;
  }
  out->every_step = true;
  out->only = only;
}

const struct strategy strategy_bsra = {
    .name = "bsra",
    .summary = "processes run until they wait, then receive together",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING |
                 1u << FINDING_PROPERTY | ERRORS,
    .sound = true,
    .open = bsra_open,
    .leaps = bsra_leaps,
    .close = bsra_close,
};
