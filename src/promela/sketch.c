/* Proctypes as they are drawn: the automaton of flow.h, as far as it can be
 * reached, with names for its states that say where they are in the text. */
#include "model/sketch.h"

#include <string.h>

#include "base/map.h"
#include "promela/read.h"

struct sketching {
  struct arena *arena;
  const struct pflow *flow;
  uint32_t *node;       /* of a state: its node, NONE: not reached (yet) */
  VEC(uint32_t) states; /* by node; 0: behind the end */
  VEC(struct sketch_edge) edges;
};

static uint32_t node_of(struct sketching *c, uint32_t state) {
  if (c->node[state] == NONE) {
    c->node[state] = (uint32_t)c->states.len;
    vec_push(&c->states, state);
  }
  return c->node[state];
}

static const char *does(const struct ptrans *t) {
  const struct pstmt *s = t->stmt;
  return !s ? "" : t->body ? "d_step" : s->text ? s->text : "";
}

static struct place place_of(const struct pstmt *s) {
  return s && !s->file ? s->place : (struct place){0};
}

/* From the start on, breadth first: nodes are in the order in which one meets
 * them. */
static void walk(struct sketching *c) {
  node_of(c, c->flow->start);
  for (uint32_t n = 0; n < c->states.len; n++) {
    const uint32_t state = c->states.at[n];
    const struct pstate *from = &c->flow->states[state];
    for (uint32_t i = 0; state && i < from->count; i++) {
      const struct ptrans *t = &c->flow->trans[from->first + i];
      const struct sketch_edge e = {.from = n,
                                    .to = node_of(c, t->to),
                                    .text = does(t),
                                    .place = place_of(t->stmt)};
      vec_push(&c->edges, e);
    }
  }
}

static const char *label_of(const struct sketching *c, uint32_t state) {
  for (uint32_t i = 0; i < c->flow->label_count; i++)
    if (c->flow->labels[i].state == state)
      return c->flow->labels[i].name;
  return NULL;
}

/* Names there are, and how many have each. */
struct taken {
  struct names names;
  VEC(unsigned) times;
};

/* Its label, or its line; made different from those before it. */
static const char *name_of(struct sketching *c, uint32_t state,
                           struct taken *taken) {
  const struct pstmt *s = state ? c->flow->states[state].stmt : NULL;
  const char *name = state ? label_of(c, state) : "gone";
  if (!name && s && s->kind == PS_END)
    name = "end";
  if (!name)
    name = s && s->place.line ? arena_printf(c->arena, "line %u", s->place.line)
                              : arena_printf(c->arena, "state %u", state);
  const uint32_t id = names_add(&taken->names, name, strlen(name));
  if (id == taken->times.len)
    vec_push(&taken->times, 0);
  const unsigned times = ++taken->times.at[id];
  return times > 1 ? arena_printf(c->arena, "%s (%u)", name, times) : name;
}

static const struct sketch_node *nodes_of(struct sketching *c) {
  struct sketch_node *nodes =
      arena_array(c->arena, struct sketch_node, c->states.len);
  struct taken taken = {0};
  for (uint32_t n = 0; n < c->states.len; n++) {
    const uint32_t state = c->states.at[n];
    const struct pstate *at = state ? &c->flow->states[state] : NULL;
    nodes[n] =
        (struct sketch_node){.name = name_of(c, state, &taken),
                             .first = n == 0,
                             .final = !at || at->flags & STATE_END ||
                                      (at->stmt && at->stmt->kind == PS_END),
                             .place = place_of(at ? at->stmt : NULL)};
  }
  names_free(&taken.names);
  vec_free(&taken.times);
  return nodes;
}

static struct sketch sketch_of(struct arena *a, const struct pproc *proc,
                               const struct pflow *flow) {
  struct sketching c = {.arena = a, .flow = flow};
  struct arena scratch = {0};
  c.node = arena_array(&scratch, uint32_t, flow->state_count + 1);
  for (uint32_t i = 0; i <= flow->state_count; i++)
    c.node[i] = NONE;
  walk(&c);
  const struct sketch sketch = {
      .name = proc->is_claim && strcmp(proc->name, "never")
                  ? arena_printf(a, "%s (never)", proc->name)
              : proc->is_trace ? "trace"
                               : proc->name,
      .copies = proc->active ? proc->active : 1,
      .place = proc->place,
      .node_count = (uint32_t)c.states.len,
      .nodes = nodes_of(&c),
      .edge_count = (uint32_t)c.edges.len,
      .edges = c.edges.len
                   ? arena_copy(a, c.edges.at, c.edges.len * sizeof *c.edges.at)
                   : NULL};
  vec_free(&c.states);
  vec_free(&c.edges);
  arena_free(&scratch);
  return sketch;
}

void promela_sketches(struct model *m, const struct promela *pm) {
  const size_t count = pm->program->procs.len;
  struct sketch *all = arena_array(&m->arena, struct sketch, count);
  for (size_t i = 0; i < count; i++)
    all[i] = sketch_of(&m->arena, pm->program->procs.at[i], pm->flows[i]);
  m->sketches = all;
  m->sketch_count = (uint32_t)count;
}
