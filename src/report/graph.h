/* graph: nodes and edges to be drawn.
 *
 * The state graph of a small model, a network of machines, a wait-for
 * cycle.  The caller owns the arrays; absent strings are NULL.  Edges whose
 * ends do not exist are left out.
 *
 * graph_render_svg draws in layers from top to bottom in the manner of
 * K. Sugiyama, S. Tagawa, M. Toda, Methods for visual understanding of
 * hierarchical system structures, 1981: cycles are broken, nodes ranked,
 * crossings reduced by barycentres, and places found by least squares in
 * each layer (layout.h).  It is good up to about a hundred nodes; what is
 * bigger goes to a real layout program as DOT. */
#ifndef REPORT_GRAPH_H
#define REPORT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "report/svg.h"

enum graph_shape { GRAPH_BOX, GRAPH_ROUND, GRAPH_ELLIPSE, GRAPH_DIAMOND };
/* What a node or an edge is for the reader; each has its colour. */
enum graph_class {
  GRAPH_PLAIN,
  GRAPH_START,  /* the initial state */
  GRAPH_FINAL,  /* where it may end: a double outline */
  GRAPH_BAD,    /* a finding */
  GRAPH_MARKED, /* on the run shown */
  GRAPH_FAINT,  /* never taken, left out by a reduction */
  GRAPH_CLASSES
};

struct graph_node {
  const char *label; /* may hold newlines */
  enum graph_shape shape;
  enum graph_class cls;
  const char *hint; /* what a resting pointer shows */
};
struct graph_edge {
  uint32_t from, to;
  const char *label;
  enum graph_class cls;
  const char *hint; /* NULL: none */
};
struct graph {
  const char *title;
  const struct graph_node *nodes;
  size_t node_count;
  const struct graph_edge *edges;
  size_t edge_count;
};

/* More are not drawn, nor what is too entangled (layout.h): a sentence says
 * so instead. */
enum { GRAPH_SVG_NODES = 400, GRAPH_SVG_EDGES = 2000 };

void graph_render_dot(struct text *out, const struct graph *g);
void graph_render_svg(struct text *out, const struct graph *g,
                      enum svg_use use);

#endif
