/* layout: places for the nodes and edges of a graph, in layers.
 *
 * Four steps, each a function of its own file (K. Sugiyama, S. Tagawa,
 * M. Toda 1981; the weights of edges are those of E. Gansner et al., A
 * technique for drawing directed graphs, 1993):
 *
 *   layout_rank    turns some edges around so that no cycle remains (those
 *                  that close one in a depth-first walk from the first
 *                  node), gives every node a layer below all its
 *                  predecessors, and cuts long edges into pieces, one item
 *                  for each layer they pass;
 *   layout_order   orders the items in each layer so that few pieces cross:
 *                  barycentres down and up, then swaps of neighbours; the
 *                  best order seen is kept;
 *   layout_place   finds x: each layer is moved to where its neighbours are
 *                  on average, by least squares under the condition that
 *                  order and distances are kept (isotonic regression, which
 *                  is exact); then y from the heights of the layers.
 *
 * Everything is deterministic: no random start, ties keep their order.  An
 * item may reach unequally far to the left and to the right of its x: the
 * label of an edge stands to the right of it. */
#ifndef REPORT_LAYOUT_H
#define REPORT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

#define LAYOUT_NONE UINT32_MAX

struct layout_item {
  uint32_t node; /* or LAYOUT_NONE: a bend of an edge */
  uint32_t rank, order;
  double left, right, height;
  double x, y; /* y: the middle */
};
/* An edge; loops (from == to) have no chain.  The chain goes down from
 * `top`, through items first .. first + bends - 1, to `bottom`. */
struct layout_edge {
  uint32_t from, to;
  double label_width, label_height; /* 0: no label */
  bool reversed;                    /* goes up: from is at the bottom */
  uint32_t top, bottom;             /* items */
  uint32_t first, bends;
  uint32_t label; /* the item that carries the label, or LAYOUT_NONE */
};
/* A piece of an edge between neighbouring layers. */
struct layout_piece {
  uint32_t upper, lower;
  double weight;
};
typedef VEC(uint32_t) layout_rank_items;

struct graph_layout {
  struct arena arena;
  VEC(struct layout_item) items; /* the first node_count are the nodes */
  size_t node_count;
  struct layout_edge *edges; /* the caller's */
  size_t edge_count;
  VEC(struct layout_piece) pieces;
  layout_rank_items *ranks;
  size_t rank_count;
  double width, height;
};

/* Nodes are items with left, right, height; edges have ends and labels.
 * False, without places, where the edges would be cut into more than
 * LAYOUT_ITEMS pieces: nobody could read that picture.  Free it either way. */
enum { LAYOUT_ITEMS = 20000 };
bool layout_make(struct graph_layout *l, const struct layout_item *nodes,
                 size_t node_count, struct layout_edge *edges,
                 size_t edge_count);
void layout_free(struct graph_layout *l);

bool layout_rank(struct graph_layout *l);
void layout_order(struct graph_layout *l);
void layout_place(struct graph_layout *l);

/* The pieces at each item, above and below, as lists of indices. */
struct layout_neighbours {
  uint32_t *start; /* of item i: pieces start[i] .. start[i + 1] - 1 */
  uint32_t *piece;
};
struct layout_neighbours layout_above(struct graph_layout *l);
struct layout_neighbours layout_below(struct graph_layout *l);

#endif
