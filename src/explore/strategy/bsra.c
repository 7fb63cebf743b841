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
 *     what they say is not calm, may stay out, and a leap has at most one.
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
 * A process that can go on sending for ever never waits, so no blocking
 * state follows; its way is cut where its local state comes back. */
#include "explore/desk.h"
#include "explore/explore.h"
#include "explore/future.h"

struct bsra {
  struct future f;
  bool safety; /* properties are asked for */
};

struct work {
  const struct bsra *self;
  const struct model *m;
  struct desk *d;
  struct leaps *out;
  process_id processes;
  bool calm_left; /* at this blocking point some calm step is executable */
};

static void *open_bsra(const struct model *m, unsigned find, struct text *why) {
  struct bsra *b = alloc_zero(1, sizeof *b);
  future_open(&b->f, m);
  b->safety = find >> FINDING_PROPERTY & 1 && m->property_count;
  if (!b->f.scalars)
    return b;
  text_printf(why,
              "it is for processes that only pass messages, and '%s' is "
              "shared",
              b->f.scalar);
  future_close(&b->f);
  free(b);
  return NULL;
}

static void close_bsra(void *self) {
  struct bsra *b = self;
  future_close(&b->f);
  free(b);
}

static bool is_visible(const struct work *w, process_id p, edge_id e) {
  return w->self->safety && future_visible(&w->self->f, p, e);
}

static bool is_calm(const struct work *w, process_id p,
                    const struct offer_edge *e) {
  enum action action = w->m->processes[p].edges[e->edge].action;
  return action != ACT_RECEIVE &&
         !(action == ACT_SEND && w->self->f.contended[e->object]) &&
         !is_visible(w, p, e->edge);
}

static const struct offer_edge *edge_of(const struct option *o) {
  edge_id edge = o->list->at[o->move].edge;
  for (uint32_t i = 0; i < o->offer->edge_count; i++)
    if (o->offer->edges[i].edge == edge)
      return &o->offer->edges[i];
  return NULL;
}

/* --- the second part: independent sets at a blocking point ---------------- */

/* May this reception become executable, or more so, by what others do? */
static bool may_grow(struct work *w, process_id p, const struct offer *offer,
                     const struct moves *list, object_id o) {
  if (w->m->objects[o].kind == OBJECT_CHANNEL && desk_values(w->d)[offer->part])
    return false; /* only the oldest message counts, and it is there */
  return future_grows(&w->self->f, w->d->locals, p, offer, list, o);
}

/* May the process stay out: does something wait for others? */
static bool may_wait(struct work *w, process_id p) {
  const struct local *local = w->d->locals[p];
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct offer *offer = &local->at[i];
    const struct moves *list = desk_moves(w->d, p, offer);
    for (uint32_t k = 0; k < offer->edge_count; k++) {
      const struct offer_edge *e = &offer->edges[k];
      enum action action = w->m->processes[p].edges[e->edge].action;
      if (is_visible(w, p, e->edge) ||
          (action == ACT_SEND && w->self->f.contended[e->object]) ||
          (action == ACT_RECEIVE && may_grow(w, p, offer, list, e->object)))
        return true;
    }
    if (list->waits)
      for (uint32_t k = 0; k < offer->edge_count; k++)
        if (w->m->processes[p].edges[offer->edges[k].edge].action == ACT_SEND)
          return true;
  }
  return false;
}

/* Is there one like it among those picked already? */
static bool has_rival(const struct work *w, const struct option *o) {
  const struct desk *d = w->d;
  const struct offer_edge *mine = edge_of(o);
  bool visible = is_visible(w, o->process, mine->edge);
  bool contended =
      mine->object != NONE &&
      w->m->processes[o->process].edges[mine->edge].action == ACT_SEND &&
      w->self->f.contended[mine->object];
  if (!visible && !contended)
    return false;
  vec_each(&d->list, picked) {
    const struct option *other = &d->options.at[*picked];
    const struct offer_edge *its = edge_of(other);
    if (visible && is_visible(w, other->process, its->edge))
      return true;
    if (contended && its->object == mine->object &&
        w->m->processes[other->process].edges[its->edge].action == ACT_SEND)
      return true;
  }
  return false;
}

static bool is_send(const struct work *w, const struct option *o) {
  edge_id e = o->list->at[o->move].edge;
  return w->m->processes[o->process].edges[e].action == ACT_SEND;
}

/* Receptions first: their choices are numbered by what the port holds. */
static void take_picked(struct work *w) {
  struct desk *d = w->d;
  desk_push(d);
  for (int sends = 0; sends < 2; sends++)
    vec_each(&d->list, picked) {
      const struct option *o = &d->options.at[*picked];
      if (is_send(w, o) == sends)
        desk_take(d, o);
    }
  desk_leap(d, w->out);
  desk_pop(d);
}

/* groups: d->group[k] is where the options of the k-th process begin, with
 * the lowest bit set when it may stay out. */
static void multiply(struct work *w, uint32_t k, uint32_t groups) {
  struct desk *d = w->d;
  if (k == groups) {
    if (d->list.len)
      take_picked(w);
    return;
  }
  if (d->group[k] & 1)
    multiply(w, k + 1, groups);
  for (uint32_t i = d->group[k] / 2; i < d->group[k + 1] / 2; i++) {
    if (has_rival(w, &d->options.at[i]))
      continue;
    vec_push(&d->list, i);
    multiply(w, k + 1, groups);
    d->list.len--;
  }
}

/* The steps of a process that are not calm, to the end of options. */
static void add_waiting(struct work *w, process_id p) {
  struct desk *d = w->d;
  size_t kept = d->options.len, from = kept;
  desk_options(d, p);
  for (size_t i = from; i < d->options.len; i++) {
    const struct option o = d->options.at[i];
    if (is_calm(w, p, edge_of(&o)))
      w->calm_left = true;
    else
      d->options.at[kept++] = o;
  }
  d->options.len = kept;
}

static void at_blocking_point(struct work *w) {
  struct desk *d = w->d;
  size_t options = d->options.len;
  uint32_t groups = 0;
  w->calm_left = false;
  for (process_id p = 0; p < w->processes; p++)
    d->locals[p] = desk_local(d, p);
  for (process_id p = 0; p < w->processes; p++) {
    size_t from = d->options.len;
    add_waiting(w, p);
    if (d->options.len > from)
      d->group[groups++] = (uint32_t)from * 2 + may_wait(w, p);
  }
  d->group[groups] = (uint32_t)d->options.len * 2;
  vec_clear(&d->list);
  if (groups)
    multiply(w, 0, groups);
  else if (!w->calm_left && d->steps.len)
    desk_leap(d, w->out); /* nothing can be done here: a blocking state */
  d->options.len = options;
}

/* --- the first part: next blocking points --------------------------------- */

static void run(struct work *w, process_id p, size_t trail);

/* The next process runs from where this one has stopped. */
static void run_next(struct work *w, process_id p) {
  struct desk *d = w->d;
  if (++p == w->processes) {
    at_blocking_point(w);
    return;
  }
  struct trail start = {.local = desk_values(d)[p]};
  size_t trail = d->trail.len;
  vec_push(&d->trail, start);
  run(w, p, trail);
  d->trail.len = trail;
}

/* After a calm step: has the process been here before, with nothing in
 * between that must come to an end? */
static bool comes_back(struct work *w, const struct option *o, size_t trail) {
  struct desk *d = w->d;
  struct trail now = *vec_last(&d->trail);
  const struct offer_edge *e = edge_of(o);
  now.local = desk_values(d)[o->process];
  if (is_send(w, o)) {
    now.sends++;
    now.bounded += w->m->objects[e->object].capacity != UNBOUNDED;
  }
  vec_push(&d->trail, now);
  for (size_t i = trail; i + 1 < d->trail.len; i++)
    if (d->trail.at[i].local == now.local &&
        d->trail.at[i].bounded == now.bounded) {
      w->out->unbounded |= d->trail.at[i].sends != now.sends;
      return true;
    }
  return false;
}

/* Appends the calm steps of p; returns whether it may stop here. */
static bool add_calm(struct work *w, process_id p) {
  struct desk *d = w->d;
  const struct local *local = desk_local(d, p);
  bool stops = false;
  size_t from = d->options.len, kept = from;
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct offer *offer = &local->at[i];
    bool calm = false;
    for (uint32_t k = 0; k < offer->edge_count; k++) {
      bool this = is_calm(w, p, &offer->edges[k]);
      calm |= this;
      stops |= !this;
    }
    if (!calm)
      continue;
    const struct moves *list = desk_moves(d, p, offer);
    stops |= list->waits;
    struct option o = {.process = p, .offer = offer, .list = list};
    o.seen = offer->part == NONE ? 0 : desk_values(d)[offer->part];
    for (o.move = 0; o.move < list->count; o.move++)
      if (!(list->at[o.move].flags & MOVE_REPEAT) && is_calm(w, p, edge_of(&o)))
        vec_push(&d->options, o), kept++;
  }
  return stops || kept == from;
}

static void run(struct work *w, process_id p, size_t trail) {
  struct desk *d = w->d;
  size_t from = d->options.len;
  if (!desk_visit(d, p))
    return; /* another order of the same steps has led here */
  if (add_calm(w, p))
    run_next(w, p);
  size_t to = d->options.len;
  for (size_t i = from; i < to; i++) {
    struct option o = d->options.at[i];
    size_t mark = d->trail.len;
    desk_push(d);
    desk_take(d, &o);
    if (!comes_back(w, &o, trail))
      run(w, p, trail);
    else if (w->self->safety)
      run_next(w, p); /* it need not stop, but others may go on */
    d->trail.len = mark;
    desk_pop(d);
  }
  d->options.len = from;
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  struct bsra *b = self;
  struct work w = {.self = b,
                   .m = b->f.model,
                   .d = v->desk,
                   .out = out,
                   .processes = b->f.model->process_count};
  desk_begin(w.d, v);
  vec_clear(&w.d->trail);
  run_next(&w, (process_id)-1);
}

const struct strategy strategy_bsra = {
    .name = "bsra",
    .summary = "processes run until they wait, then receive together",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING |
                 1u << FINDING_PROPERTY,
    .sound = true,
    .open = open_bsra,
    .leaps = leaps,
    .close = close_bsra,
};
