#include "report/layout.h"

#include "base/sound.h"

static struct layout_neighbours neighbours(struct graph_layout *l, bool above) {
  const size_t n = l->items.len;
  struct layout_neighbours at = {
      arena_array(&l->arena, uint32_t, n + 2),
      arena_array(&l->arena, uint32_t, l->pieces.len + 1)};
  vec_each(&l->pieces, p) at.start[(above ? p->lower : p->upper) + 1]++;
  for (size_t i = 0; i < n; i++)
    at.start[i + 1] += at.start[i];
  uint32_t *fill = arena_array(&l->arena, uint32_t, n + 1);
  for (size_t i = 0; i < l->pieces.len; i++) {
    const struct layout_piece *p = &l->pieces.at[i];
    uint32_t item = above ? p->lower : p->upper;
    at.piece[at.start[item] + fill[item]++] = (uint32_t)i;
  }
  return at;
}

struct layout_neighbours layout_above(struct graph_layout *l) {
  return neighbours(l, true);
}

struct layout_neighbours layout_below(struct graph_layout *l) {
  return neighbours(l, false);
}

bool layout_make(struct graph_layout *l, const struct layout_item *nodes,
                 size_t node_count, struct layout_edge *edges,
                 size_t edge_count) {
  EXPECTS((nodes || !node_count) && (edges || !edge_count));
  *l = (struct graph_layout){
      .edges = edges, .edge_count = edge_count, .node_count = node_count};
  for (size_t i = 0; i < node_count; i++) {
    vec_push(&l->items, nodes[i]);
    l->items.at[i].node = (uint32_t)i;
  }
  if (!layout_rank(l))
    return false;
  layout_order(l);
  layout_place(l);
  return true;
}

void layout_free(struct graph_layout *l) {
  for (size_t i = 0; i < l->rank_count; i++)
    vec_free(&l->ranks[i]);
  vec_free(&l->items);
  vec_free(&l->pieces);
  arena_free(&l->arena);
}
