#include "exec/parked.h"

#include "base/sound.h"
#include "exec/watched.h"
#include "model/operator.h"

/* An expression over local variables; false when it fails. */
static bool eval(const struct model *m, const struct istate *s, process_id p,
                 expr_id id, int64_t *out) {
  const struct expr *e = &m->exprs[id];
  int64_t a = 0, b = 0;
  switch (e->op) {
  case EXPR_CONST:
    *out = e->value;
    return true;
  case EXPR_LOCAL:
    *out = interp_slot(s, p, e->a);
    return true;
  case EXPR_LOCAL_AT:
    if (!eval(m, s, p, e->b, &b) || b < 0 || b >= e->value)
      return false;
    *out = interp_slot(s, p, e->a + (slot_id)b);
    return true;
  case EXPR_COND:
    return eval(m, s, p, e->a, &a) && eval(m, s, p, a ? e->b : e->c, out);
  case EXPR_AND:
  case EXPR_OR:
    if (!eval(m, s, p, e->a, &a))
      return false;
    *out = a != 0;
    if ((e->op == EXPR_AND) != (a != 0))
      return true;
    if (!eval(m, s, p, e->b, &b))
      return false;
    *out = b != 0;
    return true;
  case EXPR_NEG:
  case EXPR_NOT:
    if (!eval(m, s, p, e->a, &a))
      return false;
    *out = e->op == EXPR_NOT ? !a : -(uint64_t)a;
    return true;
  default:
    break;
  }
  if (e->op < EXPR_ADD || !eval(m, s, p, e->a, &a) || !eval(m, s, p, e->b, &b))
    return false;
  enum fail_reason why;
  return operator_apply(e->op, a, b, out, &why);
}

const struct edge *parked_edge(const struct model *m, const struct istate *s,
                               process_id p) {
  EXPECTS(p < m->process_count);
  const struct process *pr = &m->processes[p];
  const struct location *l = &pr->locations[interp_location(s, p)];
  for (uint32_t i = 0; i < l->edge_count; i++) {
    const struct edge *e = &pr->edges[l->first_edge + i];
    int64_t holds = 1;
    if (e->guard != NONE && e->action != ACT_ATOMIC &&
        eval(m, s, p, e->guard, &holds) && !holds)
      continue;
    return e;
  }
  return NULL;
}

static object_id object_of(const struct model *m, const struct istate *s,
                           process_id p, const struct edge *e) {
  int64_t i = 0;
  if (!e->count)
    return NONE;
  if (e->index == NONE)
    return e->table[0];
  if (!eval(m, s, p, e->index, &i) || i < 0 || i >= e->count)
    return NONE;
  return e->table[i];
}

static const uint8_t kinds[] = {
    [ACT_NONE] = OP_LOCAL,      [ACT_SEND] = OP_SEND,
    [ACT_RECEIVE] = OP_RECEIVE, [ACT_READ] = OP_READ,
    [ACT_WRITE] = OP_WRITE,     [ACT_LOCK] = OP_LOCK,
    [ACT_UNLOCK] = OP_UNLOCK,   [ACT_P] = OP_SEM_P,
    [ACT_V] = OP_SEM_V,         [ACT_INPUT] = OP_INPUT,
    [ACT_ATOMIC] = OP_ATOMIC};

bool parked_awaits(const struct edge *e) {
  return e->action == ACT_ATOMIC && e->guard != NONE;
}

/* Whether the code from here on, to its end, changes something shared. */
static bool changes(const struct model *m, code_id at, unsigned patience) {
  for (; patience; patience--) {
    const struct code *c = &m->code[at];
    switch (c->op) {
    case CODE_SET_SHARED:
    case CODE_SET_SHARED_AT:
      return true;
    case CODE_STOP:
      return false;
    case CODE_JUMP:
      at = c->to;
      break;
    case CODE_UNLESS:
      if (changes(m, c->to, patience / 2))
        return true;
      patience -= patience / 2;
      at++;
      break;
    default:
      at++;
    }
  }
  return true; /* for all we know */
}

/* An atomic step over variables is an update of the span they lie in; one
 * that waits and changes nothing is a read of it. */
static void atomic_span(const struct model *m, const struct edge *e,
                        struct event *out) {
  out->object = 0;
  if (!e->touched_count)
    return;
  for (uint32_t i = 0; i < e->touched_count; i++)
    if (m->objects[e->touched[i]].kind != OBJECT_SHARED)
      return;
  object_id lo = e->touched[0], hi = e->touched[e->touched_count - 1];
  enum { PATIENCE = 256 };
  bool reads = parked_awaits(e) && !changes(m, e->code, PATIENCE);
  out->kind = reads ? OP_READ : OP_UPDATE;
  out->object = (uint64_t)(lo + 1) * PARKED_LINE;
  out->size = (hi - lo) * PARKED_LINE + 4;
}

static void object_state(const struct model *m, const struct istate *s,
                         object_id o, struct event *out) {
  if (o == NONE)
    return;
  int64_t value = interp_object(s, o);
  uint32_t capacity = m->objects[o].capacity;
  if (OP_CLASS(out->kind) == CLASS_SEM)
    out->value = (uint64_t)value;
  if (OP_CLASS(out->kind) == CLASS_PORT)
    out->value = (uint64_t)value | (uint64_t)(capacity - value) << 32;
  if (out->kind == OP_READ)
    out->value = (uint64_t)value;
}

bool parked_at(const struct model *m, const struct watched *w,
               const struct istate *s, process_id p, struct event *out) {
  EXPECTS(p < m->process_count);
  const struct edge *e = parked_edge(m, s, p);
  if (!e)
    return false;
  object_id o = object_of(m, s, p, e);
  *out = (struct event){.kind = kinds[e->action],
                        .thread = (uint16_t)p,
                        .object = o == NONE ? 0 : o,
                        .size = 1,
                        .alts = 1,
                        .site = e->source + 1};
  if (e->action == ACT_ATOMIC) {
    atomic_span(m, e, out);
  } else if (OP_CLASS(out->kind) == CLASS_ACCESS) {
    out->object = (uint64_t)(o + 1) * PARKED_LINE;
    out->size = 4;
  }
  object_state(m, s, o, out);
  out->object =
      object_with(out->object, watched_by(w, p, interp_location(s, p)));
  return true;
}
