#include "printed_walk.h"

#include <string.h>

#include "model/interp.h"

/* A state: of the processes and pending messages, and of the graphs (NULL
 * without them). */
struct node {
  struct istate *s;
  struct printed *graphs;
  struct text key;
};

struct world {
  const struct model *m;
  struct interp *in;
  bool graph;
  unsigned how;
  VEC(struct node) nodes; /* all that were found */
  VEC(size_t) open;       /* to be expanded */
  struct walk sum;
};

static struct world world_new(struct model *m, enum walk_order order,
                              unsigned how) {
  m->scheme = order == WALK_GRAPH   ? SCHEME_FIFO
              : order == WALK_QUEUE ? SCHEME_MAILBOX
                                    : SCHEME_CAUSAL;
  return (struct world){
      .m = m, .in = interp_new(m), .graph = order == WALK_GRAPH, .how = how};
}

static void node_free(struct node *n) {
  interp_state_free(n->s);
  printed_free(n->graphs);
  text_free(&n->key);
}

static void world_free(struct world *w) {
  vec_each(&w->nodes, n) node_free(n);
  vec_free(&w->nodes);
  vec_free(&w->open);
  interp_free(w->in);
}

/* "P3.in P1: 1 | P4.in P2: 1"; ports with nothing to say are left out. */
static void show_graphs(const struct world *w, const struct printed *graphs,
                        struct text *out) {
  struct text one = {0};
  for (object_id o = 0; o < w->m->object_count; o++) {
    text_clear(&one);
    printed_show(graphs, o, &one);
    if (one.len)
      text_printf(out, "%s%s %s", out->len ? " | " : "", w->m->objects[o].name,
                  text_str(&one));
  }
  text_free(&one);
}

static void set_key(const struct world *w, struct node *n) {
  interp_key(w->in, n->s, &n->key);
  if (!w->graph)
    return;
  struct text graphs = {0};
  show_graphs(w, n->graphs, &graphs);
  text_add_n(&n->key, text_str(&graphs), graphs.len);
  text_free(&graphs);
}

static struct node initial(const struct world *w) {
  struct interp_failure why;
  struct node n = {.s = interp_initial(w->in, &why)};
  assert(why.failure == FAIL_NONE);
  if (w->graph)
    n.graphs = printed_new(w->m);
  set_key(w, &n);
  return n;
}

/* --- steps ---------------------------------------------------------------- */

static enum action action_of(const struct world *w,
                             const struct model_step *step) {
  return step->edge == NONE
             ? ACT_RECEIVE
             : w->m->processes[step->process].edges[step->edge].action;
}

/* The steps of n that the order of delivery allows. */
static void steps_of(const struct world *w, const struct node *n,
                     struct interp_steps *out) {
  interp_steps(w->in, n->s, out);
  size_t kept = 0;
  vec_each(&out->at, step) {
    if (!w->graph || action_of(w, step) != ACT_RECEIVE ||
        printed_in_frontier(n->graphs, step->object, (process_id)step->choice))
      out->at.at[kept++] = *step;
  }
  out->at.len = kept;
}

static struct node fire(const struct world *w, const struct node *n,
                        const struct model_step *step) {
  struct interp_failure why;
  struct node to = {.s = interp_fire(w->in, n->s, step, &why)};
  assert(to.s); /* the models of these tests have no steps that fail */
  if (w->graph) {
    to.graphs = printed_copy(n->graphs);
    if (action_of(w, step) == ACT_SEND)
      printed_send(to.graphs, step->object, step->process);
    else if (action_of(w, step) == ACT_RECEIVE)
      printed_receive(to.graphs, step->object, (process_id)step->choice);
  }
  set_key(w, &to);
  return to;
}

static bool at_reception(const struct world *w, const struct node *n,
                         process_id p) {
  const struct process *process = &w->m->processes[p];
  const struct location *at = &process->locations[interp_location(n->s, p)];
  for (uint32_t i = 0; i < at->edge_count; i++)
    if (process->edges[at->first_edge + i].action == ACT_RECEIVE)
      return true;
  return false;
}

/* Leaves the steps that lead to the next blocking points; all, at one. */
static void keep_to_blocking_points(const struct world *w, const struct node *n,
                                    struct interp_steps *steps) {
  size_t kept = 0;
  vec_each(&steps->at, step) if (!at_reception(w, n, step->process))
      steps->at.at[kept++] = *step;
  if (kept)
    steps->at.len = kept;
}

/* --- every state ---------------------------------------------------------- */

static bool same_key(const struct text *a, const struct text *b) {
  return a->len == b->len && !memcmp(a->at, b->at, a->len);
}

/* The number of the node, which is taken over. */
static size_t enter(struct world *w, struct node n) {
  for (size_t i = 0; i < w->nodes.len; i++)
    if (same_key(&w->nodes.at[i].key, &n.key)) {
      node_free(&n);
      return i;
    }
  vec_push(&w->nodes, n);
  vec_push(&w->open, w->nodes.len - 1);
  return w->nodes.len - 1;
}

static void count_end(struct world *w, const struct node *n) {
  int64_t pending = 0;
  bool final = true;
  for (object_id o = 0; o < w->m->object_count; o++)
    if (w->m->objects[o].kind == OBJECT_PORT)
      pending += interp_object(n->s, o);
  for (process_id p = 0; p < w->m->process_count; p++)
    final &= w->m->processes[p].locations[interp_location(n->s, p)].final;
  bool terminated = !pending && final;
  w->sum.terminated += terminated;
  w->sum.blocking += !terminated;
  w->sum.deadlocks += !pending && !final;
}

static void expand(struct world *w, size_t at) {
  struct interp_steps steps = {0};
  VEC(size_t) successors = {0};
  steps_of(w, &w->nodes.at[at], &steps);
  if (!steps.at.len)
    count_end(w, &w->nodes.at[at]);
  if (w->how & WALK_BLOCKING_POINTS)
    keep_to_blocking_points(w, &w->nodes.at[at], &steps);
  vec_each(&steps.at, step) {
    size_t to = enter(w, fire(w, &w->nodes.at[at], step));
    bool known = false;
    vec_each(&successors, x) known |= *x == to;
    if (!known)
      vec_push(&successors, to);
  }
  w->sum.transitions += successors.len;
  vec_free(&successors);
  vec_free(&steps.at);
}

static size_t next_open(struct world *w) {
  if (w->how & WALK_NEWEST)
    return vec_pop(&w->open);
  size_t oldest = w->open.at[0];
  memmove(w->open.at, w->open.at + 1, --w->open.len * sizeof *w->open.at);
  return oldest;
}

struct walk walk_model(struct model *m, enum walk_order order, unsigned how) {
  struct world w = world_new(m, order, how);
  enter(&w, initial(&w));
  while (w.open.len)
    expand(&w, next_open(&w));
  w.sum.states = w.nodes.len;
  struct walk sum = w.sum;
  world_free(&w);
  return sum;
}

/* --- one run -------------------------------------------------------------- */

/* Is the step "P1 P3.in!x" this one? */
static bool is_step(const struct world *w, const struct node *n,
                    const struct model_step *step, const char *name) {
  struct text t = {0};
  text_printf(&t, "%s ", w->m->processes[step->process].name);
  interp_print_step(w->in, n->s, step, &t);
  bool same = !strcmp(text_str(&t), name);
  text_free(&t);
  return same;
}

/* Takes the step if it is allowed. */
static bool advance(const struct world *w, struct node *n, const char *name) {
  struct interp_steps steps = {0};
  bool found = false;
  steps_of(w, n, &steps);
  for (size_t i = 0; !found && i < steps.at.len; i++)
    if (is_step(w, n, &steps.at.at[i], name)) {
      struct node to = fire(w, n, &steps.at.at[i]);
      node_free(n);
      *n = to;
      found = true;
    }
  vec_free(&steps.at);
  return found;
}

bool walk_follow(struct model *m, enum walk_order order,
                 const char *const *steps, struct text *out, struct text *key) {
  struct world w = world_new(m, order, WALK_OLDEST);
  struct node n = initial(&w);
  bool allowed = true;
  for (; allowed && *steps; steps++)
    allowed = advance(&w, &n, *steps);
  if (out)
    text_clear(out);
  if (out && w.graph)
    show_graphs(&w, n.graphs, out);
  if (key) {
    text_clear(key);
    text_add_n(key, n.key.at, n.key.len);
  }
  node_free(&n);
  world_free(&w);
  return allowed;
}
