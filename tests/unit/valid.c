#include "valid.h"

#include <stdlib.h>
#include <string.h>

/* Where an expression stands, as a set of what it may hold. */
enum { MAY_BOUND = 1, MAY_SHARED = 2, MAY_PEER = 4, MAY_LOCAL = 8 };

#define NEED(x, text)                                                          \
  do {                                                                         \
    if (!(x))                                                                  \
      return text;                                                             \
  } while (0)

static const char *expr_invalid(const struct model *m, const struct process *p,
                                expr_id id, unsigned may, unsigned depth);

static const char *operands(const struct model *m, const struct process *p,
                            const struct expr *e, unsigned may,
                            unsigned depth) {
  const char *bad = expr_invalid(m, p, e->a, may, depth + 1);
  if (!bad && e->op != EXPR_NEG && e->op != EXPR_NOT)
    bad = expr_invalid(m, p, e->b, may, depth + 1);
  if (!bad && e->op == EXPR_COND)
    bad = expr_invalid(m, p, e->c, may, depth + 1);
  return bad;
}

static const char *expr_invalid(const struct model *m, const struct process *p,
                                expr_id id, unsigned may, unsigned depth) {
  NEED(id < m->expr_count, "expression out of range");
  NEED(depth < 5000, "expression too deep");
  const struct expr *e = &m->exprs[id];
  switch (e->op) {
  case EXPR_CONST:
    return NULL;
  case EXPR_LOCAL:
    NEED(may & MAY_LOCAL, "local variable in a property");
    NEED(e->a < p->slot_count, "slot out of range");
    return NULL;
  case EXPR_LOCAL_AT:
    NEED(may & MAY_LOCAL, "local variable in a property");
    NEED(e->value > 0 && e->a + e->value <= p->slot_count, "array of slots");
    return expr_invalid(m, p, e->b, may, depth + 1);
  case EXPR_BOUND:
    NEED(may & MAY_BOUND, "bound value where there is none");
    return NULL;
  case EXPR_SHARED:
    NEED(may & MAY_SHARED, "shared variable outside of atomic");
    NEED(e->a < m->object_count, "object out of range");
    NEED(m->objects[e->a].kind == OBJECT_SHARED, "not a shared variable");
    return NULL;
  case EXPR_SHARED_AT:
    NEED(may & MAY_SHARED, "shared variable outside of atomic");
    NEED(e->value > 0 && e->a + e->value <= m->object_count, "object array");
    for (int64_t i = 0; i < e->value; i++)
      NEED(m->objects[e->a + i].kind == OBJECT_SHARED, "not shared");
    return expr_invalid(m, p, e->b, may, depth + 1);
  case EXPR_PEER:
  case EXPR_PEER_AT:
    NEED(may & MAY_PEER, "peer outside of a property");
    NEED(e->a < m->process_count, "process out of range");
    NEED(e->b < m->processes[e->a].slot_count, "peer's slot");
    return e->op == EXPR_PEER ? NULL : expr_invalid(m, p, e->c, may, depth + 1);
  case EXPR_AT:
  case EXPR_ENDED:
    NEED(may & MAY_PEER, "state outside of a property");
    NEED(e->a < m->process_count, "process out of range");
    NEED(e->op == EXPR_ENDED || e->b < m->processes[e->a].location_count,
         "location out of range");
    return NULL;
  case EXPR_LENGTH:
    NEED(may & MAY_PEER, "length outside of a property");
    NEED(e->a < m->object_count, "object out of range");
    NEED(m->objects[e->a].kind == OBJECT_CHANNEL ||
             m->objects[e->a].kind == OBJECT_PORT,
         "length of what has none");
    return NULL;
  default:
    NEED(e->op <= EXPR_COND, "unknown operator");
    return operands(m, p, e, may, depth);
  }
}

static const char *code_invalid(const struct model *m, const struct process *p,
                                code_id id, unsigned may, unsigned char *seen) {
  for (;;) {
    NEED(id < m->code_count, "code out of range");
    if (seen[id])
      return NULL;
    seen[id] = 1;
    const struct code *c = &m->code[id];
    const char *bad = NULL;
    if (c->op == CODE_SET)
      NEED(c->target < p->slot_count, "assigned slot");
    if (c->op == CODE_SET_AT)
      NEED(c->count && c->target + c->count <= p->slot_count, "slot array");
    if (c->op == CODE_SET_SHARED || c->op == CODE_SET_SHARED_AT) {
      NEED(may & MAY_SHARED, "shared assignment outside of atomic");
      NEED(c->target < m->object_count, "assigned object");
      NEED(m->objects[c->target].kind == OBJECT_SHARED, "assigned object");
    }
    if (c->op == CODE_SET_AT || c->op == CODE_SET_SHARED_AT)
      bad = expr_invalid(m, p, c->index, may, 0);
    if (!bad && c->op != CODE_JUMP && c->op != CODE_STOP &&
        c->op != CODE_PROGRESS)
      bad = expr_invalid(m, p, c->value, may, 0);
    if (bad)
      return bad;
    if (c->op == CODE_STOP) {
      NEED(c->to < p->location_count, "stop at an unknown location");
      return NULL;
    }
    if (c->op == CODE_UNLESS) {
      bad = code_invalid(m, p, c->to, may, seen);
      if (bad)
        return bad;
    }
    id = c->op == CODE_JUMP ? c->to : id + 1;
  }
}

static bool kind_fits(enum action a, enum object_kind k) {
  switch (a) {
  case ACT_SEND:
  case ACT_RECEIVE:
    return k == OBJECT_CHANNEL || k == OBJECT_PORT;
  case ACT_READ:
  case ACT_WRITE:
    return k == OBJECT_SHARED;
  case ACT_LOCK:
  case ACT_UNLOCK:
    return k == OBJECT_LOCK;
  case ACT_P:
  case ACT_V:
    return k == OBJECT_SEMAPHORE;
  default:
    return false;
  }
}

static const char *table_invalid(const struct model *m, process_id self,
                                 const struct edge *e) {
  for (uint32_t i = 0; i < e->count; i++) {
    object_id o = e->table[i];
    if (o == NONE)
      continue;
    NEED(o < m->object_count, "object of an edge");
    NEED(kind_fits(e->action, m->objects[o].kind), "kind of the object");
    if (m->objects[o].kind == OBJECT_CHANNEL)
      NEED(self ==
               (e->action == ACT_SEND ? m->objects[o].from : m->objects[o].to),
           "somebody else's channel");
    if (e->action == ACT_RECEIVE)
      NEED(m->objects[o].to == self, "somebody else's port");
  }
  return NULL;
}

static const char *edge_invalid(const struct model *m, process_id self,
                                const struct edge *e) {
  const struct process *p = &m->processes[self];
  bool alone = e->action == ACT_NONE || e->action == ACT_INPUT ||
               e->action == ACT_ATOMIC;
  const char *bad = NULL;
  NEED(alone ? e->count == 0 : e->count > 0, "table of an edge");
  NEED(e->index != NONE || e->count <= 1, "table without index");
  NEED(e->index != NONE || !e->count || e->table[0] != NONE,
       "no object and no index");
  bad = table_invalid(m, self, e);
  if (!bad && e->index != NONE)
    bad = expr_invalid(m, p, e->index, MAY_LOCAL, 0);
  if (!bad && e->guard != NONE)
    bad =
        expr_invalid(m, p, e->guard,
                     MAY_LOCAL | (e->action == ACT_ATOMIC ? MAY_SHARED : 0), 0);
  if (!bad && e->fits != NONE)
    bad = expr_invalid(m, p, e->fits, MAY_LOCAL | MAY_BOUND, 0);
  for (uint32_t i = 0; !bad && i < e->arg_count; i++)
    bad = expr_invalid(m, p, e->args[i], MAY_LOCAL, 0);
  if (bad)
    return bad;
  bool talks = e->action == ACT_SEND || e->action == ACT_RECEIVE;
  NEED(talks ? e->message < m->message_count : e->message == NONE,
       "message of an edge");
  NEED(e->action != ACT_SEND || e->arg_count == m->messages[e->message].arity,
       "arguments of a send");
  NEED(e->action != ACT_WRITE || e->arg_count == 1, "value of a write");
  NEED(e->source < m->source_count, "source of an edge");
  NEED(e->to < p->location_count, "target of an edge");
  for (uint32_t i = 0; i < e->touched_count; i++)
    NEED(e->touched[i] < m->object_count &&
             (!i || e->touched[i - 1] < e->touched[i]),
         "touched objects");
  return NULL;
}

static const char *process_invalid(const struct model *m, process_id self,
                                   unsigned char *seen) {
  const struct process *p = &m->processes[self];
  NEED(p->location_count > 0, "process without locations");
  NEED(p->name && p->base, "process without a name");
  for (uint32_t i = 0; i < p->slot_count; i++) {
    const struct variable *v = &p->slots[i];
    NEED(v->range.lo <= v->init && v->init <= v->range.hi, "initial value");
    NEED(!v->temporary || v->init == 0, "temporary that is not 0");
  }
  uint32_t next = 0;
  for (location_id l = 0; l < p->location_count; l++) {
    NEED(p->locations[l].first_edge == next, "edges out of order");
    for (uint32_t i = 0; i < p->locations[l].edge_count; i++, next++) {
      NEED(next < p->edge_count, "edge out of range");
      NEED(p->edges[next].from == l, "edge of another location");
    }
  }
  NEED(next == p->edge_count, "edges without a location");
  memset(seen, 0, m->code_count);
  const char *bad = code_invalid(m, p, p->start, MAY_LOCAL, seen);
  for (edge_id i = 0; !bad && i < p->edge_count; i++) {
    bad = edge_invalid(m, self, &p->edges[i]);
    /* In a thread, code behind an atomic block flows into other code. */
    if (!bad)
      bad =
          code_invalid(m, p, p->edges[i].code,
                       MAY_LOCAL | MAY_BOUND |
                           (p->edges[i].action == ACT_ATOMIC ? MAY_SHARED : 0),
                       seen);
  }
  return bad;
}

/* Parts come before what they are parts of, so this ends. */
static const char *formula_invalid(const struct model *m, formula_id id) {
  NEED(id < m->formula_count, "formula out of range");
  const struct formula *f = &m->formulas[id];
  if (f->op == FORMULA_STATE)
    return expr_invalid(m, NULL, f->expr, MAY_SHARED | MAY_PEER, 0);
  NEED(f->op <= FORMULA_UNTIL, "unknown operator of formulas");
  NEED(f->a < id && f->b < id, "a part of a formula behind it");
  const char *bad = formula_invalid(m, f->a);
  bool two =
      f->op == FORMULA_AND || f->op == FORMULA_OR || f->op == FORMULA_UNTIL;
  return bad || !two ? bad : formula_invalid(m, f->b);
}

static const char *temporal_invalid(const struct model *m,
                                    const struct temporal *t) {
  NEED(t->text, "a property without text");
  return t->possibly ? expr_invalid(m, NULL, t->expr, MAY_SHARED | MAY_PEER, 0)
                     : formula_invalid(m, t->formula);
}

const char *model_invalid(const struct model *m) {
  const char *bad = NULL;
  NEED(m->process_count > 0, "no processes");
  for (object_id o = 0; o < m->object_count; o++) {
    const struct object *x = &m->objects[o];
    NEED(x->name, "object without a name");
    if (x->kind == OBJECT_SHARED || x->kind == OBJECT_SEMAPHORE)
      NEED(x->range.lo <= x->init && x->init <= x->range.hi,
           "initial value of an object");
    if (x->kind == OBJECT_CHANNEL)
      NEED(x->from < m->process_count && x->from != x->to &&
               x->to < m->process_count && x->capacity > 0 &&
               x->capacity != UNBOUNDED,
           "channel");
    if (x->kind == OBJECT_PORT)
      NEED(x->to < m->process_count && x->capacity > 0, "port");
  }
  for (message_id i = 0; i < m->message_count; i++)
    for (uint32_t k = 0; k < m->messages[i].arity; k++)
      NEED(m->messages[i].payload[k].lo <= m->messages[i].payload[k].hi,
           "payload");
  unsigned char *seen = malloc(m->code_count + 1);
  for (process_id p = 0; !bad && p < m->process_count; p++)
    bad = process_invalid(m, p, seen);
  free(seen);
  for (uint32_t i = 0; !bad && i < m->temporal_count; i++)
    bad = temporal_invalid(m, &m->temporals[i]);
  for (uint32_t i = 0; !bad && i < m->property_count; i++)
    bad =
        expr_invalid(m, NULL, m->properties[i].expr, MAY_SHARED | MAY_PEER, 0);
  return bad;
}
