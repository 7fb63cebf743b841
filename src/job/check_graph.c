/* The state graph of a small model: states are found again by walking the
 * edges on the plain interpreter. */
#include <string.h>

#include "base/arena.h"
#include "job/check_graph.h"
#include "model/interp.h"
#include "report/graph.h"

struct check_graph {
  struct arena arena;
  struct graph graph;
  VEC(struct graph_node) nodes;
  VEC(struct graph_edge) edges;
};

enum { STATES_DRAWN = 5000 };

/* The state after the edge's step; the step is looked for, because its
 * object is not kept. */
static struct istate *follow(struct interp *in, const struct istate *s,
                             const struct explore_edge *e, struct text *label) {
  struct interp_steps steps = {0};
  struct istate *next = NULL;
  struct interp_failure failed;
  interp_steps(in, s, &steps);
  vec_each(&steps.at, t) {
    if (next || t->process != e->process || t->edge != e->edge ||
        t->choice != e->choice)
      continue;
    text_clear(label);
    interp_print_step(in, s, t, label);
    next = interp_fire(in, s, t, &failed);
  }
  vec_free(&steps.at);
  return next;
}

/* "P1 at 2, P2 at 1, P1->P2 holds m3" with a line for each. */
static const char *node_label(struct check_graph *g, const char *state) {
  char *label = arena_string(&g->arena, state, strlen(state));
  for (char *at = label; (at = strstr(at, ", ")); at++) {
    at[0] = '\n';
    memmove(at + 1, at + 2, strlen(at + 2) + 1);
  }
  return label;
}

static void add_node(struct check_graph *g, struct interp *in,
                     const struct istate *s, bool first) {
  struct text t = {0};
  interp_print_state(in, s, &t);
  enum interp_end end = interp_end(in, s);
  struct graph_node n = {.label = node_label(g, text_str(&t)),
                         .shape = GRAPH_ROUND,
                         .cls = end == END_BLOCKING || end == END_DEADLOCK
                                    ? GRAPH_BAD
                                : end == END_TERMINATED ? GRAPH_FINAL
                                : first                 ? GRAPH_START
                                                        : GRAPH_PLAIN};
  vec_push(&g->nodes, n);
  text_free(&t);
}

struct check_graph *check_graph_make(const struct check *c) {
  const struct explore_result *r = c->result;
  bool steps_are_edges = c->strategy == &strategy_full;
  if (r->stats.states > STATES_DRAWN || !steps_are_edges || r->stopped ||
      r->edges.len != r->stats.transitions)
    return NULL;
  struct check_graph *g = alloc_zero(1, sizeof *g);
  struct interp *in = interp_new(c->model);
  struct interp_failure failed = {0};
  VEC(struct istate *) states = {0};
  vec_push(&states, interp_initial(in, &failed));
  add_node(g, in, states.at[0], true);
  struct text label = {0};
  vec_each(&r->edges, e) { /* states are numbered in the order they come */
    struct istate *next = follow(in, states.at[e->from], e, &label);
    struct graph_edge ge = {
        .from = e->from,
        .to = e->to,
        .label = arena_printf(&g->arena, "%s: %s",
                              c->model->processes[e->process].name,
                              text_str(&label))};
    vec_push(&g->edges, ge);
    if (next && e->to == states.len) {
      vec_push(&states, next);
      add_node(g, in, next, false);
    } else {
      interp_state_free(next);
    }
  }
  text_free(&label);
  vec_each(&states, s) interp_state_free(*s);
  vec_free(&states);
  interp_free(in);
  g->graph = (struct graph){
      .title = arena_string(&g->arena, c->model->file, strlen(c->model->file)),
      .nodes = g->nodes.at,
      .node_count = g->nodes.len,
      .edges = g->edges.at,
      .edge_count = g->edges.len};
  return g;
}

const struct graph *check_graph_get(const struct check_graph *g) {
  return &g->graph;
}

void check_graph_free(struct check_graph *g) {
  if (!g)
    return;
  vec_free(&g->nodes);
  vec_free(&g->edges);
  arena_free(&g->arena);
  free(g);
}

bool check_dot(const struct check *c, struct text *out) {
  struct check_graph *g = check_graph_make(c);
  if (g)
    graph_render_dot(out, check_graph_get(g));
  check_graph_free(g);
  return g != NULL;
}

bool check_svg(const struct check *c, struct text *out) {
  struct check_graph *g = check_graph_make(c);
  if (g)
    graph_render_svg(out, check_graph_get(g), SVG_ALONE);
  check_graph_free(g);
  return g != NULL;
}
