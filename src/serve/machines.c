#include "serve/machines.h"

#include <string.h>

#include "base/map.h"
#include "model/sketch.h"
#include "model/model.h"
#include "model/network.h"
#include "report/graph.h"

enum {
  MACHINES_MOST = 40, /* that are listed */
  DRAWN_STATES = 60,  /* more of them say less than their table */
  DRAWN_EDGES = 120
};

struct machine_state {
  const char *name;
  uint32_t line;
  bool final;
  enum sketch_shape shape;
  bool first; /* too: of a net, whose places may all have tokens */
};

struct machine_edge {
  uint32_t from, to, line, column;
  const char *does; /* "P2!m1" */
  const char *text; /* "P2!m1 -> 1" */
};

/* Either's, in an arena. */
struct machine {
  const char *name;
  unsigned copies;
  uint32_t line;
  bool thread;
  bool net; /* its states are places and transitions */
  uint32_t initial;
  struct machine_state *states;
  uint32_t state_count;
  struct machine_edge *edges;
  uint32_t edge_count;
};

/* --- what is said ----------------------------------------------------------
 */

static struct graph_node node_of(const struct machine *m, uint32_t i,
                                 struct arena *a) {
  static const enum graph_shape shapes[] = {[SKETCH_STATE] = GRAPH_ROUND,
                                            [SKETCH_PLACE] = GRAPH_ELLIPSE,
                                            [SKETCH_TRANSITION] = GRAPH_BOX};
  const struct machine_state *s = &m->states[i];
  return (struct graph_node){
      .label = s->name,
      .shape = shapes[s->shape],
      .cls = i == m->initial || s->first ? GRAPH_START
             : s->final                  ? GRAPH_FINAL
                                         : GRAPH_PLAIN,
      .hint =
          s->line ? arena_printf(a, "%s, line %u", s->name, s->line) : s->name};
}

static void put_drawing(struct json *j, const struct machine *m,
                        struct arena *a) {
  if (!m->state_count || m->state_count > DRAWN_STATES ||
      m->edge_count > DRAWN_EDGES)
    return;
  struct graph_node *nodes =
      arena_array(a, struct graph_node, m->state_count + 1);
  struct graph_edge *edges =
      arena_array(a, struct graph_edge, m->edge_count + 1);
  for (uint32_t i = 0; i < m->state_count; i++)
    nodes[i] = node_of(m, i, a);
  for (uint32_t i = 0; i < m->edge_count; i++)
    edges[i] = (struct graph_edge){
        .from = m->edges[i].from,
        .to = m->edges[i].to,
        .label = m->edges[i].does,
        .hint = arena_printf(a, "%s: %s", m->states[m->edges[i].from].name,
                             m->edges[i].text)};
  struct text drawn = {0};
  graph_render_svg(&drawn,
                   &(struct graph){.title = m->name,
                                   .nodes = nodes,
                                   .node_count = m->state_count,
                                   .edges = edges,
                                   .edge_count = m->edge_count},
                   SVG_INLINE);
  json_put_string(j, "drawing", text_str(&drawn));
  text_free(&drawn);
}

static void put_machine(struct json *j, const struct machine *m,
                        struct arena *a) {
  json_open(j, '{');
  json_put_string(j, "name", m->name);
  json_put_uint(j, "copies", m->copies);
  json_put_uint(j, "line", m->line);
  json_put_bool(j, "thread", m->thread);
  if (m->net)
    json_put_bool(j, "net", true);
  if (m->initial < m->state_count)
    json_put_string(j, "initial", m->states[m->initial].name);
  json_key(j, "states");
  json_open(j, '[');
  for (uint32_t i = 0; i < m->state_count; i++) {
    json_open(j, '{');
    json_put_string(j, "name", m->states[i].name);
    json_put_uint(j, "line", m->states[i].line);
    json_put_bool(j, "final", m->states[i].final);
    json_close(j);
  }
  json_close(j);
  json_key(j, "edges");
  json_open(j, '[');
  for (uint32_t i = 0; i < m->edge_count; i++) {
    const struct machine_edge *e = &m->edges[i];
    json_open(j, '{');
    json_put_string(j, "from", m->states[e->from].name);
    json_put_string(j, "to", m->states[e->to].name);
    json_put_string(j, "text", e->text);
    json_put_uint(j, "line", e->line);
    json_put_uint(j, "column", e->column);
    json_close(j);
  }
  json_close(j);
  put_drawing(j, m, a);
  json_close(j);
}

/* --- of a model ------------------------------------------------------------
 */

/* Where the start code normally ends. */
static location_id initial(const struct model *m, const struct process *p) {
  code_id c = p->start;
  while (c < m->code_count && m->code[c].op != CODE_STOP)
    c++;
  return c < m->code_count ? m->code[c].to : 0;
}

static void put_process(struct json *j, const struct model *m,
                        const struct process *p, unsigned copies) {
  struct arena a = {0};
  struct machine out = {
      .name = p->base,
      .copies = copies,
      .line = p->place.line,
      .thread = p->thread,
      .initial = initial(m, p),
      .states = arena_array(&a, struct machine_state, p->location_count + 1),
      .state_count = p->location_count,
      .edges = arena_array(&a, struct machine_edge, p->edge_count + 1),
      .edge_count = p->edge_count};
  for (uint32_t i = 0; i < p->location_count; i++)
    out.states[i] = (struct machine_state){.name = p->locations[i].name,
                                           .line = p->locations[i].place.line,
                                           .final = p->locations[i].final};
  for (uint32_t i = 0; i < p->edge_count; i++) {
    const struct edge *e = &p->edges[i];
    const struct source *s = &m->sources[e->source];
    const char *arrow = strstr(s->text, " -> ");
    size_t len = arrow ? (size_t)(arrow - s->text) : strlen(s->text);
    out.edges[i] = (struct machine_edge){.from = e->from,
                                         .to = e->to,
                                         .line = s->place.line,
                                         .column = s->place.col,
                                         .does = arena_string(&a, s->text, len),
                                         .text = s->text};
  }
  put_machine(j, &out, &a);
  arena_free(&a);
}

static void put_sketch(struct json *j, const struct sketch *c) {
  struct arena a = {0};
  const bool net = !c->node_count || c->nodes[0].shape != SKETCH_STATE;
  struct machine out = {
      .name = c->name,
      .copies = c->copies,
      .line = c->place.line,
      .thread = true,
      .net = net,
      .initial = net ? NONE : 0,
      .states = arena_array(&a, struct machine_state, c->node_count + 1),
      .state_count = c->node_count,
      .edges = arena_array(&a, struct machine_edge, c->edge_count + 1),
      .edge_count = c->edge_count};
  for (uint32_t i = 0; i < c->node_count; i++) {
    const struct sketch_node *n = &c->nodes[i];
    out.states[i] = (struct machine_state){n->name, n->place.line, n->final,
                                           n->shape, n->first};
  }
  for (uint32_t i = 0; i < c->edge_count; i++) {
    const struct sketch_edge *e = &c->edges[i];
    out.edges[i] = (struct machine_edge){
        .from = e->from,
        .to = e->to,
        .line = e->place.line,
        .column = e->place.col,
        .does = e->text,
        .text = arena_printf(&a, "%s -> %s", e->text, c->nodes[e->to].name)};
  }
  put_machine(j, &out, &a);
  arena_free(&a);
}

/* As they were written. */
static void put_sketches(struct json *j, const struct model *m) {
  json_key(j, "machines");
  json_open(j, '[');
  for (uint32_t i = 0; i < m->sketch_count && i < MACHINES_MOST; i++)
    put_sketch(j, &m->sketches[i]);
  json_close(j);
}

/* Processes of an array are alike: one of them stands for all. */
static void put_processes(struct json *j, const struct model *m) {
  struct names bases = {0};
  VEC(unsigned) copies = {0};
  VEC(const struct process *) first = {0};
  for (uint32_t p = 0; !m->machine && p < m->process_count; p++) {
    const struct process *q = &m->processes[p];
    uint32_t id = names_add(&bases, q->base, strlen(q->base));
    if (id == first.len) {
      vec_push(&first, q);
      vec_push(&copies, 0);
    }
    copies.at[id]++;
  }
  json_key(j, "machines");
  json_open(j, '[');
  for (size_t i = 0; i < first.len && i < MACHINES_MOST; i++)
    put_process(j, m, first.at[i], copies.at[i]);
  json_close(j);
  vec_free(&first);
  vec_free(&copies);
  names_free(&bases);
}

void machines_of_model(struct json *j, const struct model *m) {
  if (m->sketch_count)
    put_sketches(j, m);
  else
    put_processes(j, m);
}

/* --- of a network ----------------------------------------------------------
 */

static void put_member(struct json *j, const struct network *n, machine_id id) {
  const struct network_machine *m = &n->machines.at[id];
  struct arena a = {0};
  struct machine out = {
      .name = m->name,
      .copies = 1,
      .line = m->at.line,
      .initial = m->initial,
      .states = arena_array(&a, struct machine_state, m->states.len + 1),
      .state_count = (uint32_t)m->states.len,
      .edges = arena_array(&a, struct machine_edge, m->edge_count + 1),
      .edge_count = m->edge_count};
  for (uint32_t i = 0; i < m->states.len; i++)
    out.states[i] = (struct machine_state){.name = network_state_name(n, id, i),
                                           .line = m->states.at[i].at.line};
  for (uint32_t i = 0; i < m->edge_count; i++) {
    const struct network_edge *e = &n->edges.at[m->first_edge + i];
    const char *does =
        arena_printf(&a, "%s / %s", network_symbol_name(n, e->input),
                     network_symbol_name(n, e->output));
    out.edges[i] = (struct machine_edge){
        .from = e->from,
        .to = e->to,
        .line = e->at.line,
        .column = e->at.col,
        .does = does,
        .text = arena_printf(&a, "%s -> %s", does,
                             network_state_name(n, id, e->to))};
  }
  put_machine(j, &out, &a);
  arena_free(&a);
}

void machines_of_network(struct json *j, const struct network *n) {
  json_key(j, "machines");
  json_open(j, '[');
  for (machine_id m = 0; m < n->machines.len && m < MACHINES_MOST; m++)
    put_member(j, n, m);
  json_close(j);
}
