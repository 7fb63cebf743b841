/* derive: the mutation report as one page that needs nothing else. */
#include <string.h>

#include "base/alloc.h"
#include "form/derive.h"
#include "net/matrix.h"
#include "report/doc.h"
#include "report/graph.h"

enum {
  MUTANTS_MAX = 20000,
  KILLERS_SHOWN = 12,
  TESTS_MAX = 5000,
  STATES_DRAWN = 30
};

struct page {
  const struct derive_view *view;
  const struct network *net;
  struct doc doc;
  bool *dead;            /* [edge] */
  struct graph *graphs;  /* of the network, then of each machine */
};

/* --- drawings ------------------------------------------------------------- */

/* Edges between the same two nodes are one arrow: the first labels, and how
 * many more. */
struct drawing {
  struct arena *arena;
  VEC(struct graph_node) nodes;
  VEC(struct graph_edge) edges;
  VEC(unsigned) count;
};

static void draw_node(struct drawing *g, const char *label,
                      enum graph_shape shape, enum graph_class cls) {
  vec_push(&g->nodes, ((struct graph_node){label, shape, cls, NULL}));
}

static void draw_edge(struct drawing *g, uint32_t from, uint32_t to,
                      const char *label, enum graph_class cls) {
  size_t i = 0;
  while (i < g->edges.len &&
         (g->edges.at[i].from != from || g->edges.at[i].to != to))
    i++;
  if (i == g->edges.len) {
    vec_push(&g->edges, ((struct graph_edge){from, to, label, cls, NULL}));
    vec_push(&g->count, 0);
  } else if (cls != GRAPH_FAINT) {
    g->edges.at[i].cls = cls;
  }
  g->count.at[i]++;
}

static struct graph drawn(struct drawing *g, const char *title) {
  for (size_t i = 0; i < g->edges.len; i++)
    if (g->count.at[i] > 1)
      g->edges.at[i].label =
          arena_printf(g->arena, "%.20s, %u more", g->edges.at[i].label,
                       g->count.at[i] - 1);
  vec_free(&g->count);
  return (struct graph){title, g->nodes.at, g->nodes.len, g->edges.at,
                        g->edges.len};
}

static struct graph draw_network(struct page *p) {
  const struct network *n = p->net;
  const uint32_t world = (uint32_t)n->machines.len;
  struct drawing g = {.arena = p->doc.arena};
  vec_each(&n->machines, k) draw_node(&g, k->name, GRAPH_BOX, GRAPH_PLAIN);
  draw_node(&g, "environment", GRAPH_ELLIPSE, GRAPH_FAINT);
  vec_each(&n->inputs, s)
      draw_edge(&g, world, n->symbols.at[*s].reader,
                network_symbol_name(n, *s), GRAPH_FAINT);
  for (machine_id m = 0; m < n->machines.len; m++)
    vec_each(&n->machines.at[m].outputs, s) {
      const machine_id reader = n->symbols.at[*s].reader;
      draw_edge(&g, m, reader == NETWORK_NONE ? world : reader,
                network_symbol_name(n, *s),
                reader == NETWORK_NONE ? GRAPH_FAINT : GRAPH_PLAIN);
    }
  return drawn(&g, "the machines of the network");
}

static struct graph draw_machine(struct page *p, machine_id m) {
  const struct network *n = p->net;
  const struct network_machine *k = &n->machines.at[m];
  struct drawing g = {.arena = p->doc.arena};
  for (local_id s = 0; s < k->states.len; s++)
    draw_node(&g, network_state_name(n, m, s), GRAPH_ROUND,
              s == k->initial ? GRAPH_START : GRAPH_PLAIN);
  for (edge_id i = k->first_edge; i < k->first_edge + k->edge_count; i++) {
    const struct network_edge *e = &n->edges.at[i];
    draw_edge(&g, e->from, e->to,
              arena_printf(p->doc.arena, "%s / %s",
                           network_symbol_name(n, e->input),
                           network_symbol_name(n, e->output)),
              p->dead[i] ? GRAPH_FAINT : GRAPH_PLAIN);
  }
  return drawn(&g, k->name);
}

static void network_section(struct page *p) {
  struct doc *d = &p->doc;
  const size_t machines = p->net->machines.len;
  doc_section(d, "The network", "network");
  p->graphs[0] = draw_network(p);
  doc_graph(d, &p->graphs[0],
            "Faint: inputs from the environment and observable outputs.");
  for (machine_id m = 0; m < machines; m++) {
    const struct network_machine *k = &p->net->machines.at[m];
    if (k->states.len > STATES_DRAWN)
      continue;
    doc_details(d, k->states.len <= 8,
                arena_printf(d->arena, "%s: %zu states, %u transitions",
                             k->name, k->states.len, k->edge_count));
    p->graphs[m + 1] = draw_machine(p, m);
    bool some = false;
    for (edge_id i = 0; i < k->edge_count; i++)
      some |= p->dead[k->first_edge + i];
    doc_graph(d, &p->graphs[m + 1],
              some ? "Faint: transitions that never fire." : NULL);
    doc_close(d);
  }
  doc_close(d);
}

/* --- verification --------------------------------------------------------- */

static const char *grouped(struct page *p, uint64_t n) {
  struct text t = {0};
  text_count(&t, n);
  const char *s = arena_string(p->doc.arena, text_str(&t), t.len);
  text_free(&t);
  return s;
}

static void summary(struct page *p) {
  struct doc *d = &p->doc;
  const struct derive_result *r = p->view->result;
  const struct net_report *report = &r->report;
  doc_rich(d);
  if (p->view->options->operators) {
    doc_span(d, p->view->claim->because.at.len ? DOC_WARN : DOC_GOOD,
             "%s of %s mutants killed", grouped(p, r->nonequivalent),
             grouped(p, r->mutants));
    doc_span(d, DOC_PLAIN,
             " by %zu tests of average length %.1f, %s proved equivalent",
             r->suite.tests.len, r->average_length,
             grouped(p, r->equivalent));
  } else {
    doc_span(d, DOC_PLAIN, "verified");
  }
  if (p->view->claim->because.at.len) {
    struct text why = {0};
    reasons_text(&p->view->claim->because, &why);
    doc_span(d, DOC_WARN, "; incomplete (%s), what is here is valid",
             text_str(&why));
    text_free(&why);
  }
  doc_close(d);
  doc_list(d);
  doc_item(d, "machines", "%zu", p->net->machines.len);
  doc_item(d, "stable states", "%s", grouped(p, report->stable));
  doc_item(d, "unstable states", "%s", grouped(p, report->unstable));
  doc_item(d, "observable transitions", "%s", grouped(p, report->observable));
  doc_item(d, "livelocks", "%zu", report->livelocks.len);
  doc_item(d, "stuck receptions", "%zu", report->stuck.len);
  doc_item(d, "dead transitions", "%zu", report->dead.len);
  doc_item(d, "strongly connected", "%s",
           report->strongly_connected ? "yes" : "no");
  doc_item(d, "mode", "%s",
           p->view->options->mode == NET_QUIET ? "quiet" : "paper");
  doc_item(d, "engine", "%s", r->engine->name);
  doc_item(d, "time", "%.2f s of CPU", r->cpu_seconds);
  doc_close(d);
}

static const char *symbols(struct page *p, const symbol_list *list) {
  struct text t = {0};
  derive_symbols(p->net, list, &t);
  const char *s = arena_string(p->doc.arena, text_str(&t), t.len);
  text_free(&t);
  return s;
}

static const char *edge_text(struct page *p, edge_id id) {
  const struct network *n = p->net;
  const struct network_edge *e = &n->edges.at[id];
  return arena_printf(p->doc.arena, "%s %s – %s / %s → %s",
                      n->machines.at[e->machine].name,
                      network_state_name(n, e->machine, e->from),
                      network_symbol_name(n, e->input),
                      network_symbol_name(n, e->output),
                      network_state_name(n, e->machine, e->to));
}

static void finding(struct page *p, enum doc_style style, const char *kind,
                    const char *what) {
  doc_row(&p->doc, DOC_PLAIN);
  doc_cell(&p->doc, style, "%s", kind);
  doc_cell(&p->doc, DOC_PLAIN, "%s", what);
}

static void findings(struct page *p) {
  struct arena *a = p->doc.arena;
  const struct network *n = p->net;
  const struct net_report *r = &p->view->result->report;
  if (!r->livelocks.len && !r->stuck.len && !r->dead.len &&
      r->strongly_connected)
    return;
  doc_section(&p->doc, "Findings", "findings");
  doc_table(&p->doc, "ll");
  vec_each(&r->livelocks, l)
      finding(p, DOC_BAD, "livelock",
              arena_printf(a, "after %s: %s for ever", symbols(p, &l->inputs),
                           symbols(p, &l->cycle)));
  vec_each(&r->stuck, s)
      finding(p, DOC_BAD, "stuck",
              arena_printf(a, "after %s: %s in %s cannot receive %s",
                           symbols(p, &s->inputs),
                           n->machines.at[s->machine].name,
                           network_state_name(n, s->machine, s->state),
                           network_symbol_name(n, s->symbol)));
  if (!r->strongly_connected)
    finding(p, DOC_BAD, "no return",
            arena_printf(a, "after %s the initial state cannot be reached",
                         symbols(p, &r->lost)));
  vec_each(&r->dead, e)
      finding(p, DOC_WARN, "dead",
              arena_printf(a, "%s: %s", edge_text(p, e->edge),
                           e->reason == DEAD_STATE
                               ? "the state is never reached"
                               : "the symbol never arrives in that state"));
  doc_close(&p->doc);
  doc_close(&p->doc);
}

/* --- tests and mutants ---------------------------------------------------- */

static void heads(struct doc *d, const char *columns,
                  const char *const *names) {
  doc_table(d, columns);
  doc_row(d, DOC_HEAD);
  for (; *names; names++)
    doc_cell(d, DOC_PLAIN, "%s", *names);
}

static void tests(struct page *p) {
  const struct suite *s = &p->view->result->suite;
  struct doc *d = &p->doc;
  struct text steps = {0};
  doc_section(d, "Tests", "tests");
  heads(d, "rlr", (const char *[]){"test", "input / expected output", "kills",
                                   NULL});
  for (size_t t = 0; t < s->tests.len && t < TESTS_MAX; t++) {
    const struct suite_test *test = &s->tests.at[t];
    text_clear(&steps);
    for (size_t i = 0; i < test->inputs.len; i++)
      text_printf(&steps, "%s%s / %s", i ? " → " : "",
                  network_symbol_name(p->net, test->inputs.at[i]),
                  network_symbol_name(p->net, test->outputs.at[i]));
    doc_row(d, DOC_PLAIN);
    doc_cell(d, DOC_STRONG, "%zu", t + 1);
    doc_cell(d, DOC_CODE, "%s", text_str(&steps));
    doc_cell(d, DOC_PLAIN, "%zu", p->view->result->kills[t].len);
  }
  doc_close(d);
  doc_close(d);
  text_free(&steps);
}

/* Why no sequence tells the mutant apart. */
static const char *why_equivalent(struct page *p, const struct mutant *m) {
  const struct net_report *r = &p->view->result->report;
  if (m->edge == NETWORK_NONE || !p->dead[m->edge])
    return "equivalent: all pairs of states that both reach answer alike";
  size_t i = 0;
  while (r->dead.at[i].edge != m->edge)
    i++;
  return r->dead.at[i].reason == DEAD_STATE
             ? "equivalent: dead, its state is never reached"
             : "equivalent: dead, its symbol never arrives there";
}

static const char *killers(struct page *p, const uint32_t *of, size_t count) {
  struct text t = {0};
  text_add(&t, "killed by ");
  for (size_t i = 0; i < count && i < KILLERS_SHOWN; i++)
    text_printf(&t, "%s%u", i ? ", " : "", of[i] + 1);
  if (count > KILLERS_SHOWN)
    text_printf(&t, " and %zu more", count - KILLERS_SHOWN);
  const char *s = arena_string(p->doc.arena, text_str(&t), t.len);
  text_free(&t);
  return s;
}

static void mutant_row(struct page *p, uint32_t number, const uint32_t *of,
                       size_t count) {
  const uint32_t fate = p->view->result->fate.at[number];
  const struct mutant m =
      mutant_at(p->net, p->view->options->operators, number);
  struct text what = {0};
  mutant_describe(p->net, &m, &what);
  doc_row(&p->doc, DOC_PLAIN);
  doc_cell(&p->doc, DOC_PLAIN, "%u", number + 1);
  doc_cell(&p->doc, DOC_PLAIN, "%s", mutant_kind_names[m.kind]);
  doc_cell(&p->doc, DOC_CODE, "%s", text_str(&what));
  if (fate == FATE_EQUIVALENT)
    doc_cell(&p->doc, DOC_WARN, "%s", why_equivalent(p, &m));
  else if (fate == FATE_UNKNOWN)
    doc_cell(&p->doc, DOC_BAD, "not decided");
  else
    doc_cell(&p->doc, DOC_GOOD, "%s", killers(p, of, count));
  text_free(&what);
}

static void mutants(struct page *p) {
  const struct derive_result *r = p->view->result;
  struct kill_matrix matrix;
  matrix_make(&matrix, r);
  doc_section(&p->doc, "Mutants", "mutants");
  heads(&p->doc, "rlll", (const char *[]){"mutant", "operator", "fault",
                                          "verdict", NULL});
  for (uint32_t m = 0; m < r->fate.len && m < MUTANTS_MAX; m++) {
    size_t count;
    const uint32_t *of = matrix_row(&matrix, m, &count);
    mutant_row(p, m, of, count);
  }
  doc_close(&p->doc);
  if (r->mutants > MUTANTS_MAX)
    doc_paragraph(&p->doc, "and %s more, not listed here",
                  grouped(p, r->mutants - MUTANTS_MAX));
  doc_close(&p->doc);
  matrix_free(&matrix);
}

void derive_html(const struct derive_view *v, struct text *out) {
  struct arena arena = {0};
  struct page p = {v, v->net, doc_begin(&arena, v->file), NULL, NULL};
  p.doc.footer = "made by heddle derive";
  p.dead = alloc_zero(v->net->edges.len + 1, sizeof *p.dead);
  p.graphs = alloc_zero(v->net->machines.len + 1, sizeof *p.graphs);
  vec_each(&v->result->report.dead, e) p.dead[e->edge] = true;
  summary(&p);
  findings(&p);
  network_section(&p);
  if (v->options->operators) {
    tests(&p);
    mutants(&p);
  }
  doc_render_html(out, &p.doc);
  for (size_t i = 0; i <= v->net->machines.len; i++) {
    free((void *)p.graphs[i].nodes);
    free((void *)p.graphs[i].edges);
  }
  free(p.graphs);
  free(p.dead);
  arena_free(&arena);
}
