#include "explore/cfsm.h"

#include "base/sound.h"

static bool is_internal(const struct edge *e) {
  return e->action != ACT_SEND && e->action != ACT_RECEIVE;
}

bool cfsm_is(const struct model *m, bool internal, struct text *why) {
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].kind != OBJECT_CHANNEL) {
      text_printf(why,
                  "it is for processes that communicate by channels "
                  "only, and there is '%s'",
                  m->objects[o].name);
      return false;
    }
  for (process_id p = 0; p < m->process_count && !internal; p++)
    for (edge_id e = 0; e < m->processes[p].edge_count; e++)
      if (is_internal(&m->processes[p].edges[e])) {
        const struct edge *edge = &m->processes[p].edges[e];
        text_printf(why,
                    "every step must send or receive, and '%s' has one "
                    "that does not, at line %u",
                    m->processes[p].name, m->sources[edge->source].place.line);
        return false;
      }
  return true;
}

/* --- topology ------------------------------------------------------------- */

struct topology {
  const struct model *m;
  bool *active; /* by channel: somebody can send on it */
  bool *on_path;
  VEC(object_id) path;
  struct ring found; /* the first simple cycle through a channel */
  unsigned cycles;
};

static void topology_open(struct topology *t, const struct model *m) {
  *t = (struct topology){.m = m};
  t->active = alloc_zero(m->object_count, sizeof *t->active);
  t->on_path = alloc_zero(m->process_count, sizeof *t->on_path);
  for (process_id p = 0; p < m->process_count; p++)
    for (edge_id e = 0; e < m->processes[p].edge_count; e++) {
      const struct edge *edge = &m->processes[p].edges[e];
      for (uint32_t i = 0; edge->action == ACT_SEND && i < edge->count; i++)
        if (edge->table[i] != NONE)
          t->active[edge->table[i]] = true;
    }
}

static void topology_close(struct topology *t) {
  free(t->active);
  free(t->on_path);
  vec_free(&t->path);
  vec_free(&t->found.channels);
}

/* Marks what can be reached from p, forwards or backwards. */
static void reach(const struct topology *t, process_id p, bool forwards,
                  bool *marks) {
  EXPECTS(p < t->m->process_count && marks);
  VEC(process_id) todo = {0};
  marks[p] = true;
  vec_push(&todo, p);
  while (todo.len) {
    process_id at = vec_pop(&todo);
    for (object_id o = 0; o < t->m->object_count; o++) {
      const struct object *c = &t->m->objects[o];
      process_id near = forwards ? c->from : c->to;
      process_id far = forwards ? c->to : c->from;
      if (!t->active[o] || near != at || marks[far])
        continue;
      marks[far] = true;
      vec_push(&todo, far);
    }
  }
  vec_free(&todo);
}

/* All processes in one component?  Otherwise *why lists the components. */
static bool strongly_connected(const struct topology *t, struct text *why) {
  uint32_t n = t->m->process_count, components = 0;
  bool *done = alloc_zero(n, 1);
  struct text list = {0};
  for (process_id p = 0; p < n; p++) {
    if (done[p])
      continue;
    bool *from = alloc_zero(n, 1), *to = alloc_zero(n, 1);
    reach(t, p, true, from);
    reach(t, p, false, to);
    text_add(&list, components++ ? ", {" : " {");
    for (process_id q = p; q < n; q++)
      if (from[q] && to[q]) {
        text_printf(&list, "%s%s", q == p ? "" : ", ", t->m->processes[q].name);
        done[q] = true;
      }
    text_char(&list, '}');
    free(from);
    free(to);
  }
  if (components != 1)
    text_printf(why,
                "it is for multi-cyclic protocols, and the channels do "
                "not connect all processes strongly; the components are%s",
                text_str(&list));
  text_free(&list);
  free(done);
  return components == 1;
}

/* Simple paths from `at` to `goal`, up to two; the first is kept. */
static void count_cycles(struct topology *t, process_id at, process_id goal) {
  EXPECTS(at < t->m->process_count && goal < t->m->process_count);
  if (at == goal) {
    if (!t->cycles++)
      vec_each(&t->path, o) vec_push(&t->found.channels, *o);
    return;
  }
  t->on_path[at] = true;
  for (object_id o = 0; o < t->m->object_count && t->cycles < 2; o++) {
    const struct object *c = &t->m->objects[o];
    if (!t->active[o] || c->from != at || t->on_path[c->to])
      continue;
    vec_push(&t->path, o);
    count_cycles(t, c->to, goal);
    t->path.len--;
  }
  t->on_path[at] = false;
}

static bool same_room(const struct model *m, const struct ring *r,
                      struct text *why) {
  const struct object *first = &m->objects[r->channels.at[0]];
  vec_each(&r->channels, o) if (m->objects[*o].capacity != first->capacity) {
    text_printf(why,
                "it is for rings of channels with equal room, and '%s' "
                "and '%s' are in one ring",
                first->name, m->objects[*o].name);
    return false;
  }
  return true;
}

bool cfsm_rings(const struct model *m, struct rings *out, struct text *why) {
  struct topology t;
  topology_open(&t, m);
  bool *placed = alloc_zero(m->object_count, sizeof *placed);
  bool ok = strongly_connected(&t, why);
  for (object_id o = 0; o < m->object_count && ok; o++) {
    if (!t.active[o])
      continue;
    t.cycles = 0;
    vec_clear(&t.found.channels);
    vec_clear(&t.path);
    vec_push(&t.path, o);
    count_cycles(&t, m->objects[o].to, m->objects[o].from);
    if (t.cycles != 1) {
      text_printf(why,
                  "it is for multi-cyclic protocols, and '%s' lies on "
                  "more than one ring",
                  m->objects[o].name);
      ok = false;
      break;
    }
    /* A channel of a ring found before is counted too: the one that found
     * the ring may be on one cycle only, and this one on more. */
    if (placed[o])
      continue;
    ok = same_room(m, &t.found, why);
    struct ring ring = {0};
    vec_each(&t.found.channels, c) {
      vec_push(&ring.channels, *c);
      placed[*c] = true;
    }
    vec_push(&out->at, ring);
  }
  free(placed);
  topology_close(&t);
  if (!ok)
    cfsm_rings_free(out);
  return ok;
}

void cfsm_rings_free(struct rings *r) {
  vec_each(&r->at, ring) vec_free(&ring->channels);
  vec_free(&r->at);
}
