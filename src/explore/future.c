#include "explore/future.h"

#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/sound.h"

/* --- where edges lead ----------------------------------------------------- */

struct arc {
  location_id from, to;
  edge_id edge;
};

/* While a model is looked through. */
struct survey {
  struct future *f;
  const struct model *m;
  uint32_t *stamp; /* by instruction: the walk that saw it last */
  uint32_t walk;
  VEC(code_id) todo;
  VEC(location_id) ends; /* of the last walk */
  VEC(struct arc) arcs;  /* of one process */
  struct spots spots;
  bool *watched_object, *watched_slot, *watched_location, *watched_end;
  uint32_t *slot_base;
};

/* All instructions an edge may run; its ends go to s->ends.  True when one
 * of them assigns something that a property looks at. */
static bool walk_code(struct survey *s, process_id p, code_id start) {
  EXPECTS(p < s->m->process_count && start < s->m->code_count);
  bool touches = false;
  s->walk++;
  vec_clear(&s->ends);
  vec_push(&s->todo, start);
  while (s->todo.len) {
    code_id at = vec_pop(&s->todo);
    if (s->stamp[at] == s->walk)
      continue;
    s->stamp[at] = s->walk;
    const struct code *c = &s->m->code[at];
    switch (c->op) {
    case CODE_STOP:
      vec_push(&s->ends, c->to);
      continue;
    case CODE_JUMP:
      vec_push(&s->todo, c->to);
      continue;
    case CODE_UNLESS:
      vec_push(&s->todo, c->to);
      break;
    case CODE_SET:
    case CODE_SET_AT:
      for (uint32_t i = 0; i < (c->op == CODE_SET ? 1 : c->count); i++)
        touches |= s->watched_slot[s->slot_base[p] + c->target + i];
      break;
    case CODE_SET_SHARED:
    case CODE_SET_SHARED_AT:
      for (uint32_t i = 0; i < (c->op == CODE_SET_SHARED ? 1 : c->count); i++)
        touches |= s->watched_object[c->target + i];
      break;
    case CODE_ASSERT:
    case CODE_PROGRESS:
      break;
    }
    vec_push(&s->todo, at + 1);
  }
  return touches;
}

static unsigned uses_of(enum action a) {
  switch (a) {
  case ACT_SEND:
    return USE_SEND;
  case ACT_RECEIVE:
    return USE_RECEIVE;
  case ACT_READ:
    return USE_READ;
  case ACT_WRITE:
    return USE_WRITE;
  case ACT_LOCK:
  case ACT_P:
    return USE_TAKE;
  case ACT_UNLOCK:
  case ACT_V:
    return USE_GIVE;
  case ACT_ATOMIC:
    return USE_READ | USE_WRITE;
  default:
    return 0;
  }
}

/* The objects of an edge: its table, or what an atomic step touches. */
static uint32_t objects_of(const struct edge *e, const object_id **at) {
  bool atomic = e->action == ACT_ATOMIC;
  *at = atomic ? e->touched : e->table;
  return atomic ? e->touched_count : uses_of(e->action) ? e->count : 0;
}

/* --- what properties look at ---------------------------------------------- */

static void watch(struct survey *s, expr_id id) {
  EXPECTS(id == NONE || id < s->m->expr_count);
  const struct expr *x = &s->m->exprs[id];
  switch (x->op) {
  case EXPR_CONST:
  case EXPR_LOCAL:
  case EXPR_BOUND:
    return;
  case EXPR_SHARED:
  case EXPR_LENGTH:
    s->watched_object[x->a] = true;
    return;
  case EXPR_SHARED_AT:
    for (int64_t i = 0; i < x->value; i++)
      s->watched_object[x->a + i] = true;
    watch(s, x->b);
    return;
  case EXPR_PEER:
    s->watched_slot[s->slot_base[x->a] + x->b] = true;
    return;
  case EXPR_PEER_AT:
    for (int64_t i = 0; i < x->value; i++)
      s->watched_slot[s->slot_base[x->a] + x->b + i] = true;
    watch(s, x->c);
    return;
  case EXPR_AT:
    s->watched_location[s->f->base[x->a] + x->b] = true;
    return;
  case EXPR_ENDED:
    s->watched_end[x->a] = true;
    return;
  case EXPR_LOCAL_AT:
    watch(s, x->b);
    return;
  case EXPR_NEG:
  case EXPR_NOT:
    watch(s, x->a);
    return;
  case EXPR_COND:
    watch(s, x->c);
    /* fall through */
  default:
    watch(s, x->a);
    watch(s, x->b);
  }
}

static bool is_visible(struct survey *s, process_id p, const struct edge *e,
                       bool touches) {
  const struct process *process = &s->m->processes[p];
  const object_id *at;
  uint32_t count = objects_of(e, &at);
  if (e->action != ACT_READ)
    for (uint32_t i = 0; i < count; i++)
      touches |= at[i] != NONE && s->watched_object[at[i]];
  vec_each(&s->ends, to) {
    if (*to == e->from)
      continue;
    touches |= s->watched_location[s->f->base[p] + e->from] ||
               s->watched_location[s->f->base[p] + *to];
    touches |= s->watched_end[p] && process->locations[e->from].final !=
                                        process->locations[*to].final;
  }
  return touches;
}

/* Comes to a final location that something leaves, or leaves it. */
static bool may_return(const struct survey *s, process_id p,
                       const struct edge *e) {
  const struct location *at = s->m->processes[p].locations;
  bool may = false;
  vec_each(&s->ends, to) if (at[e->from].final != at[*to].final) may |=
      at[e->from].final || at[*to].edge_count;
  return may;
}

/* --- one process ---------------------------------------------------------- */

static void look_at_edges(struct survey *s, process_id p) {
  EXPECTS(p < s->m->process_count);
  const struct process *process = &s->m->processes[p];
  struct future *f = s->f;
  vec_clear(&s->arcs);
  for (edge_id e = 0; e < process->edge_count; e++) {
    const struct edge *edge = &process->edges[e];
    bool touches = walk_code(s, p, edge->code);
    f->visible[f->edge_base[p] + e] = is_visible(s, p, edge, touches);
    f->returns[f->edge_base[p] + e] = may_return(s, p, edge);
    vec_each(&s->ends, to) {
      struct arc arc = {edge->from, *to, e};
      vec_push(&s->arcs, arc);
    }
  }
}

/* --- spots ---------------------------------------------------------------- */

static uint8_t *uses_at(const struct future *f, process_id p, spot_id at) {
  EXPECTS(f->spot_base[p] + at < f->spot_base[p + 1]);
  return f->uses + (size_t)(f->spot_base[p] + at) * f->model->object_count;
}

/* At a spot the edge is open; place: as in spots.h. */
static void add_use(struct future *f, process_id p, spot_id at,
                    const struct edge *e, uint32_t place) {
  const object_id *table;
  uint32_t count = objects_of(e, &table);
  bool one = e->action != ACT_ATOMIC && place < count;
  for (uint32_t i = one ? place : 0; i < (one ? place + 1 : count); i++)
    if (table[i] != NONE)
      uses_at(f, p, at)[table[i]] |= (uint8_t)uses_of(e->action);
}

static bool add_uses(struct future *f, process_id p, spot_id from, spot_id to) {
  const uint8_t *there = uses_at(f, p, to);
  uint8_t *here = uses_at(f, p, from);
  bool changed = false;
  for (object_id o = 0; o < f->model->object_count; o++) {
    changed |= (there[o] & ~here[o]) != 0;
    here[o] |= there[o];
  }
  return changed;
}

/* Backwards along the arcs, until nothing is added any more.  From the spot
 * that is anywhere everything may be used. */
static void spread_uses(struct survey *s, process_id p) {
  EXPECTS(p < s->m->process_count);
  const struct process_spots *own = &s->spots.of[p];
  const struct process *process = &s->m->processes[p];
  bool changed = s->m->object_count > 0;
  vec_each(&own->opens, o)
      add_use(s->f, p, o->at, &process->edges[o->edge], o->place);
  for (edge_id e = 0; e < process->edge_count && !own->counters.len; e++)
    add_use(s->f, p, process->edges[e].from, &process->edges[e], NONE);
  while (changed) {
    changed = false;
    for (size_t i = own->arcs.len; i-- > 0;)
      changed |= add_uses(s->f, p, own->arcs.at[i].from, own->arcs.at[i].to);
    for (size_t i = own->counters.len ? 0 : s->arcs.len; i-- > 0;)
      changed |= add_uses(s->f, p, s->arcs.at[i].from, s->arcs.at[i].to);
  }
  for (spot_id at = 0; own->counters.len && at < own->at.len; at++)
    add_uses(s->f, p, (spot_id)own->at.len, at);
}

static void compare_uses(struct future *f, process_id p) {
  EXPECTS(p < f->model->process_count);
  size_t objects = f->model->object_count;
  struct map first = {0};
  for (spot_id at = 0; at < f->spot_base[p + 1] - f->spot_base[p]; at++) {
    bool added;
    uint64_t h = hash_bytes(uses_at(f, p, at), objects);
    uint64_t *like = map_at(&first, h, &added);
    if (added ||
        memcmp(uses_at(f, p, (spot_id)*like), uses_at(f, p, at), objects))
      *like = at;
    f->alike[f->spot_base[p] + at] = (spot_id)*like;
  }
  map_free(&first);
}

static void count_users(struct future *f, process_id p) {
  EXPECTS(p < f->model->process_count);
  size_t objects = f->model->object_count;
  uint32_t spots = f->spot_base[p + 1] - f->spot_base[p];
  uint64_t bit = (uint64_t)1 << p;
  for (size_t o = 0; o < objects; o++) {
    unsigned some = 0, always = ~0u;
    for (spot_id at = 0; at < spots; at++) {
      unsigned uses = uses_at(f, p, at)[o];
      some |= uses;
      always &= uses;
    }
    if (some)
      f->users[o] |= bit;
    for (size_t k = 0; k < USE_KINDS; k++) {
      f->some[o * USE_KINDS + k] |= some >> k & 1 ? bit : 0;
      f->always[o * USE_KINDS + k] |= always >> k & 1 ? bit : 0;
    }
  }
}

/* Depth first; an arc that leads back into the path closes a cycle. */
static void mark_sticky(struct survey *s, process_id p) {
  EXPECTS(p < s->m->process_count);
  uint32_t locations = s->m->processes[p].location_count;
  enum { NEW, OPEN, DONE };
  uint8_t *colour = alloc_zero(locations, 1);
  uint32_t *next = alloc_zero(locations, sizeof *next);
  uint32_t *first = alloc_zero(locations + 1, sizeof *first);
  VEC(location_id) path = {0};
  for (size_t i = s->arcs.len; i-- > 0;) /* arcs are grouped by location */
    first[s->arcs.at[i].from] = (uint32_t)i;
  for (location_id root = 0; root < locations; root++) {
    if (colour[root] != NEW)
      continue;
    vec_push(&path, root);
    colour[root] = OPEN;
    while (path.len) {
      location_id at = *vec_last(&path);
      size_t i = first[at] + next[at];
      if (i >= s->arcs.len || s->arcs.at[i].from != at) {
        colour[at] = DONE;
        path.len--;
        continue;
      }
      next[at]++;
      location_id to = s->arcs.at[i].to;
      if (colour[to] == OPEN)
        s->f->sticky[s->f->edge_base[p] + s->arcs.at[i].edge] = true;
      if (colour[to] != NEW)
        continue;
      colour[to] = OPEN;
      vec_push(&path, to);
    }
  }
  vec_free(&path);
  free(colour);
  free(next);
  free(first);
}

/* --- objects -------------------------------------------------------------- */

static void look_at_objects(struct future *f) {
  const struct model *m = f->model;
  for (object_id o = 0; o < m->object_count; o++) {
    const struct object *object = &m->objects[o];
    if (object->kind < OBJECT_CHANNEL) {
      f->scalars = true;
      if (!f->scalar)
        f->scalar = object->name;
    }
    if (object->kind != OBJECT_PORT)
      continue;
    f->ports = true;
    uint32_t senders = 0;
    for (process_id p = 0; p < m->process_count; p++) {
      bool sends = false;
      for (spot_id at = 0; at < f->spot_base[p + 1] - f->spot_base[p]; at++)
        sends |= future_may(f, p, at, o, USE_SEND);
      senders += sends;
    }
    f->contended[o] = senders > 1 && (object->capacity != UNBOUNDED ||
                                      m->scheme == SCHEME_MAILBOX);
  }
}

/* Not where a guard may close the edge, or another object may be meant. */
static bool always_disturbed(const struct future *f, process_id p, edge_id e) {
  EXPECTS(e < f->model->processes[p].edge_count);
  const struct edge *edge = &f->model->processes[p].edges[e];
  bool fixed = uses_of(edge->action) && edge->action != ACT_ATOMIC &&
               edge->guard == NONE && edge->index == NONE && edge->count == 1;
  if (!fixed || edge->table[0] == NONE)
    return false;
  object_id o = edge->table[0];
  bool grows = edge->action == ACT_RECEIVE &&
               f->model->objects[o].kind == OBJECT_PORT &&
               f->model->scheme == SCHEME_ASYNC;
  unsigned rivals = grows ? USE_SEND : future_rivals(f, p, e, o);
  for (uint64_t who = 0; rivals; rivals &= rivals - 1) {
    who = f->always[(size_t)o * USE_KINDS + (unsigned)__builtin_ctz(rivals)];
    if (who & ~((uint64_t)1 << p))
      return true;
  }
  return false;
}

static void find_crowds(struct future *f, process_id p) {
  EXPECTS(p < f->model->process_count);
  const struct process *process = &f->model->processes[p];
  for (edge_id e = 0; e < process->edge_count; e++)
    if (always_disturbed(f, p, e))
      f->crowded[f->base[p] + process->edges[e].from] = true;
}

static bool is_busy(const struct future *f, process_id p, location_id l) {
  EXPECTS(l < f->model->processes[p].location_count);
  const struct process *process = &f->model->processes[p];
  const struct location *at = &process->locations[l];
  uint32_t sends = 0;
  for (uint32_t i = 0; i < at->edge_count; i++) {
    const struct edge *e = &process->edges[at->first_edge + i];
    sends += e->action == ACT_SEND && e->guard == NONE;
  }
  return sends > 1 || f->crowded[f->base[p] + l];
}

static void find_quiet(struct survey *s, process_id p) {
  EXPECTS(p < s->m->process_count);
  const struct future *f = s->f;
  const struct process *process = &f->model->processes[p];
  const spot_id *alike = f->alike + f->spot_base[p];
  bool counts = s->spots.of[p].counters.len;
  bool *quiet = f->quiet + f->edge_base[p];
  for (edge_id e = 0; e < process->edge_count; e++) {
    quiet[e] = true;
    walk_code(s, p, process->edges[e].code);
    vec_each(&s->ends, to) quiet[e] &=
        is_busy(f, p, *to) &&
        (counts || alike[*to] == alike[process->edges[e].from]);
  }
  vec_each(&s->spots.of[p].arcs, a) quiet[a->edge] &=
      alike[a->from] == alike[a->to];
}

/* --- life ----------------------------------------------------------------- */

static void survey_open(struct survey *s, struct future *f) {
  const struct model *m = f->model;
  uint32_t slots = 0;
  *s = (struct survey){.f = f, .m = m};
  s->slot_base = alloc_zero(m->process_count, sizeof *s->slot_base);
  for (process_id p = 0; p < m->process_count; p++) {
    s->slot_base[p] = slots;
    slots += m->processes[p].slot_count;
  }
  s->stamp = alloc_zero(m->code_count, sizeof *s->stamp);
  s->watched_object = alloc_zero(m->object_count, 1);
  s->watched_slot = alloc_zero(slots, 1);
  s->watched_location = alloc_zero(f->base[m->process_count], 1);
  s->watched_end = alloc_zero(m->process_count, 1);
  for (uint32_t i = 0; i < m->property_count; i++)
    watch(s, m->properties[i].expr);
  spots_open(&s->spots, m);
  f->spot_base = alloc_zero(m->process_count + 1, sizeof *f->spot_base);
  for (process_id p = 0; p < m->process_count; p++)
    f->spot_base[p + 1] = f->spot_base[p] + spots_count(&s->spots, p);
}

static void survey_close(struct survey *s) {
  free(s->slot_base);
  free(s->stamp);
  free(s->watched_object);
  free(s->watched_slot);
  free(s->watched_location);
  free(s->watched_end);
  vec_free(&s->todo);
  vec_free(&s->ends);
  vec_free(&s->arcs);
  spots_close(&s->spots);
}

void future_open(struct future *f, const struct model *m) {
  *f = (struct future){.model = m};
  f->base = alloc_zero(m->process_count + 1, sizeof *f->base);
  f->edge_base = alloc_zero(m->process_count + 1, sizeof *f->edge_base);
  for (process_id p = 0; p < m->process_count; p++) {
    f->base[p + 1] = f->base[p] + m->processes[p].location_count;
    f->edge_base[p + 1] = f->edge_base[p] + m->processes[p].edge_count;
  }
  struct survey s;
  survey_open(&s, f);
  uint32_t locations = f->base[m->process_count];
  uint32_t edges = f->edge_base[m->process_count];
  uint32_t spots = f->spot_base[m->process_count];
  f->uses = alloc_zero((size_t)spots * m->object_count, 1);
  f->alike = alloc_zero(spots, sizeof *f->alike);
  f->users = alloc_zero(m->object_count, sizeof *f->users);
  size_t kinds = (size_t)m->object_count * USE_KINDS;
  f->some = alloc_zero(kinds, sizeof *f->some);
  f->always = alloc_zero(kinds, sizeof *f->always);
  f->visible = alloc_zero(edges, sizeof *f->visible);
  f->returns = alloc_zero(edges, sizeof *f->returns);
  f->sticky = alloc_zero(edges, sizeof *f->sticky);
  f->contended = alloc_zero(m->object_count, sizeof *f->contended);
  f->crowded = alloc_zero(locations, sizeof *f->crowded);
  f->quiet = alloc_zero(edges, sizeof *f->quiet);
  for (process_id p = 0; p < m->process_count; p++) {
    look_at_edges(&s, p);
    spread_uses(&s, p);
    compare_uses(f, p);
    if (p < FUTURE_BITS)
      count_users(f, p);
    mark_sticky(&s, p);
  }
  look_at_objects(f);
  for (process_id p = 0; p < m->process_count && p < FUTURE_BITS; p++) {
    find_crowds(f, p);
    find_quiet(&s, p);
  }
  survey_close(&s);
}

void future_close(struct future *f) {
  free(f->base);
  free(f->spot_base);
  free(f->edge_base);
  free(f->uses);
  free(f->alike);
  free(f->users);
  free(f->some);
  free(f->always);
  free(f->visible);
  free(f->returns);
  free(f->sticky);
  free(f->contended);
  free(f->crowded);
  free(f->quiet);
}

/* --- questions ------------------------------------------------------------ */

bool future_others(const struct future *f, const struct local *const *locals,
                   process_id p, object_id o, unsigned uses) {
  EXPECTS(p < f->model->process_count && o < f->model->object_count);
  if (f->model->process_count <= FUTURE_BITS)
    return future_users(f, locals, o, uses) & ~((uint64_t)1 << p);
  for (process_id q = 0; q < f->model->process_count; q++)
    if (q != p && future_may(f, q, locals[q]->spot, o, uses))
      return true;
  return false;
}

unsigned future_rivals(const struct future *f, process_id p, edge_id e,
                       object_id o) {
  EXPECTS(e < f->model->processes[p].edge_count);
  switch (f->model->processes[p].edges[e].action) {
  case ACT_SEND:
    return f->contended[o] ? USE_SEND : 0;
  case ACT_READ:
    return USE_WRITE;
  case ACT_WRITE:
  case ACT_ATOMIC:
    return USE_READ | USE_WRITE;
  case ACT_LOCK:
  case ACT_P:
  case ACT_V:
    return USE_TAKE | USE_GIVE;
  default: /* unlock: nobody else makes p the holder, or takes it away */
    return 0;
  }
}

static bool receives(const struct future *f, process_id p, edge_id e) {
  EXPECTS(e < f->model->processes[p].edge_count);
  return f->model->processes[p].edges[e].action == ACT_RECEIVE;
}

/* Is there a message to be received from o, of this sender (NONE: any)? */
static bool holds(const struct future *f, process_id p,
                  const struct offer *offer, const struct moves *list,
                  object_id o, process_id sender) {
  if (!list)
    return false;
  for (uint32_t i = 0; i < list->count; i++) {
    const struct move *mo = &list->at[i];
    if ((sender == NONE || mo->choice == (int32_t)sender) &&
        receives(f, p, mo->edge) && offer_object(offer, mo->edge) == o)
      return true;
  }
  const struct remark *r = moves_remarks(list);
  for (uint32_t i = 0; i < list->remark_count; i++)
    if (r[i].fails && r[i].object == o &&
        (r[i].edge == NONE || receives(f, p, r[i].edge)) &&
        (sender == NONE || r[i].choice == (int32_t)sender))
      return true;
  return false;
}

/* May q, who may still send to o? */
static bool grows_by(const struct future *f, process_id p,
                     const struct offer *offer, const struct moves *list,
                     object_id o, process_id q) {
  if (f->model->objects[o].kind == OBJECT_CHANNEL)
    return true; /* the caller knows that it is empty */
  switch (f->model->scheme) {
  case SCHEME_ASYNC:
    return true;
  case SCHEME_MAILBOX:
    return !holds(f, p, offer, list, o, NONE);
  default:
    return !holds(f, p, offer, list, o, q);
  }
}

/* Those with a message to be received from o, as bits. */
static uint64_t holders(const struct future *f, process_id p,
                        const struct offer *offer, const struct moves *list,
                        object_id o) {
  EXPECTS(p < f->model->process_count && o < f->model->object_count);
  const struct remark *r = moves_remarks(list);
  uint64_t who = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const struct move *mo = &list->at[i];
    if (receives(f, p, mo->edge) && offer_object(offer, mo->edge) == o)
      who |= (uint64_t)1 << mo->choice % FUTURE_BITS;
  }
  for (uint32_t i = 0; i < list->remark_count; i++)
    if (r[i].fails && r[i].object == o &&
        (r[i].edge == NONE || receives(f, p, r[i].edge)))
      who |= (uint64_t)1 << r[i].choice % FUTURE_BITS;
  return who;
}

uint64_t future_growers(const struct future *f,
                        const struct local *const *locals, process_id p,
                        const struct offer *offer, const struct moves *list,
                        object_id o) {
  EXPECTS(p < f->model->process_count && o < f->model->object_count);
  uint64_t who = future_users(f, locals, o, USE_SEND) & ~((uint64_t)1 << p);
  if (!who || !list || f->model->objects[o].kind == OBJECT_CHANNEL ||
      f->model->scheme == SCHEME_ASYNC)
    return who;
  uint64_t held = holders(f, p, offer, list, o);
  if (f->model->scheme == SCHEME_MAILBOX)
    return held ? 0 : who;
  return who & ~held; /* a choice is a sender */
}

bool future_grows(const struct future *f, const struct local *const *locals,
                  process_id p, const struct offer *offer,
                  const struct moves *list, object_id o) {
  EXPECTS(p < f->model->process_count && o < f->model->object_count);
  if (f->model->process_count <= FUTURE_BITS)
    return future_growers(f, locals, p, offer, list, o);
  for (process_id q = 0; q < f->model->process_count; q++)
    if (q != p && future_may(f, q, locals[q]->spot, o, USE_SEND) &&
        grows_by(f, p, offer, list, o, q))
      return true;
  return false;
}

static bool edge_undisturbed(const struct future *f,
                             const struct local *const *locals, process_id p,
                             const struct offer *offer,
                             const struct offer_edge *oe,
                             const struct moves *list) {
  EXPECTS(p < f->model->process_count);
  const struct edge *e = &f->model->processes[p].edges[oe->edge];
  if (e->action == ACT_ATOMIC) {
    for (uint32_t i = 0; i < e->touched_count; i++)
      if (future_others(f, locals, p, e->touched[i], USE_READ | USE_WRITE))
        return false;
    return true;
  }
  if (oe->object == NONE ||
      f->model->objects[oe->object].kind == OBJECT_CHANNEL)
    return true; /* then `waits` tells */
  if (e->action == ACT_RECEIVE)
    return !future_grows(f, locals, p, offer, list, oe->object);
  unsigned rivals = future_rivals(f, p, oe->edge, oe->object);
  return !rivals || !future_others(f, locals, p, oe->object, rivals);
}

bool future_undisturbed(const struct future *f,
                        const struct local *const *locals, process_id p,
                        const struct moves *const *lists, bool waits) {
  EXPECTS(p < f->model->process_count && lists);
  const struct local *local = locals[p];
  if (waits || f->crowded[f->base[p] + local->location])
    return false;
  if (!f->ports && !f->scalars)
    return true;
  for (uint32_t i = 0; i < local->offer_count; i++)
    for (uint32_t k = 0; k < local->at[i].edge_count; k++)
      if (!edge_undisturbed(f, locals, p, &local->at[i], &local->at[i].edges[k],
                            lists[i]))
        return false;
  return true;
}
