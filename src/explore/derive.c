#include "explore/derive.h"

#include "base/sound.h"
#include "explore/face.h"

#include <string.h>

/* One derivation: a process at a value, and what has been found so far. */
struct work {
  struct mover *mv;
  struct hand *h;
  const struct model *m;
  const struct process *process;
  process_id p;
  value_id value; /* of the process */
  location_id location;
  const struct offer *offer; /* NULL while the local is derived */
  value_id object_value;     /* of the offer's part */
  bool waits;
};

static struct work begin(struct mover *mv, struct hand *h, process_id p,
                         value_id v) {
  EXPECTS(p < mv->model->process_count);
  struct work w = {.mv = mv, .h = h, .m = mv->model, .p = p, .value = v};
  w.process = &w.m->processes[p];
  parts_words(mv->parts, p, v, &h->mine);
  w.location = (location_id)h->mine.at[0];
  vec_clear(&h->moves);
  vec_clear(&h->remarks);
  vec_clear(&h->changes);
  return w;
}

/* A fresh copy of the process's words to evaluate and run code on. */
static struct eval fresh(struct work *w) {
  struct words *copy = &w->h->peers[w->p];
  words_resize(copy, w->h->mine.len);
  memcpy(copy->at, w->h->mine.at, copy->len * sizeof *copy->at);
  w->h->local_words[w->p] = copy->at;
  return (struct eval){.model = w->m,
                       .process = w->p,
                       .locals = w->h->local_words,
                       .shared = w->h->shared,
                       .bound = w->h->bound};
}

/* --- what goes into a list ------------------------------------------------ */

static void take_source(struct work *w, edge_id edge) {
  if (edge != NONE)
    w->mv->taken[w->process->edges[edge].source] = 1;
}

static void remark_failure(struct work *w, enum fail_reason failure,
                           struct place place, edge_id edge, int32_t choice,
                           object_id object, message_id message) {
  EXPECTS(failure > FAIL_NONE && failure < FAILURES);
  struct note note = {.kind = failure_kind(failure),
                      .process = w->p,
                      .location = w->location,
                      .message = message,
                      .object = object,
                      .failure = failure,
                      .place = place};
  struct remark r = {.note = notes_number(w->mv->notes, &note),
                     .fails = true,
                     .failure = failure,
                     .place = place,
                     .edge = edge,
                     .choice = choice,
                     .object = object};
  vec_push(&w->h->remarks, r);
  take_source(w, edge);
}

/* An overflow, or the head of a channel that no edge receives: no step. */
static void remark_stuck(struct work *w, enum finding_kind kind,
                         object_id object, message_id message) {
  EXPECTS(kind == FINDING_OVERFLOW || kind == FINDING_UNSPECIFIED);
  struct note note = {.kind = kind,
                      .process = w->p,
                      .location = w->location,
                      .message = message,
                      .object = object};
  struct remark r = {.note = notes_number(w->mv->notes, &note),
                     .edge = NONE,
                     .object = object};
  vec_push(&w->h->remarks, r);
}

static struct move *push_move(struct work *w, const struct eval *e,
                              edge_id edge, int32_t choice) {
  struct move mo = {.edge = edge, .choice = choice};
  mo.local = parts_number(w->mv->parts, w->p, e->locals[w->p],
                          w->h->mine.len);
  mo.delta = parts_hash(w->p, w->value) ^ parts_hash(w->p, mo.local);
  if (mo.local == w->value)
    mo.flags |= MOVE_ODD;
  if (e->passed)
    mo.flags |= MOVE_PROGRESS;
  vec_push(&w->h->moves, mo);
  take_source(w, edge);
  return vec_last(&w->h->moves);
}

/* The step succeeded and leaves this in its shared variable, lock or
 * semaphore; e's local words are those of the successor. */
static void add_scalar_move(struct work *w, const struct eval *e,
                            edge_id edge, int32_t object) {
  part_id part = w->offer->part;
  struct move *mo = push_move(w, e, edge, 0);
  mo->object = parts_number(w->mv->parts, part, &object, 1);
  mo->delta ^= parts_hash(part, w->object_value) ^
               parts_hash(part, mo->object);
  if (mo->object == w->object_value)
    mo->flags |= MOVE_ODD;
}

static void remark_failed(struct work *w, const struct eval *e, edge_id edge,
                          int32_t choice, object_id o) {
  remark_failure(w, e->failure, e->place, edge, choice, o, NONE);
}

/* Runs the edge's code and adds the move with its operation on the queue,
 * or the failure. */
static void finish_queue(struct work *w, struct eval *e, edge_id edge,
                         int32_t choice, object_id o, uint32_t operation) {
  if (e->failure || !eval_code(e, w->process->edges[edge].code)) {
    remark_failed(w, e, edge, choice, o);
    return;
  }
  struct move *mo = push_move(w, e, edge, choice);
  mo->object = operation;
  mo->flags |= MOVE_OPERATES;
}

static void mark_repeats(struct hand *h) {
  for (size_t i = 1; i < h->moves.len; i++)
    for (size_t j = 0; j < i; j++) {
      struct move *a = &h->moves.at[j], *b = &h->moves.at[i];
      if (a->delta == b->delta && a->local == b->local &&
          a->object == b->object && a->change_count == b->change_count &&
          (!a->change_count ||
           !memcmp(h->changes.at + a->first_change,
                   h->changes.at + b->first_change,
                   a->change_count * sizeof(struct change)))) {
        b->flags |= MOVE_REPEAT;
        break;
      }
    }
}

static const struct moves *list_of(struct work *w, struct arena *arena) {
  struct hand *h = w->h;
  mark_repeats(h);
  size_t moves = h->moves.len * sizeof *h->moves.at;
  size_t changes = h->changes.len * sizeof *h->changes.at;
  size_t remarks = h->remarks.len * sizeof *h->remarks.at;
  size_t size = sizeof(struct moves) + moves + changes + remarks;
  struct moves *list = arena_alloc(arena, size, _Alignof(struct moves));
  list->count = (uint32_t)h->moves.len & 0x1fffffff;
  list->waits = w->waits;
  list->change_count = (uint16_t)h->changes.len;
  list->remark_count = (uint16_t)h->remarks.len;
  list->executable = h->moves.len > 0;
  if (moves)
    memcpy(list->at, h->moves.at, moves);
  if (changes)
    memcpy((void *)moves_changes(list), h->changes.at, changes);
  if (remarks)
    memcpy((void *)moves_remarks(list), h->remarks.at, remarks);
  vec_each(&h->moves, mo) list->odd |= (mo->flags & MOVE_ODD) != 0;
  vec_each(&h->remarks, r) list->executable |= r->fails;
  w->mv->list_bytes += size;
  w->mv->computed++;
  return list;
}

/* --- moves ---------------------------------------------------------------- */

static void try_send(struct work *w, edge_id id, object_id o) {
  EXPECTS(id < w->process->edge_count && o != NONE);
  const struct edge *edge = &w->process->edges[id];
  if (face_look(w->mv, w->offer->part, o, &w->h->object, &w->h->frontier)) {
    remark_stuck(w, FINDING_OVERFLOW, o, edge->message);
    w->waits = true;
    return;
  }
  struct eval e = fresh(w);
  const struct message *message = &w->m->messages[edge->message];
  int32_t payload[message->arity + 1];
  for (uint32_t k = 0; k < message->arity && !e.failure; k++) {
    int64_t value = eval_expr(&e, edge->args[k]);
    if (!e.failure && eval_in_range(&e, value, message->payload[k],
                                    w->m->exprs[edge->args[k]].place))
      payload[k] = (int32_t)value;
  }
  uint32_t operation =
      e.failure ? 0 : face_send(w->mv, o, w->p, edge->message, payload);
  finish_queue(w, &e, id, 0, o, operation);
}

static void bind_payload(struct work *w, const struct queue_pending *pending) {
  for (uint32_t k = 0; k < w->m->messages[pending->message].arity; k++)
    w->h->bound[k] = w->h->object.at[pending->payload + k];
}

/* The edge receives this message of the frontier, if it fits. */
static void try_receive_one(struct work *w, edge_id id, object_id o,
                            const struct queue_pending *pending) {
  EXPECTS(pending->message < w->m->message_count);
  const struct edge *edge = &w->process->edges[id];
  if (pending->message != edge->message)
    return;
  bind_payload(w, pending);
  struct eval e = fresh(w);
  bool fits = eval_holds(&e, edge->fits);
  if (!fits && !e.failure)
    return;
  finish_queue(w, &e, id, pending->choice, o,
               face_receive(w->mv, o, w->p, pending->choice));
}

static void try_receive(struct work *w, edge_id id, object_id o) {
  EXPECTS(id < w->process->edge_count && o != NONE);
  face_look(w->mv, w->offer->part, o, &w->h->object, &w->h->frontier);
  w->waits |= w->m->objects[o].kind == OBJECT_CHANNEL &&
              !w->h->frontier.at.len;
  vec_each(&w->h->frontier.at, f) try_receive_one(w, id, o, f);
}

/* Locks, semaphores, shared variables: one word. */
static void try_scalar(struct work *w, edge_id id, object_id o) {
  EXPECTS(id < w->process->edge_count && o != NONE);
  const struct edge *edge = &w->process->edges[id];
  const struct object *object = &w->m->objects[o];
  int32_t now = w->h->object.at[0], me = (int32_t)w->p;
  int64_t after = now;
  struct eval e = fresh(w);
  switch (edge->action) {
  case ACT_READ:
    w->h->bound[0] = now;
    break;
  case ACT_WRITE:
    after = eval_expr(&e, edge->args[0]);
    if (!e.failure)
      eval_in_range(&e, after, object->range,
                    w->m->exprs[edge->args[0]].place);
    break;
  case ACT_LOCK:
    if (now != -1)
      return;
    after = me;
    break;
  case ACT_UNLOCK:
    if (now != me) {
      e.failure = FAIL_NOT_HELD;
      e.place = w->m->sources[edge->source].place;
    }
    after = -1;
    break;
  case ACT_P:
    if (now <= 0)
      return;
    after = (int64_t)now - 1;
    eval_in_range(&e, after, object->range,
                  w->m->sources[edge->source].place);
    break;
  case ACT_V:
    after = (int64_t)now + 1;
    eval_in_range(&e, after, object->range,
                  w->m->sources[edge->source].place);
    break;
  default:
    break;
  }
  if (!e.failure && eval_code(&e, edge->code))
    add_scalar_move(w, &e, id, (int32_t)after);
  else
    remark_failed(w, &e, id, 0, o);
}

/* An atomic step on one part: its shared variable is loaded first. */
static void try_atomic(struct work *w, edge_id id, object_id o) {
  EXPECTS(id < w->process->edge_count);
  const struct edge *edge = &w->process->edges[id];
  w->h->shared[o] = w->h->object.at[0];
  struct eval e = fresh(w);
  if (!eval_holds(&e, edge->guard) && !e.failure)
    return;
  if (e.failure || !eval_code(&e, edge->code)) {
    remark_failure(w, e.failure, e.place, id, 0, NONE, NONE);
    return;
  }
  add_scalar_move(w, &e, id, w->h->shared[o]);
}

/* Does the location have an edge for this message of this channel, whatever
 * its guard says? */
static bool expects(struct work *w, object_id channel, message_id message) {
  const struct location *at = &w->process->locations[w->location];
  for (uint32_t i = 0; i < at->edge_count; i++) {
    const struct edge *edge = &w->process->edges[at->first_edge + i];
    if (edge->action != ACT_RECEIVE || edge->message != message)
      continue;
    struct eval e = fresh(w);
    int64_t index = edge->index == NONE ? 0 : eval_expr(&e, edge->index);
    if (!e.failure && index >= 0 && index < edge->count &&
        edge->table[index] == channel)
      return true;
  }
  return false;
}

static void check_channel(struct work *w, object_id o) {
  EXPECTS(o < w->m->object_count);
  if (w->m->objects[o].kind != OBJECT_CHANNEL ||
      w->m->objects[o].to != w->p)
    return;
  face_look(w->mv, w->offer->part, o, &w->h->object, &w->h->frontier);
  if (!w->h->frontier.at.len)
    return;
  message_id head = w->h->frontier.at.at[0].message;
  if (!expects(w, o, head))
    remark_stuck(w, FINDING_UNSPECIFIED, o, head);
}

/* Messages of the port that none of the open edges received. */
static void check_port(struct work *w, object_id o) {
  EXPECTS(o < w->m->object_count);
  const struct offer *offer = w->offer;
  face_look(w->mv, w->offer->part, o, &w->h->object, &w->h->frontier);
  vec_each(&w->h->frontier.at, f) {
    bool received = false;
    for (uint32_t i = 0; i < offer->edge_count && !received; i++) {
      const struct offer_edge *oe = &offer->edges[i];
      const struct edge *edge = &w->process->edges[oe->edge];
      if (edge->action != ACT_RECEIVE || oe->object != o ||
          edge->message != f->message)
        continue;
      bind_payload(w, f);
      struct eval e = fresh(w);
      received = eval_holds(&e, edge->fits) || e.failure;
    }
    if (!received)
      remark_failure(w, FAIL_UNSPECIFIED, w->process->locations[w->location].place,
                     NONE, f->choice, o, f->message);
  }
}

static bool first_receive(const struct work *w, uint32_t i) {
  const struct offer_edge *edges = w->offer->edges;
  if (w->process->edges[edges[i].edge].action != ACT_RECEIVE ||
      w->m->objects[edges[i].object].kind != OBJECT_PORT)
    return false;
  for (uint32_t j = 0; j < i; j++)
    if (edges[j].object == edges[i].object &&
        w->process->edges[edges[j].edge].action == ACT_RECEIVE)
      return false;
  return true;
}

static void try_edge(struct work *w, const struct offer_edge *oe) {
  switch (w->process->edges[oe->edge].action) {
  case ACT_SEND:
    try_send(w, oe->edge, oe->object);
    break;
  case ACT_RECEIVE:
    try_receive(w, oe->edge, oe->object);
    break;
  case ACT_ATOMIC:
    try_atomic(w, oe->edge, oe->object);
    break;
  default:
    try_scalar(w, oe->edge, oe->object);
  }
}

/* An atomic step that may touch several parts. */
static void try_tuple(struct work *w, const value_id *values) {
  const struct offer *offer = w->offer;
  struct parts *ps = w->mv->parts;
  edge_id id = offer->edges[0].edge;
  for (uint32_t i = 0; i < offer->tuple_count; i++) {
    parts_words(ps, offer->tuple[i], values[offer->tuple[i]], &w->h->object);
    w->h->shared[ps->at[offer->tuple[i]].index] = w->h->object.at[0];
  }
  struct eval e = fresh(w);
  const struct edge *edge = &w->process->edges[id];
  if (!eval_holds(&e, edge->guard) && !e.failure)
    return;
  if (e.failure || !eval_code(&e, edge->code)) {
    remark_failure(w, e.failure, e.place, id, 0, NONE, NONE);
    return;
  }
  struct move *mo = push_move(w, &e, id, 0);
  mo->first_change = (uint32_t)w->h->changes.len;
  mo->flags |= MOVE_ODD;
  for (uint32_t i = 0; i < offer->tuple_count; i++) {
    part_id part = offer->tuple[i];
    struct change c = {part, values[part], 0};
    c.to = parts_number(ps, part, &w->h->shared[ps->at[part].index], 1);
    if (c.to == c.from)
      continue;
    mo->delta ^= parts_hash(part, c.from) ^ parts_hash(part, c.to);
    mo->change_count++;
    vec_push(&w->h->changes, c);
  }
}

const struct moves *derive_moves(struct mover *mv, struct hand *h,
                                 process_id p, const struct offer *offer,
                                 const value_id *values) {
  EXPECTS(p < mv->model->process_count && offer);
  struct work w = begin(mv, h, p, values[p]);
  w.offer = offer;
  if (offer->tuple_count) {
    try_tuple(&w, values);
    return list_of(&w, &h->lists);
  }
  w.object_value = values[offer->part];
  if (offer->queue)
    parts_words(mv->parts, mv->parts->faces,
                face_of(mv, h, offer->part, w.object_value), &h->object);
  else
    parts_words(mv->parts, offer->part, w.object_value, &h->object);
  for (uint32_t i = 0; i < offer->edge_count; i++)
    try_edge(&w, &offer->edges[i]);
  if (mv->parts->at[offer->part].kind == PART_CHANNEL)
    check_channel(&w, mv->parts->at[offer->part].index);
  for (uint32_t i = 0; i < offer->edge_count; i++)
    if (first_receive(&w, i))
      check_port(&w, offer->edges[i].object);
  return list_of(&w, &h->lists);
}

value_id derive_tuple(struct mover *mv, struct hand *h,
                      const struct offer *offer, const value_id *values) {
  EXPECTS(offer->tuple_count > 1);
  h->tuple.len = 0;
  for (uint32_t i = 0; i < offer->tuple_count; i++)
    words_push(&h->tuple, (int32_t)values[offer->tuple[i]]);
  return parts_number(mv->parts, mv->parts->tuples, h->tuple.at, h->tuple.len);
}

/* --- locals --------------------------------------------------------------- */

/* Offers as they are collected; edges are kept flat and sorted in later. */
struct draft {
  VEC(struct offer) offers;
  VEC(struct draft_edge {
    uint32_t offer;
    struct offer_edge edge;
  }) edges;
};

static uint32_t offer_for(const struct parts *ps, struct draft *d,
                          part_id part) {
  for (uint32_t i = 0; i < d->offers.len; i++)
    if (d->offers.at[i].part == part && !d->offers.at[i].tuple_count)
      return i;
  struct offer o = {.part = part};
  o.queue = part != NONE && ps->at[part].kind >= PART_CHANNEL;
  vec_push(&d->offers, o);
  return (uint32_t)d->offers.len - 1;
}

static void add_edge(struct draft *d, uint32_t offer, edge_id edge,
                     object_id object) {
  EXPECTS(offer < d->offers.len);
  struct draft_edge e = {offer, {edge, object}};
  vec_push(&d->edges, e);
}

static void draft_atomic(struct work *w, struct draft *d, edge_id id) {
  const struct edge *edge = &w->process->edges[id];
  if (edge->touched_count == 1) {
    object_id o = edge->touched[0];
    add_edge(d, offer_for(w->mv->parts, d, w->mv->parts->of_object[o]), id, o);
    return;
  }
  struct offer o = {.part = NONE, .tuple_count = edge->touched_count};
  part_id *tuple = arena_array(&w->h->locals, part_id, edge->touched_count);
  for (uint32_t i = 0; i < edge->touched_count; i++)
    tuple[i] = w->mv->parts->of_object[edge->touched[i]];
  o.tuple = tuple;
  if (!edge->touched_count)
    o.tuple_count = 0;
  uint32_t at = (uint32_t)d->offers.len;
  if (o.tuple_count)
    vec_push(&d->offers, o);
  else
    at = offer_for(w->mv->parts, d, NONE);
  add_edge(d, at, id, NONE);
}

/* An edge of the location: which part it will act on, or that it fails. */
static void draft_edge(struct work *w, struct draft *d, edge_id id) {
  EXPECTS(id < w->process->edge_count);
  const struct edge *edge = &w->process->edges[id];
  if (edge->action == ACT_ATOMIC && edge->touched_count) {
    draft_atomic(w, d, id);
    return;
  }
  struct eval e = fresh(w);
  bool open = eval_holds(&e, edge->guard);
  if (e.failure) {
    remark_failure(w, e.failure, e.place, id, 0, NONE, NONE);
    return;
  }
  if (!open)
    return;
  if (edge->action == ACT_NONE || edge->action == ACT_INPUT ||
      edge->action == ACT_ATOMIC) {
    add_edge(d, offer_for(w->mv->parts, d, NONE), id, NONE);
    return;
  }
  int64_t index = edge->index == NONE ? 0 : eval_expr(&e, edge->index);
  bool exists = !e.failure && index >= 0 && index < edge->count &&
                edge->table[index] != NONE;
  if (!exists) {
    remark_failure(w, e.failure ? e.failure : FAIL_INDEX,
                   e.failure ? e.place
                   : edge->index == NONE
                       ? w->m->sources[edge->source].place
                       : w->m->exprs[edge->index].place,
                   id, 0, NONE, NONE);
    return;
  }
  object_id o = edge->table[index];
  add_edge(d, offer_for(w->mv->parts, d, w->mv->parts->of_object[o]), id, o);
}

/* Channels to this process are looked at even where no edge does: their
 * heads may be unspecified receptions. */
static void draft_channels(struct work *w, struct draft *d) {
  for (object_id o = 0; o < w->m->object_count; o++)
    if (w->m->objects[o].kind == OBJECT_CHANNEL &&
        w->m->objects[o].to == w->p)
      offer_for(w->mv->parts, d, w->mv->parts->of_object[o]);
}

/* Steps that need no object: internal edges and inputs. */
static void try_free(struct work *w, edge_id id) {
  EXPECTS(id < w->process->edge_count);
  const struct edge *edge = &w->process->edges[id];
  bool input = edge->action == ACT_INPUT;
  int64_t lo = input ? edge->input_range.lo : 0;
  int64_t hi = input ? edge->input_range.hi : 0;
  for (int64_t v = lo; v <= hi; v++) {
    w->h->bound[0] = (int32_t)v;
    struct eval e = fresh(w);
    if (eval_code(&e, edge->code))
      push_move(w, &e, id, (int32_t)v)->flags |= MOVE_ODD;
    else
      remark_failed(w, &e, id, (int32_t)v, NONE);
  }
}

static bool ascending(const struct draft *d) {
  edge_id last = 0;
  bool first = true;
  for (uint32_t o = 0; o < d->offers.len; o++)
    vec_each(&d->edges, e) if (e->offer == o) {
      if (!first && e->edge.edge < last)
        return false;
      first = false;
      last = e->edge.edge;
    }
  return true;
}

static void set_edges(struct work *w, const struct draft *d,
                      struct local *local) {
  for (uint32_t o = 0; o < local->offer_count; o++) {
    struct offer *offer = &local->at[o];
    struct offer_edge *edges =
        arena_array(&w->h->locals, struct offer_edge, d->edges.len);
    vec_each(&d->edges, e) if (e->offer == o)
        edges[offer->edge_count++] = e->edge;
    offer->edges = edges;
  }
}

static uint32_t count_sends(const struct work *w, const struct local *local) {
  uint32_t sends = 0;
  for (uint32_t i = 0; i < local->offer_count; i++)
    for (uint32_t k = 0; k < local->at[i].edge_count; k++)
      sends += w->process->edges[local->at[i].edges[k].edge].action == ACT_SEND;
  return sends;
}

struct local *derive_local(struct mover *mv, struct hand *h, process_id p,
                           value_id v) {
  EXPECTS(p < mv->model->process_count);
  struct work w = begin(mv, h, p, v);
  struct draft d = {0};
  const struct location *at = &w.process->locations[w.location];
  for (uint32_t i = 0; i < at->edge_count; i++)
    draft_edge(&w, &d, at->first_edge + i);
  if (h->remarks.len)
    offer_for(mv->parts, &d, NONE); /* to carry the failures */
  draft_channels(&w, &d);
  size_t size = sizeof(struct local) + d.offers.len * sizeof(struct offer);
  struct local *local = arena_alloc(&h->locals, size, _Alignof(struct local));
  local->location = w.location;
  local->spot = spots_find(&mv->spots, p, h->mine.at);
  local->final = at->final;
  local->in_order = ascending(&d);
  local->offer_count = (uint32_t)d.offers.len;
  for (uint32_t i = 0; i < local->offer_count; i++)
    local->at[i] = d.offers.at[i];
  set_edges(&w, &d, local);
  local->sends = count_sends(&w, local);
  for (uint32_t i = 0; i < local->offer_count; i++) {
    struct offer *offer = &local->at[i];
    if (offer->part != NONE || offer->tuple_count)
      continue;
    for (uint32_t k = 0; k < offer->edge_count; k++)
      try_free(&w, offer->edges[k].edge);
    offer->fixed = list_of(&w, &h->locals);
  }
  mv->local_bytes += size + d.edges.len * sizeof(struct offer_edge);
  vec_free(&d.offers);
  vec_free(&d.edges);
  return local;
}

/* --- the initial state ---------------------------------------------------- */

static void initial_object(const struct model *m, const struct part *part,
                           struct words *w) {
  w->len = 0;
  const struct object *o = &m->objects[part->index];
  if (part->kind == PART_NET)
    causal_empty(w);
  else if (part->kind == PART_SCALAR)
    words_push(w, o->kind == OBJECT_LOCK ? -1 : o->init);
}

bool mover_initial(struct mover *mv, struct hand *h, value_id *values,
                   struct note *failed) {
  struct parts *ps = mv->parts;
  const struct model *m = mv->model;
  bool any = false;
  for (process_id p = 0; p < m->process_count; p++) {
    const struct process *process = &m->processes[p];
    struct words *w = &h->peers[p];
    w->len = 0;
    words_push(w, 0);
    for (slot_id s = 0; s < process->slot_count; s++)
      words_push(w, process->slots[s].init);
    h->local_words[p] = w->at;
    struct eval e = {.model = m,
                     .process = p,
                     .locals = h->local_words,
                     .shared = h->shared,
                     .bound = h->bound};
    failed[p] = (struct note){.failure = FAIL_NONE};
    if (!eval_code(&e, process->start)) {
      failed[p] = (struct note){.kind = failure_kind(e.failure),
                                .process = p,
                                .message = NONE,
                                .object = NONE,
                                .failure = e.failure,
                                .place = e.place};
      any = true;
    }
    values[p] = parts_number(ps, p, w->at, w->len);
  }
  for (part_id i = m->process_count; i < ps->count; i++) {
    initial_object(m, &ps->at[i], &h->object);
    values[i] = parts_number(ps, i, h->object.at, h->object.len);
  }
  return any;
}
