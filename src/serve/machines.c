#include "serve/machines.h"

#include <string.h>

#include "base/map.h"
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
  uint32_t initial;
  struct machine_state *states;
  uint32_t state_count;
  struct machine_edge *edges;
  uint32_t edge_count;
};

/* --- what is said ----------------------------------------------------------
 */

static void put_drawing(struct json *j, const struct machine *m,
                        struct arena *a) {
  if (m->state_count > DRAWN_STATES || m->edge_count > DRAWN_EDGES)
    return;
  struct graph_node *nodes =
      arena_array(a, struct graph_node, m->state_count + 1);
  struct graph_edge *edges =
      arena_array(a, struct graph_edge, m->edge_count + 1);
  for (uint32_t i = 0; i < m->state_count; i++)
    nodes[i] = (struct graph_node){.label = m->states[i].name,
                                   .shape = GRAPH_ROUND,
                                   .cls = i == m->initial      ? GRAPH_START
                                          : m->states[i].final ? GRAPH_FINAL
                                                               : GRAPH_PLAIN,
                                   .hint = arena_printf(a, "%s, line %u",
                                                        m->states[i].name,
                                                        m->states[i].line)};
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
    out.states[i] =
        (struct machine_state){p->locations[i].name, p->locations[i].place.line,
                               p->locations[i].final};
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

/* Processes of an array are alike: one of them stands for all. */
void machines_of_model(struct json *j, const struct model *m) {
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
    out.states[i] = (struct machine_state){network_state_name(n, id, i),
                                           m->states.at[i].at.line, false};
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
