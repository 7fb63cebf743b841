/* A graph drawn in layers; layout.h finds the places. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/sound.h"
#include "report/graph.h"
#include "report/label.h"
#include "report/layout.h"

enum {
  FONT = 12,
  SMALL = 11,
  LINE = 15,
  LINES = 12,       /* of a node's label, at most */
  NODE_CELLS = 36,  /* in a line of it */
  LABEL_CELLS = 30, /* of an edge */
  LOOP = 26         /* how far a loop reaches */
};

struct drawing {
  struct arena arena;
  const struct graph *g;
  struct svg s;
  struct graph_layout l;
  struct layout_edge *edges;
  uint32_t *source; /* of a layout edge: the edge of the graph */
  uint32_t *loops;  /* of a node */
  double *half;     /* of a node: half its width, loops left out */
};

/* The line of a label that begins at *s; *s is NULL after the last. */
static struct text next_line(const char **s) {
  struct text line = {0};
  const size_t bytes = strcspn(*s, "\n");
  text_add_n(&line, *s, bytes);
  *s = (*s)[bytes] ? *s + bytes + 1 : NULL;
  return line;
}

static double cut_width(const char *s, size_t max, double font) {
  const size_t cells = label_width(s);
  return svg_cells(cells < max ? cells : max, font);
}

static void measure_node(struct drawing *d, size_t i,
                         struct layout_item *item) {
  EXPECTS(i < d->g->node_count);
  const struct graph_node *n = &d->g->nodes[i];
  double width = 12;
  unsigned lines = 0;
  for (const char *s = n->label ? n->label : ""; s && lines < LINES; lines++) {
    struct text line = next_line(&s);
    width = fmax(width, cut_width(text_str(&line), NODE_CELLS, FONT));
    text_free(&line);
  }
  width += 18;
  item->height = lines * LINE + 11.0;
  if (n->shape == GRAPH_ELLIPSE) {
    width *= 1.18;
    item->height *= 1.15;
  } else if (n->shape == GRAPH_DIAMOND) {
    width *= 1.6;
    item->height *= 1.5;
  }
  d->half[i] = width / 2;
  item->left = item->right = width / 2;
}

/* Loops live at the right of their node, one line each for their labels. */
static void measure_loops(struct drawing *d, struct layout_item *items) {
  const struct graph *g = d->g;
  for (size_t i = 0; i < g->edge_count; i++) {
    const struct graph_edge *e = &g->edges[i];
    if (e->from != e->to || e->from >= g->node_count)
      continue;
    struct layout_item *item = &items[e->from];
    double reach = d->half[e->from] + LOOP + 6;
    if (e->label)
      reach += cut_width(e->label, LABEL_CELLS, SMALL) + 6;
    item->right = fmax(item->right, reach);
    item->height = fmax(item->height, ++d->loops[e->from] * 14.0 + 8);
  }
}

static bool lay_out(struct drawing *d) {
  const struct graph *g = d->g;
  struct layout_item *items =
      arena_array(&d->arena, struct layout_item, g->node_count + 1);
  d->edges = arena_array(&d->arena, struct layout_edge, g->edge_count + 1);
  d->source = arena_array(&d->arena, uint32_t, g->edge_count + 1);
  d->loops = arena_array(&d->arena, uint32_t, g->node_count + 1);
  d->half = arena_array(&d->arena, double, g->node_count + 1);
  for (size_t i = 0; i < g->node_count; i++)
    measure_node(d, i, &items[i]);
  measure_loops(d, items);
  size_t count = 0;
  for (size_t i = 0; i < g->edge_count; i++) {
    const struct graph_edge *e = &g->edges[i];
    if (e->from >= g->node_count || e->to >= g->node_count || e->from == e->to)
      continue;
    struct layout_edge *to = &d->edges[count];
    *to = (struct layout_edge){.from = e->from, .to = e->to};
    if (e->label && *e->label) {
      to->label_width = cut_width(e->label, LABEL_CELLS, SMALL);
      to->label_height = 14;
    }
    d->source[count++] = (uint32_t)i;
  }
  return layout_make(&d->l, items, g->node_count, d->edges, count);
}

/* --- edges -------------------------------------------------------------- */

static const char *edge_class(enum graph_class cls, bool head) {
  switch (cls) {
  case GRAPH_BAD:
    return head ? "edge-head-bad" : "edge-bad";
  case GRAPH_MARKED:
    return head ? "edge-head-marked" : "edge-marked";
  case GRAPH_FAINT:
    return head ? "edge-head-faint" : "edge-faint";
  default:
    return head ? "edge-head" : "edge";
  }
}

static double item_x(const struct drawing *d, uint32_t item) {
  return d->l.items.at[item].x;
}

/* The items an edge meets after its top and before its bottom. */
static uint32_t after_top(const struct layout_edge *e) {
  return e->bends ? e->first : e->bottom;
}
static uint32_t before_bottom(const struct layout_edge *e) {
  return e->bends ? e->first + e->bends - 1 : e->top;
}

/* Edges that meet at one side of a node are spread along it, in the order in
 * which they arrive there. */
static double port(const struct drawing *d, size_t edge, bool at_top) {
  const struct layout_edge *e = &d->edges[edge];
  const uint32_t node = at_top ? e->top : e->bottom;
  const double mine = item_x(d, at_top ? after_top(e) : before_bottom(e));
  unsigned left = 0, all = 0;
  for (size_t i = 0; i < d->l.edge_count; i++) {
    const struct layout_edge *o = &d->edges[i];
    if ((at_top ? o->top : o->bottom) != node)
      continue;
    const double x = item_x(d, at_top ? after_top(o) : before_bottom(o));
    all++;
    left += x < mine || (!(x > mine) && i < edge);
  }
  const double room = fmin(d->half[node] * 1.3, 16.0 * (all - 1));
  return all > 1 ? room * ((double)left / (all - 1) - 0.5) : 0;
}

/* How far below (or above) its middle a node's outline is, dx aside. */
static double outline(const struct drawing *d, uint32_t node, double dx) {
  const struct layout_item *item = &d->l.items.at[node];
  double half_height = item->height / 2;
  const double t = fmin(fabs(dx) / d->half[node], 1);
  if (d->g->nodes[node].shape == GRAPH_ELLIPSE)
    return half_height * sqrt(1 - t * t);
  if (d->g->nodes[node].shape == GRAPH_DIAMOND)
    return half_height * (1 - t);
  return half_height;
}

static void curve_to(struct text *path, double *x, double *y, double x2,
                     double y2) {
  const double middle = (*y + y2) / 2;
  svg_to(path, "C", 6, *x, middle, x2, middle, x2, y2);
  *x = x2;
  *y = y2;
}

static void draw_edge(struct drawing *d, size_t i) {
  EXPECTS(i < d->l.edge_count);
  const struct layout_edge *e = &d->edges[i];
  const struct graph_edge *from = &d->g->edges[d->source[i]];
  const double dx1 = port(d, i, true), dx2 = port(d, i, false);
  double x = item_x(d, e->top) + dx1;
  double y = d->l.items.at[e->top].y + outline(d, e->top, dx1);
  const double x2 = item_x(d, e->bottom) + dx2;
  double y2 = d->l.items.at[e->bottom].y - outline(d, e->bottom, dx2);
  const double tip = e->reversed ? y : y2;
  if (e->reversed)
    y += 7;
  else
    y2 -= 7;
  struct text path = {0};
  svg_to(&path, "M", 2, x, y);
  for (uint32_t k = 0; k < e->bends; k++) {
    const struct layout_item *b = &d->l.items.at[e->first + k];
    curve_to(&path, &x, &y, b->x, b->y - b->height / 2);
    if (b->height > 0)
      svg_to(&path, "L", 2, b->x, y = b->y + b->height / 2);
  }
  curve_to(&path, &x, &y, x2, y2);
  if (from->hint)
    svg_open(&d->s, NULL, from->hint);
  svg_path(&d->s, edge_class(from->cls, false), &path);
  svg_head(&d->s, edge_class(from->cls, true),
           e->reversed ? item_x(d, e->top) + dx1 : x2, tip, 0,
           e->reversed ? -1 : 1);
  if (from->hint)
    svg_close(&d->s);
  text_free(&path);
}

static void draw_edge_label(struct drawing *d, size_t i) {
  EXPECTS(i < d->l.edge_count);
  const struct layout_edge *e = &d->edges[i];
  const struct graph_edge *from = &d->g->edges[d->source[i]];
  if (e->label == LAYOUT_NONE)
    return;
  const struct layout_item *b = &d->l.items.at[e->label];
  svg_text(&d->s, from->cls == GRAPH_BAD ? "bad small halo" : "text small halo",
           SVG_START, b->x + 5, b->y + 4, from->label, LABEL_CELLS);
}

static void draw_loop(struct drawing *d, const struct graph_edge *e,
                      unsigned number) {
  const struct layout_item *n = &d->l.items.at[e->from];
  const double x = n->x + d->half[e->from];
  const double y = n->y + 14.0 * (number - (d->loops[e->from] - 1) / 2.0);
  const double start = d->g->nodes[e->from].shape == GRAPH_ELLIPSE ||
                               d->g->nodes[e->from].shape == GRAPH_DIAMOND
                           ? x - 8
                           : x;
  struct text path = {0};
  svg_to(&path, "M", 2, start, y - 4);
  svg_to(&path, "C", 6, x + LOOP, y - 9, x + LOOP, y + 9, x + 8, y + 4);
  if (e->hint)
    svg_open(&d->s, NULL, e->hint);
  svg_path(&d->s, edge_class(e->cls, false), &path);
  svg_head(&d->s, edge_class(e->cls, true), x + 1, y + 3, -1, -0.25);
  if (e->label)
    svg_text(&d->s, "text small halo", SVG_START, x + LOOP + 2, y + 4, e->label,
             LABEL_CELLS);
  if (e->hint)
    svg_close(&d->s);
  text_free(&path);
}

/* --- nodes -------------------------------------------------------------- */

static void draw_outline(struct drawing *d, size_t i, double inset) {
  EXPECTS(i < d->g->node_count);
  static const char *const classes[GRAPH_CLASSES] = {
      "node",     "node-start",  "node-final",
      "node-bad", "node-marked", "node-faint"};
  const struct graph_node *n = &d->g->nodes[i];
  const struct layout_item *item = &d->l.items.at[i];
  const char *cls = classes[n->cls < GRAPH_CLASSES ? n->cls : GRAPH_PLAIN];
  const double w = d->half[i] - inset, h = item->height / 2 - inset;
  struct text p = {0};
  if (n->shape == GRAPH_ELLIPSE) {
    svg_to(&p, "M", 2, item->x - w, item->y);
    svg_to(&p, "a", 7, w, h, 0.0, 1.0, 0.0, 2 * w, 0.0);
    svg_to(&p, "a", 7, w, h, 0.0, 1.0, 0.0, -2 * w, 0.0);
  } else if (n->shape == GRAPH_DIAMOND) {
    svg_to(&p, "M", 2, item->x - w, item->y);
    svg_to(&p, "L", 6, item->x, item->y - h, item->x + w, item->y, item->x,
           item->y + h);
    text_char(&p, 'Z');
  } else {
    svg_rect(&d->s, cls, item->x - w, item->y - h, 2 * w, 2 * h,
             n->shape == GRAPH_ROUND ? 9 : 2.5);
  }
  svg_path(&d->s, cls, &p);
  text_free(&p);
}

static void draw_node(struct drawing *d, size_t i) {
  EXPECTS(i < d->g->node_count);
  const struct graph_node *n = &d->g->nodes[i];
  const struct layout_item *item = &d->l.items.at[i];
  svg_open(&d->s, NULL, n->hint ? n->hint : n->label);
  draw_outline(d, i, 0);
  if (n->cls == GRAPH_FINAL)
    draw_outline(d, i, 3);
  unsigned lines = 0;
  for (const char *s = n->label ? n->label : ""; *s; lines++)
    s += strcspn(s, "\n") + (s[strcspn(s, "\n")] == '\n');
  lines = lines > LINES ? LINES : lines;
  double y = item->y - (lines - 1.0) * LINE / 2 + 4;
  const char *s = n->label;
  for (unsigned k = 0; s && k < lines; k++, y += LINE) {
    struct text line = next_line(&s);
    svg_text(&d->s, n->cls == GRAPH_BAD ? "bad" : "text", SVG_MIDDLE, item->x,
             y, text_str(&line), NODE_CELLS);
    text_free(&line);
  }
  svg_close(&d->s);
}

static void draw_sentence(struct text *out, const struct graph *g,
                          enum svg_use use) {
  struct text sentence = {0};
  if (g->node_count)
    text_printf(&sentence, "%zu nodes and %zu edges are too many to draw here",
                g->node_count, g->edge_count);
  else
    text_add(&sentence, "no nodes");
  struct svg s = svg_begin(out, 560, 40, g->title, use);
  svg_text(&s, "faint", SVG_START, 12, 24, text_str(&sentence), 80);
  svg_end(&s);
  text_free(&sentence);
}

static void draw(struct drawing *d, struct text *out, enum svg_use use) {
  const struct graph *g = d->g;
  const bool titled = use == SVG_ALONE && g->title;
  const double title = titled ? 28 : 0;
  const double width = titled ? cut_width(g->title, 80, 14) + 32 : 0;
  vec_each(&d->l.items, item) item->y += title;
  d->s = svg_begin(out, fmax(d->l.width, width), d->l.height + title, g->title,
                   use);
  if (titled)
    svg_text(&d->s, "title", SVG_START, 16, 24, g->title, 80);
  for (size_t i = 0; i < d->l.edge_count; i++)
    draw_edge(d, i);
  uint32_t *loop = arena_array(&d->arena, uint32_t, g->node_count);
  for (size_t i = 0; i < g->edge_count; i++) {
    const struct graph_edge *e = &g->edges[i];
    if (e->from == e->to && e->from < g->node_count)
      draw_loop(d, e, loop[e->from]++);
  }
  for (size_t i = 0; i < g->node_count; i++)
    draw_node(d, i);
  for (size_t i = 0; i < d->l.edge_count; i++)
    draw_edge_label(d, i);
  svg_end(&d->s);
}

void graph_render_svg(struct text *out, const struct graph *g,
                      enum svg_use use) {
  if (!g->node_count || g->node_count > GRAPH_SVG_NODES ||
      g->edge_count > GRAPH_SVG_EDGES) {
    draw_sentence(out, g, use);
    return;
  }
  struct drawing d = {.g = g};
  if (lay_out(&d))
    draw(&d, out, use);
  else
    draw_sentence(out, g, use);
  layout_free(&d.l);
  arena_free(&d.arena);
}
