#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "report/graph.h"
#include "report/layout.h"
#include "report_xml.h"
#include "test.h"

/* --- layout ------------------------------------------------------------- */

/* Counted pair by pair, from the definition. */
static size_t crossings(const struct graph_layout *l) {
  size_t count = 0;
  for (size_t i = 0; i < l->pieces.len; i++)
    for (size_t k = i + 1; k < l->pieces.len; k++) {
      const struct layout_piece *p = &l->pieces.at[i], *q = &l->pieces.at[k];
      const struct layout_item *at = l->items.at;
      if (at[p->upper].rank != at[q->upper].rank)
        continue;
      int64_t up = (int64_t)at[p->upper].order - at[q->upper].order;
      int64_t down = (int64_t)at[p->lower].order - at[q->lower].order;
      count += (up < 0 && down > 0) || (up > 0 && down < 0);
    }
  return count;
}

/* Every edge is a chain from layer to next layer, items of a layer keep
 * their distance, nothing is outside the picture, and no number is none. */
static void check_layout(const struct graph_layout *l) {
  for (size_t i = 0; i < l->edge_count; i++) {
    const struct layout_edge *e = &l->edges[i];
    if (e->from == e->to)
      continue;
    CHECK_EQ(e->reversed ? e->to : e->from, e->top);
    CHECK_EQ(e->reversed ? e->from : e->to, e->bottom);
    uint32_t rank = l->items.at[e->top].rank;
    for (uint32_t k = 0; k < e->bends; k++)
      CHECK_EQ(l->items.at[e->first + k].rank, ++rank);
    CHECK_EQ(l->items.at[e->bottom].rank, rank + 1);
    CHECK(e->label_width <= 0 || e->label != LAYOUT_NONE);
  }
  for (size_t i = 0; i < l->items.len; i++) {
    const struct layout_item *a = &l->items.at[i];
    CHECK(isfinite(a->x) && isfinite(a->y));
    CHECK(a->x - a->left > 0 && a->x + a->right < l->width);
    CHECK(a->y - a->height / 2 > 0 && a->y + a->height / 2 < l->height);
    CHECK_EQ(l->ranks[a->rank].at[a->order], i);
    for (size_t k = 0; k < i; k++) {
      const struct layout_item *b = &l->items.at[k];
      const double gap = 1;
      bool apart_x = a->x - a->left > b->x + b->right + gap ||
                     b->x - b->left > a->x + a->right + gap;
      bool apart_y = a->y - a->height / 2 > b->y + b->height / 2 + gap ||
                     b->y - b->height / 2 > a->y + a->height / 2 + gap;
      CHECK(apart_x || apart_y);
    }
  }
}

TEST(layout_of_random_graphs_keeps_its_promises) {
  struct rng r = rng_seed(5);
  for (unsigned round = 0; round < 60; round++) {
    const uint32_t n = 1 + rng_below(&r, 24), m = rng_below(&r, 40);
    struct layout_item nodes[24] = {0};
    struct layout_edge edges[40] = {0};
    const bool labels = rng_below(&r, 2);
    for (uint32_t i = 0; i < n; i++) {
      nodes[i].left = nodes[i].right = 5 + rng_below(&r, 40);
      nodes[i].height = 10 + rng_below(&r, 30);
    }
    for (uint32_t i = 0; i < m; i++) {
      edges[i].from = rng_below(&r, n);
      edges[i].to = rng_below(&r, n);
      edges[i].label_width = labels ? rng_below(&r, 60) : 0;
      edges[i].label_height = 14;
    }
    struct graph_layout l;
    CHECK(layout_make(&l, nodes, n, edges, m));
    check_layout(&l);
    layout_free(&l);
  }
}

TEST(layout_draws_a_tree_without_crossings) {
  enum { N = 40 };
  struct layout_item nodes[N] = {0};
  struct layout_edge edges[N - 1] = {0};
  /* children are numbered so that the first order has many crossings */
  for (uint32_t i = 0; i < N; i++) {
    nodes[i] = (struct layout_item){.left = 10, .right = 10, .height = 20};
    if (i)
      edges[i - 1] = (struct layout_edge){.from = (i * 7 + 3) % i, .to = i};
  }
  struct graph_layout l;
  CHECK(layout_make(&l, nodes, N, edges, N - 1));
  check_layout(&l);
  CHECK_EQ(crossings(&l), 0);
  layout_free(&l);
}

TEST(layout_does_not_cross_more_than_it_must) {
  /* K3,3 between two layers: any order has 9 crossings */
  struct layout_item nodes[6];
  struct layout_edge edges[9];
  for (uint32_t i = 0; i < 9; i++)
    edges[i] = (struct layout_edge){.from = i / 3, .to = 3 + i % 3};
  for (uint32_t i = 0; i < 6; i++)
    nodes[i] = (struct layout_item){.left = 10, .right = 10, .height = 20};
  struct graph_layout l;
  CHECK(layout_make(&l, nodes, 6, edges, 9));
  CHECK_EQ(crossings(&l), 9);
  layout_free(&l);
}

TEST(layout_turns_an_edge_of_every_cycle) {
  struct layout_item nodes[3];
  struct layout_edge edges[] = {{.from = 0, .to = 1},
                                {.from = 1, .to = 2},
                                {.from = 2, .to = 0},
                                {.from = 1, .to = 1}};
  for (uint32_t i = 0; i < 3; i++)
    nodes[i] = (struct layout_item){.left = 10, .right = 10, .height = 20};
  struct graph_layout l;
  CHECK(layout_make(&l, nodes, 3, edges, 4));
  check_layout(&l);
  CHECK(!edges[0].reversed && !edges[1].reversed && edges[2].reversed);
  CHECK_EQ(l.items.at[0].rank, 0);
  CHECK_EQ(l.items.at[2].rank, 2);
  layout_free(&l);
}

/* A chain of nodes, and edges that pass most of its layers. */
TEST(layout_refuses_what_nobody_could_read) {
  enum { N = 300, M = 100 };
  static struct layout_item nodes[N];
  static struct layout_edge edges[N - 1 + M];
  for (uint32_t i = 0; i < N - 1 + M; i++)
    edges[i] = i < N - 1 ? (struct layout_edge){.from = i, .to = i + 1}
                         : (struct layout_edge){.from = 0, .to = N - 1};
  struct graph_layout l;
  CHECK(!layout_make(&l, nodes, N, edges, N - 1 + M));
  layout_free(&l);
  CHECK(layout_make(&l, nodes, N, edges, N - 1));
  layout_free(&l);
}

/* --- SVG and DOT -------------------------------------------------------- */

static const struct graph_node hostile_nodes[] = {
    {.label = "</g><script>\"&'\\", .cls = GRAPH_BAD, .hint = "\"<"},
    {.label = "two\nlines", .shape = GRAPH_ELLIPSE, .cls = GRAPH_FINAL},
    {.label = NULL, .shape = GRAPH_DIAMOND, .cls = (enum graph_class)77},
};
static const struct graph_edge hostile_edges[] = {
    {0, 1, .label = "a \"<b>\""},
    {1, 0, .label = ""},
    {2, 2, .label = "loop"},
    {2, 2},
    {0, 99},
    {1, 2, .cls = GRAPH_BAD},
};
static const struct graph hostile = {.title = "<&>",
                                     .nodes = hostile_nodes,
                                     .node_count = 3,
                                     .edges = hostile_edges,
                                     .edge_count = 6};

TEST(graph_svg_escapes_and_draws_every_edge_once) {
  struct text t = {0}, at = {0};
  graph_render_svg(&t, &hostile, SVG_ALONE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  CHECK(!strstr(text_str(&t), "<script"));
  size_t heads = 0, outlines = 0;
  for (const char *s = text_str(&t); xml_next(&s, "path", &at);)
    heads += xml_has_class(&at, "h-edge-head") ||
             xml_has_class(&at, "h-edge-head-bad");
  for (const char *s = text_str(&t); xml_next(&s, "path", &at);)
    outlines += xml_has_class(&at, "h-node-final");
  CHECK_EQ(heads, 5);    /* the edge to nowhere is left out */
  CHECK_EQ(outlines, 2); /* a final state has two */
  text_free(&t);
  text_free(&at);
}

TEST(graph_svg_of_nothing_and_of_too_much_says_so) {
  struct text t = {0};
  graph_render_svg(&t, &(struct graph){0}, SVG_INLINE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  CHECK(strstr(text_str(&t), "no nodes") != NULL);
  static const struct graph_node many[GRAPH_SVG_NODES + 1];
  text_clear(&t);
  graph_render_svg(
      &t, &(struct graph){.nodes = many, .node_count = GRAPH_SVG_NODES + 1},
      SVG_ALONE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  CHECK(strstr(text_str(&t), "401 nodes and 0 edges are too many") != NULL);
  text_free(&t);
}

TEST(graph_dot_quotes_everything) {
  struct text t = {0};
  graph_render_dot(&t, &hostile);
  const char *s = text_str(&t);
  CHECK(strstr(s, "digraph \"<&>\" {\n") == s);
  CHECK(strstr(s, "label=\"</g><script>\\\"&'\\\\\"") != NULL);
  CHECK(strstr(s, "label=\"two\\nlines\", shape=ellipse") != NULL);
  CHECK(strstr(s, "peripheries=2") != NULL);
  CHECK(strstr(s, "n0 -> n1 [label=\"a \\\"<b>\\\"\"]") != NULL);
  CHECK_EQ(xml_count(s, " -> "), 5);
  /* quotes are balanced on every line */
  for (bool inside = false; *s; s++) {
    if (*s == '\\')
      s++;
    else if (*s == '"')
      inside = !inside;
    else if (*s == '\n')
      CHECK(!inside);
  }
  text_free(&t);
}
