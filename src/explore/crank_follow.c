/* What a process can do in a state, from machine.h, with atomic sequences
 * followed as far as they look at little else. */
#include "base/sound.h"
#include "base/stress.h"
#include "explore/crank_inside.h"

enum {
  FOLLOW_MAX = STRESSED(2, 24), /* moves that are one */
  FEW_VALUES = STRESSED(2, 8),  /* of a part that may be looked at on the way */
};

/* What the moves so far have changed is for good, until `take_back`. */
static void settle(struct crank *k) {
  vec_each(&k->view.changes, part) {
    if (k->dirty_part[*part])
      continue;
    k->dirty_part[*part] = true;
    vec_push(&k->dirty, *part);
  }
  view_keep(&k->view);
}

static void take_back(struct crank *k) {
  vec_each(&k->dirty, part) {
    k->dirty_part[*part] = false;
    k->loaded[*part] = NONE;
    k->view.parts[*part].loaded = false;
  }
  vec_clear(&k->dirty);
}

static void keep_changes(struct crank *k, const uint32_t *parts, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const struct machine_part *words = &k->view.parts[parts[i]];
    struct crank_change c = {.part = parts[i], .from = k->values[parts[i]]};
    c.to = parts_number(k->parts, c.part, words->at, words->len);
    if (c.to != c.from)
      vec_push(&k->changes, c);
  }
}

/* The moves since the state are one of the list; mo says what is behind the
 * last of them, escape and is_else are those of the first. */
static void keep_move(struct crank *k, const struct machine_move *mo,
                      const struct machine_move *first) {
  struct crank_move m = {.edge = first->edge,
                         .escape = first->escape,
                         .is_else = first->is_else,
                         .progress = first->progress,
                         .pending = (uint8_t)mo->pending,
                         .atomic = mo->atomic,
                         .failure = (uint8_t)mo->failure,
                         .first_change = (uint32_t)k->changes.len,
                         .first_path = (uint32_t)k->path.len,
                         .path_len = (uint16_t)k->way.len};
  vec_each(&k->way, step) vec_push(&k->path, *step);
  if (mo->failure) {
    m.first_change = (uint32_t)k->places.len;
    vec_push(&k->places, mo->place);
  } else {
    keep_changes(k, k->dirty.at, k->dirty.len);
    vec_each(&k->view.changes, part) if (!k->dirty_part[*part])
        keep_changes(k, part, 1);
    m.change_count = (uint16_t)(k->changes.len - m.first_change);
  }
  vec_push(&k->moves, m);
}

/* Parts that this computation looked at and that others of this local did not
 * must have few values: what is remembered is found for a combination. */
static bool looks_far(const struct crank *k, size_t mark) {
  for (size_t i = mark; i < k->view.reads.len; i++) {
    uint32_t part = k->view.reads.at[i];
    if (!k->hits[part] && k->parts->at[part].count > FEW_VALUES)
      return true;
  }
  return false;
}

enum next { NEXT_NONE, NEXT_ONE, NEXT_OPEN };

/* What can be taken next: nothing, one edge, or that is not to be said here,
 * because it depends on others or there are several: the walk knows where it
 * has been, and goes every way once. */
static enum next find_next(struct crank *k, process_id p, uint32_t *edge) {
  EXPECTS(p < k->slots && edge);
  struct machine_view *v = &k->view;
  const struct machine *m = k->machine;
  size_t mark = v->reads.len;
  uint32_t first, escape = 0, count = m->edges(m, v, p, &first);
  enum next next = NEXT_NONE;
  for (uint32_t i = 0; i < count && next != NEXT_OPEN; i++) {
    struct machine_move mo = {0};
    bool can = m->fire(m, v, p, first + i, &mo);
    view_undo(v);
    if (!can)
      continue;
    if (escape && escape != mo.escape)
      break;
    if (mo.is_else && next == NEXT_ONE)
      continue;
    next = next == NEXT_ONE || mo.pending ? NEXT_OPEN : NEXT_ONE;
    escape = mo.escape;
    *edge = first + i;
  }
  if (next != NEXT_OPEN && !looks_far(k, mark))
    return next;
  for (size_t i = mark; i < v->reads.len; i++)
    v->parts[v->reads.at[i]].read = false;
  v->reads.len = mark;
  return NEXT_OPEN;
}

/* Behind the first move, inside an atomic sequence. */
static void follow(struct crank *k, process_id p,
                   const struct machine_move *first) {
  EXPECTS(p < k->slots && first);
  struct machine_view *v = &k->view;
  struct machine_move mo = {.atomic = true};
  enum next next = NEXT_ONE;
  uint32_t edge = 0;
  vec_clear(&k->way);
  while (mo.atomic && !mo.failure && next == NEXT_ONE &&
         k->way.len < FOLLOW_MAX) {
    settle(k);
    next = find_next(k, p, &edge);
    mo.atomic = next != NEXT_NONE; /* or it has lost control */
    if (next != NEXT_ONE)
      break;
    k->machine->fire(k->machine, v, p, edge, &mo);
    struct crank_path step = {mo.edge, mo.progress};
    vec_push(&k->way, step);
  }
  keep_move(k, &mo, first);
  view_undo(v);
  vec_clear(&k->way);
}

void crank_mark(struct crank *k, const struct crank_move *mo,
                const struct crank_path *path) {
  const struct edge *edges = k->parts->model->processes[0].edges;
  k->taken[edges[mo->edge].source] = 1;
  for (uint16_t i = 0; i < mo->path_len; i++)
    k->taken[edges[path[mo->first_path + i].edge].source] = 1;
}

/* A move of the process was fired: it joins the list, with what follows. */
static void accept(struct crank *k, process_id p,
                   const struct machine_move *mo) {
  EXPECTS(p < k->slots && mo);
  if (mo->atomic && !mo->pending && !mo->failure) {
    k->view.timeout = false;
    k->view.pending = 0;
    follow(k, p, mo);
    take_back(k);
  } else {
    keep_move(k, mo, mo);
    view_undo(&k->view);
  }
}

/* The edges in order.  What an earlier one forbids is left out; where that is
 * a send that may find nobody, the walk decides. */
static void try_edges(struct crank *k, process_id p) {
  EXPECTS(p < k->slots);
  struct machine_view *v = &k->view;
  const struct machine *m = k->machine;
  uint32_t first, escape = 0, count = m->edges(m, v, p, &first);
  bool taken = false, offered = false;
  for (uint32_t i = 0; i < count; i++) {
    struct machine_move mo = {0};
    v->timeout = k->context & 1;
    v->pending = k->context >> 1;
    if (!m->fire(m, v, p, first + i, &mo))
      continue;
    bool behind = escape && escape != mo.escape;
    if (behind || (mo.is_else && taken)) {
      view_undo(v);
      if (behind)
        break;
      continue;
    }
    size_t begin = k->moves.len;
    accept(k, p, &mo);
    offered |= mo.pending != 0;
    taken |= !mo.pending;
    escape = offered ? 0 : mo.escape;
    for (size_t n = begin; n < k->moves.len; n++) {
      k->moves.at[n].unsure = offered;
      if (!offered)
        crank_mark(k, &k->moves.at[n], k->path.at);
    }
  }
}

void crank_compute(struct crank *k, process_id p, const struct crank_local *l) {
  EXPECTS(p < k->slots && l);
  crank_look_at(k, k->values);
  view_forget(&k->view);
  vec_clear(&k->moves);
  vec_clear(&k->changes);
  vec_clear(&k->path);
  vec_clear(&k->places);
  k->view.short_of_slots = false;
  for (uint32_t i = 0; i < l->count; i++)
    k->hits[l->parts[i]] = true;
  try_edges(k, p);
  for (uint32_t i = 0; i < l->count; i++)
    k->hits[l->parts[i]] = false;
  if (k->view.short_of_slots)
    *k->short_of_slots = true;
}
