#include "explore/surprise.h"

#include "base/alloc.h"
#include "explore/explore.h"

static bool is_expected(const struct process *p, location_id l, object_id o,
                        message_id message) {
  EXPECTS(l < p->location_count);
  for (uint32_t i = 0; i < p->locations[l].edge_count; i++) {
    const struct edge *e = &p->edges[p->locations[l].first_edge + i];
    if (e->action == ACT_RECEIVE && e->message == message && e->count == 1 &&
        e->index == NONE && e->table[0] == o)
      return true;
  }
  return false;
}

static bool sends_on(const struct edge *e, object_id o) {
  bool does = false;
  for (uint32_t i = 0; e->action == ACT_SEND && i < e->count; i++)
    does |= e->table[i] == o;
  return does;
}

bool *surprises_find(const struct future *f) {
  const struct model *m = f->model;
  bool *out =
      alloc_zero((size_t)f->base[m->process_count] * m->object_count, 1);
  for (object_id o = 0; o < m->object_count; o++) {
    const struct object *c = &m->objects[o];
    if (c->kind != OBJECT_CHANNEL)
      continue;
    const struct process *from = &m->processes[c->from];
    const struct process *to = &m->processes[c->to];
    for (edge_id e = 0; e < from->edge_count; e++)
      for (location_id l = 0;
           sends_on(&from->edges[e], o) && l < to->location_count; l++)
        if (!is_expected(to, l, o, from->edges[e].message))
          out[(size_t)(f->base[c->to] + l) * m->object_count + o] = true;
  }
  return out;
}

void kept_open(struct kept *k, const struct future *f, unsigned find) {
  const struct model *m = f->model;
  uint32_t locations = f->base[m->process_count];
  *k = (struct kept){.future = f, .overflow = find >> FINDING_OVERFLOW & 1};
  if (!(find >> FINDING_UNSPECIFIED & 1))
    return;
  bool *by_object = surprises_find(f);
  k->surprised = alloc_zero(locations, sizeof *k->surprised);
  for (uint32_t l = 0; l < locations; l++)
    for (object_id o = 0; o < m->object_count; o++)
      k->surprised[l] |= by_object[(size_t)l * m->object_count + o];
  free(by_object);
}

void kept_close(struct kept *k) {
  free(k->surprised);
}

/* Can p take a message from something with a bound, to which somebody may
 * still send? */
static bool makes_room(const struct future *f, const struct view *v,
                       process_id p, const struct view_entry *entry) {
  const struct model *m = f->model;
  for (uint32_t i = 0; i < entry->list->count; i++) {
    edge_id e = entry->list->at[i].edge;
    object_id o = offer_object(entry->offer, e);
    if (m->processes[p].edges[e].action == ACT_RECEIVE && o != NONE &&
        m->objects[o].capacity != UNBOUNDED &&
        future_others(f, v->locals, p, o, USE_SEND))
      return true;
  }
  return false;
}

bool kept_back(const struct kept *k, const struct view *v, process_id p) {
  const struct future *f = k->future;
  if (k->surprised && k->surprised[f->base[p] + v->locals[p]->location])
    return true;
  for (uint32_t i = v->first[p]; k->overflow && i < v->first[p + 1]; i++)
    if (makes_room(f, v, p, &v->entries[i]))
      return true;
  return false;
}
