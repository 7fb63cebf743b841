#include "exec/shown.h"

#include "base/sound.h"

static size_t place_of(const struct shown *s, unsigned kind, uint32_t a,
                       uint32_t b) {
  size_t i = 0;
  while (i < s->at.len && !(s->at.at[i].kind == kind && s->at.at[i].a == a &&
                            s->at.at[i].b == b))
    i++;
  return i;
}

uint32_t shown_number(const struct shown *s, unsigned kind, uint32_t a,
                      uint32_t b) {
  size_t i = place_of(s, kind, a, b);
  EXPECTS(i < s->at.len);
  return (uint32_t)i;
}

static void add(struct shown *s, unsigned kind, uint32_t a, uint32_t b) {
  struct shown_thing thing = {a, b, (uint8_t)kind};
  if (place_of(s, kind, a, b) == s->at.len)
    vec_push(&s->at, thing);
}

/* What an expression looks at itself. */
static void add_leaf(struct shown *s, const struct expr *e) {
  switch (e->op) {
  case EXPR_SHARED:
  case EXPR_LENGTH:
    add(s, SHOWN_OBJECT, e->a, 0);
    break;
  case EXPR_SHARED_AT:
    for (int64_t i = 0; i < e->value; i++)
      add(s, SHOWN_OBJECT, e->a + (uint32_t)i, 0);
    break;
  case EXPR_PEER:
    add(s, SHOWN_SLOT, e->a, e->b);
    break;
  case EXPR_PEER_AT:
    for (int64_t i = 0; i < e->value; i++)
      add(s, SHOWN_SLOT, e->a, e->b + (uint32_t)i);
    break;
  case EXPR_AT:
    add(s, SHOWN_AT, e->a, e->b);
    break;
  case EXPR_ENDED:
    add(s, SHOWN_ENDED, e->a, 0);
    break;
  default:
    break;
  }
}

static void find(struct shown *s, const struct model *m, expr_id id) {
  EXPECTS(id < m->expr_count);
  const struct expr *e = &m->exprs[id];
  add_leaf(s, e);
  if (e->op == EXPR_SHARED_AT || e->op == EXPR_LOCAL_AT)
    find(s, m, e->b);
  if (e->op == EXPR_PEER_AT || e->op == EXPR_COND)
    find(s, m, e->c);
  if (e->op >= EXPR_NEG)
    find(s, m, e->a);
  if (e->op >= EXPR_ADD)
    find(s, m, e->b);
}

void shown_find(struct shown *s, const struct model *m) {
  for (uint32_t i = 0; i < m->property_count; i++)
    find(s, m, m->properties[i].expr);
}

int64_t shown_value(const struct shown *s, const struct model *m,
                    const struct istate *state, uint32_t thing) {
  EXPECTS(thing < s->at.len);
  const struct shown_thing *t = &s->at.at[thing];
  switch (t->kind) {
  case SHOWN_OBJECT:
    return interp_object(state, t->a);
  case SHOWN_SLOT:
    return interp_slot(state, t->a, t->b);
  case SHOWN_AT:
    return interp_location(state, t->a) == t->b;
  default:
    return m->processes[t->a].locations[interp_location(state, t->a)].final;
  }
}

void shown_free(struct shown *s) {
  vec_free(&s->at);
}
