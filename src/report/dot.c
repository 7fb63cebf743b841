/* A graph in the language of Graphviz. */
#include "report/graph.h"
#include "report/label.h"

/* A quoted string; newlines stay line breaks, everything else is made
 * harmless. */
static void quoted(struct text *out, const char *s) {
  text_char(out, '"');
  while (s && *s) {
    const char *at = s;
    uint32_t c = label_next(&s);
    if (*at == '\n')
      text_add(out, "\\n");
    else if (c == '"' || c == '\\')
      text_printf(out, "\\%c", (char)c);
    else
      label_char(out, c);
  }
  text_char(out, '"');
}

static const char *const shapes[] = {
    [GRAPH_BOX] = "box",
    [GRAPH_ROUND] = "box",
    [GRAPH_ELLIPSE] = "ellipse",
    [GRAPH_DIAMOND] = "diamond",
};
static const char *const node_looks[GRAPH_CLASSES] = {
    [GRAPH_PLAIN] = "",
    [GRAPH_START] = ", color=\"#2f6fc4\", fillcolor=\"#e8f0fb\", penwidth=1.8",
    [GRAPH_FINAL] = ", color=\"#2e8b57\", fillcolor=\"#e7f5ec\", peripheries=2",
    [GRAPH_BAD] = ", color=\"#b3261e\", fillcolor=\"#fde8e6\", penwidth=1.8",
    [GRAPH_MARKED] = ", color=\"#cfa13c\", fillcolor=\"#fdf3dd\", penwidth=1.8",
    [GRAPH_FAINT] = ", color=\"#b6bcc5\", fillcolor=\"#ffffff\"",
};
static const char *const edge_looks[GRAPH_CLASSES] = {
    [GRAPH_PLAIN] = "",
    [GRAPH_START] = ", color=\"#2f6fc4\"",
    [GRAPH_FINAL] = ", color=\"#2e8b57\"",
    [GRAPH_BAD] = ", color=\"#b3261e\", fontcolor=\"#b3261e\"",
    [GRAPH_MARKED] = ", color=\"#c98a1b\", penwidth=2",
    [GRAPH_FAINT] = ", color=\"#b6bcc5\", style=dashed",
};

static void node(struct text *out, const struct graph_node *n, size_t id) {
  const enum graph_class cls = n->cls < GRAPH_CLASSES ? n->cls : GRAPH_PLAIN;
  const char *shape = shapes[n->shape <= GRAPH_DIAMOND ? n->shape : GRAPH_BOX];
  const char *line = cls == GRAPH_FAINT ? "dashed" : "filled";
  text_printf(out, "  n%zu [label=", id);
  quoted(out, n->label);
  text_printf(out, ", shape=%s, style=\"%s%s\"", shape, line,
              n->shape == GRAPH_ROUND ? ",rounded" : "");
  text_add(out, node_looks[cls]);
  if (n->hint) {
    text_add(out, ", tooltip=");
    quoted(out, n->hint);
  }
  text_add(out, "];\n");
}

void graph_render_dot(struct text *out, const struct graph *g) {
  text_add(out, "digraph ");
  quoted(out, g->title ? g->title : "graph");
  text_add(out, " {\n  node [fontname=\"monospace\", fontsize=11, "
                "fillcolor=\"#f6f7f9\", color=\"#6b7280\"];\n"
                "  edge [fontname=\"monospace\", fontsize=10, "
                "color=\"#6b7280\"];\n");
  for (size_t i = 0; i < g->node_count; i++)
    node(out, &g->nodes[i], i);
  for (size_t i = 0; i < g->edge_count; i++) {
    const struct graph_edge *e = &g->edges[i];
    if (e->from >= g->node_count || e->to >= g->node_count)
      continue;
    text_printf(out, "  n%u -> n%u [label=", e->from, e->to);
    quoted(out, e->label);
    text_add(out, edge_looks[e->cls < GRAPH_CLASSES ? e->cls : GRAPH_PLAIN]);
    text_add(out, "];\n");
  }
  text_add(out, "}\n");
}
