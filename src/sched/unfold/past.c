/* What an operation of the run that is looked at has in its past: what it
 * depends on of the steps before it, which are marked on their cells. */
#include <string.h>

#include "base/sound.h"
#include "sched/unfold/unfold.h"

static bool depends(const struct unfold *u, const struct unf_op *o, unf_id e) {
  EXPECTS(e && e < u->at.len);
  const struct unf_op *p = unf_op_of(u, e);
  if (p->reads_only && o->class_ == CLASS_ACCESS)
    return false;
  return unf_dependent(o, p);
}

static bool covers(const struct unf_op *p, const struct unf_op *o) {
  return o->class_ != CLASS_ACCESS ||
         (p->object <= o->object && p->object + p->size >= o->object + o->size);
}

struct unf_cell *unf_cell_in_run(struct unfold *u, uint32_t c) {
  EXPECTS(c < u->cells.len);
  struct unf_cell *cell = &u->cells.at[c];
  if (cell->run != u->run) {
    cell->run = u->run;
    cell->mark = 0;
  }
  return cell;
}

/* Adds what the operation depends on to the past, as one of its cells shows
 * it; *state is the newest change of its object. */
static void look_back(struct unfold *u, op_id op, uint32_t cell, uint32_t *past,
                      unf_id *state) {
  EXPECTS(op && op < u->ops.len && cell < u->cells.len);
  const struct unf_op *o = &u->ops.at[op];
  bool all = o->changes && !(u->contextual && o->class_ == CLASS_ACCESS);
  uint32_t m = unf_cell_in_run(u, cell)->mark;
  if (!all && m)
    m = u->marks.at[m - 1].change;
  while (m) {
    const struct unf_mark *k = &u->marks.at[m - 1];
    const struct unf_op *p = unf_op_of(u, k->event);
    if (depends(u, o, k->event)) {
      unf_join(past, unf_past(u, k->event), u->width);
      if (p->changes && k->event > *state)
        *state = k->event;
      if (p->changes && covers(p, o))
        return;
    }
    m = k->prev;
    if (!all && m)
      m = u->marks.at[m - 1].change;
  }
}

/* What sees the operation saw this last, and has all before it in its past. */
static void look_back_seen(struct unfold *u, uint32_t cell, uint32_t *past) {
  uint32_t m = unf_cell_in_run(u, cell)->mark;
  if (m)
    unf_join(past, unf_past(u, u->marks.at[m - 1].event), u->width);
}

static void mark(struct unfold *u, unf_id e, const struct unf_op *o,
                 uint32_t cell) {
  EXPECTS(e && e < u->at.len && cell < u->cells.len);
  struct unf_cell *c = unf_cell_in_run(u, cell);
  struct unf_mark m = {e, c->mark, 0};
  m.change = o->loud  ? (uint32_t)u->marks.len + 1
             : m.prev ? u->marks.at[m.prev - 1].change
                      : 0;
  vec_push(&u->marks, m);
  c->mark = (uint32_t)u->marks.len;
}

/* The last of them, as many as see the operation, are those of what sees it. */
static size_t cells_of(struct unfold *u, op_id op, unf_id up, uint32_t *out,
                       const uint32_t **list) {
  bool all;
  size_t n = unf_cells(u, op, up, out, &all);
  *list = out;
  if (!all)
    return n;
  for (size_t i = 0; i < n; i++)
    vec_push(&u->scratch, out[i]);
  *list = u->scratch.at;
  return u->scratch.len;
}

void unf_look_back(struct unfold *u, unf_id up, op_id op, uint32_t *past,
                   unf_id *state) {
  EXPECTS(up && up < u->at.len && op && op < u->ops.len);
  const struct unf_op *o = &u->ops.at[op];
  uint32_t cells[UNF_CELLS];
  const uint32_t *list;
  memcpy(past, unf_past(u, up), u->width * sizeof *past);
  *state = o->inside ? up : u->global;
  if (o->kind == OP_QUIT || o->inside)
    return;
  if (u->global)
    unf_join(past, unf_past(u, u->global), u->width);
  if (o->class_ == CLASS_GLOBAL) {
    for (uint32_t t = 0; t < u->width; t++) {
      unf_id e = u->current[t];
      while (e && u->at.at[e].flags & UNF_VIRTUAL)
        e = u->at.at[e].up;
      if (e)
        unf_join(past, unf_past(u, e), u->width);
    }
    return;
  }
  size_t n = cells_of(u, op, up, cells, &list);
  size_t seen = (size_t)__builtin_popcount(u->ops.at[op].seen);
  for (size_t i = 0; i < n - seen; i++)
    look_back(u, op, list[i], past, state);
  for (size_t i = n - seen; i < n; i++)
    look_back_seen(u, list[i], past);
}

void unf_mark(struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  const struct unf_op *o = unf_op_of(u, e);
  uint32_t cells[UNF_CELLS];
  const uint32_t *list;
  if (o->cell) {
    mark(u, e, o, o->cell - 1);
    return;
  }
  if (unf_is_global(o)) {
    u->global = e;
    return;
  }
  size_t n = cells_of(u, u->at.at[e].op, u->at.at[e].up, cells, &list);
  for (size_t i = 0; i < n; i++)
    mark(u, e, o, list[i]);
}
