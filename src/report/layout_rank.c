#include "report/layout.h"

/* Edges by their source, loops left out. */
struct outgoing {
  uint32_t *start, *edge;
};

static struct outgoing by_source(struct graph_layout *l) {
  struct outgoing o = {arena_array(&l->arena, uint32_t, l->node_count + 2),
                       arena_array(&l->arena, uint32_t, l->edge_count + 1)};
  for (size_t i = 0; i < l->edge_count; i++)
    if (l->edges[i].from != l->edges[i].to)
      o.start[l->edges[i].from + 1]++;
  for (size_t i = 0; i < l->node_count; i++)
    o.start[i + 1] += o.start[i];
  uint32_t *fill = arena_array(&l->arena, uint32_t, l->node_count + 1);
  for (size_t i = 0; i < l->edge_count; i++) {
    const struct layout_edge *e = &l->edges[i];
    if (e->from != e->to)
      o.edge[o.start[e->from] + fill[e->from]++] = (uint32_t)i;
  }
  return o;
}

enum mark { UNSEEN, ON_PATH, DONE };

/* Depth first from the given node, without recursion; an edge back to the
 * path is reversed.  Nodes are appended to `order` when they are left. */
static void walk(struct graph_layout *l, const struct outgoing *o,
                 uint32_t from, uint8_t *marks, uint32_t *next,
                 layout_rank_items *order) {
  VEC(uint32_t) path = {0};
  vec_push(&path, from);
  marks[from] = ON_PATH;
  while (path.len) {
    const uint32_t at = *vec_last(&path);
    if (o->start[at] + next[at] == o->start[at + 1]) {
      marks[at] = DONE;
      vec_push(order, at);
      (void)vec_pop(&path);
      continue;
    }
    struct layout_edge *e = &l->edges[o->edge[o->start[at] + next[at]++]];
    if (marks[e->to] == ON_PATH) {
      e->reversed = true;
    } else if (marks[e->to] == UNSEEN) {
      marks[e->to] = ON_PATH;
      vec_push(&path, e->to);
    }
  }
  vec_free(&path);
}

/* The nodes in an order in which every edge that is not reversed goes
 * forward, once reversed ones are turned around. */
static layout_rank_items topological(struct graph_layout *l) {
  const struct outgoing o = by_source(l);
  uint8_t *marks = arena_array(&l->arena, uint8_t, l->node_count + 1);
  uint32_t *next = arena_array(&l->arena, uint32_t, l->node_count + 1);
  layout_rank_items order = {0};
  for (uint32_t i = 0; i < l->node_count; i++)
    if (marks[i] == UNSEEN)
      walk(l, &o, i, marks, next, &order);
  for (size_t i = 0; i < order.len / 2; i++) {
    uint32_t swap = order.at[i];
    order.at[i] = order.at[order.len - 1 - i];
    order.at[order.len - 1 - i] = swap;
  }
  return order;
}

static uint32_t upper_end(const struct layout_edge *e) {
  return e->reversed ? e->to : e->from;
}
static uint32_t lower_end(const struct layout_edge *e) {
  return e->reversed ? e->from : e->to;
}

/* Edges by their upper end after turning. */
static void longest_paths(struct graph_layout *l,
                          const layout_rank_items *order, uint32_t length) {
  uint32_t *place = arena_array(&l->arena, uint32_t, l->node_count + 1);
  for (size_t i = 0; i < order->len; i++)
    place[order->at[i]] = (uint32_t)i;
  /* bucket edges by the place of their upper end */
  uint32_t *start = arena_array(&l->arena, uint32_t, l->node_count + 2);
  uint32_t *edge = arena_array(&l->arena, uint32_t, l->edge_count + 1);
  uint32_t *fill = arena_array(&l->arena, uint32_t, l->node_count + 1);
  for (size_t i = 0; i < l->edge_count; i++)
    start[place[upper_end(&l->edges[i])] + 1]++;
  for (size_t i = 0; i < l->node_count; i++)
    start[i + 1] += start[i];
  for (size_t i = 0; i < l->edge_count; i++) {
    uint32_t p = place[upper_end(&l->edges[i])];
    edge[start[p] + fill[p]++] = (uint32_t)i;
  }
  for (size_t i = 0; i < order->len; i++)
    for (uint32_t k = start[i]; k < start[i + 1]; k++) {
      const struct layout_edge *e = &l->edges[edge[k]];
      if (e->from == e->to)
        continue;
      uint32_t least = l->items.at[upper_end(e)].rank + length;
      uint32_t *rank = &l->items.at[lower_end(e)].rank;
      *rank = *rank < least ? least : *rank;
    }
  /* A node that nothing leads to goes down to its nearest successor. */
  bool *has_above = arena_array(&l->arena, bool, l->node_count + 1);
  uint32_t *nearest = arena_array(&l->arena, uint32_t, l->node_count + 1);
  for (size_t i = 0; i < l->edge_count; i++) {
    const struct layout_edge *e = &l->edges[i];
    if (e->from == e->to)
      continue;
    has_above[lower_end(e)] = true;
    uint32_t below = l->items.at[lower_end(e)].rank;
    uint32_t *n = &nearest[upper_end(e)];
    *n = !*n || below < *n ? below : *n;
  }
  for (size_t i = 0; i < l->node_count; i++)
    if (!has_above[i] && nearest[i] > length)
      l->items.at[i].rank = nearest[i] - length;
}

/* Dot's weights: straight long edges matter more than short ones. */
static double weight(const struct graph_layout *l, uint32_t a, uint32_t b) {
  unsigned bends = (l->items.at[a].node == LAYOUT_NONE) +
                   (l->items.at[b].node == LAYOUT_NONE);
  return bends == 2 ? 8 : bends == 1 ? 2 : 1;
}

static void cut_edge(struct graph_layout *l, struct layout_edge *e) {
  e->label = LAYOUT_NONE;
  e->top = upper_end(e);
  e->bottom = lower_end(e);
  if (e->from == e->to)
    return;
  const uint32_t from = l->items.at[e->top].rank;
  const uint32_t to = l->items.at[e->bottom].rank;
  e->first = (uint32_t)l->items.len;
  e->bends = to - from - 1;
  const uint32_t labelled = e->bends / 2;
  uint32_t previous = e->top;
  for (uint32_t i = 0; i < e->bends; i++) {
    struct layout_item bend = {
        .node = LAYOUT_NONE, .rank = from + 1 + i, .left = 3, .right = 3};
    if (i == labelled && e->label_width > 0) {
      bend.right = e->label_width + 6;
      bend.height = e->label_height;
      e->label = (uint32_t)l->items.len;
    }
    const uint32_t here = (uint32_t)l->items.len;
    vec_push(&l->items, bend);
    const struct layout_piece p = {previous, here, weight(l, previous, here)};
    vec_push(&l->pieces, p);
    previous = here;
  }
  const struct layout_piece last = {previous, e->bottom,
                                    weight(l, previous, e->bottom)};
  vec_push(&l->pieces, last);
}

/* Labels need a layer of their own between two layers of nodes. */
static bool any_label(const struct graph_layout *l) {
  for (size_t i = 0; i < l->edge_count; i++)
    if (l->edges[i].label_width > 0)
      return true;
  return false;
}

static bool too_many_pieces(const struct graph_layout *l) {
  size_t pieces = 0;
  for (size_t i = 0; i < l->edge_count; i++)
    pieces += l->items.at[lower_end(&l->edges[i])].rank -
              l->items.at[upper_end(&l->edges[i])].rank;
  return pieces > LAYOUT_ITEMS;
}

bool layout_rank(struct graph_layout *l) {
  layout_rank_items order = topological(l);
  longest_paths(l, &order, any_label(l) ? 2 : 1);
  vec_free(&order);
  if (too_many_pieces(l))
    return false;
  for (size_t i = 0; i < l->edge_count; i++)
    cut_edge(l, &l->edges[i]);
  vec_each(&l->items, item) if (item->rank + 1 > l->rank_count) l->rank_count =
      item->rank + 1;
  l->ranks = arena_array(&l->arena, layout_rank_items, l->rank_count + 1);
  for (uint32_t i = 0; i < l->items.len; i++) {
    layout_rank_items *rank = &l->ranks[l->items.at[i].rank];
    l->items.at[i].order = (uint32_t)rank->len;
    vec_push(rank, i);
  }
  return true;
}
