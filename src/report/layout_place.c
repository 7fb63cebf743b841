#include "base/sound.h"
#include "report/layout.h"

#include <math.h>

enum { ROUNDS = 30 };
static const double gap_nodes = 22, gap_bends = 12, gap_ranks = 34,
                    gap_half = 14, margin = 16;

struct placing {
  struct graph_layout *l;
  struct layout_neighbours above, below;
  /* blocks of the isotonic regression: value, weight, items */
  double *value, *weight;
  uint32_t *count;
  double *offset;
};

static double distance(const struct graph_layout *l, uint32_t a, uint32_t b) {
  const struct layout_item *x = &l->items.at[a], *y = &l->items.at[b];
  const bool bends = x->node == LAYOUT_NONE || y->node == LAYOUT_NONE;
  return x->right + y->left + (bends ? gap_bends : gap_nodes);
}

static void add_pull(const struct graph_layout *l,
                     const struct layout_neighbours *at, uint32_t item,
                     bool above, double *sum, double *weight) {
  for (uint32_t k = at->start[item]; k < at->start[item + 1]; k++) {
    const struct layout_piece *p = &l->pieces.at[at->piece[k]];
    *sum += p->weight * l->items.at[above ? p->upper : p->lower].x;
    *weight += p->weight;
  }
}

/* Where the neighbours want each item of the layer, nearest in the sense of
 * least squares: with the distances taken off, positions must not decrease,
 * so pooling neighbours that violate this gives the optimum. */
static void place_layer(struct placing *p, size_t r, bool up, bool down) {
  EXPECTS(r < p->l->rank_count);
  struct graph_layout *l = p->l;
  const layout_rank_items *items = &l->ranks[r];
  size_t blocks = 0;
  double offset = 0;
  for (size_t i = 0; i < items->len; i++) {
    const uint32_t item = items->at[i];
    double sum = 0, weight = 0;
    if (up)
      add_pull(l, &p->above, item, true, &sum, &weight);
    if (down)
      add_pull(l, &p->below, item, false, &sum, &weight);
    if (!(weight > 0)) { /* nobody pulls: stay, weakly */
      weight = 0.01;
      sum = weight * l->items.at[item].x;
    }
    if (i)
      offset += distance(l, items->at[i - 1], item);
    p->offset[i] = offset;
    p->value[blocks] = sum / weight - offset;
    p->weight[blocks] = weight;
    p->count[blocks++] = 1;
    while (blocks > 1 && p->value[blocks - 2] > p->value[blocks - 1]) {
      blocks--;
      const double w = p->weight[blocks - 1] + p->weight[blocks];
      p->value[blocks - 1] = (p->value[blocks - 1] * p->weight[blocks - 1] +
                              p->value[blocks] * p->weight[blocks]) /
                             w;
      p->weight[blocks - 1] = w;
      p->count[blocks - 1] += p->count[blocks];
    }
  }
  size_t i = 0;
  for (size_t b = 0; b < blocks; b++)
    for (uint32_t k = 0; k < p->count[b]; k++, i++)
      l->items.at[items->at[i]].x = p->value[b] + p->offset[i];
}

/* To begin with, every layer packed around 0. */
static void pack(struct graph_layout *l) {
  for (size_t r = 0; r < l->rank_count; r++) {
    const layout_rank_items *items = &l->ranks[r];
    double x = 0;
    for (size_t i = 0; i < items->len; i++) {
      if (i)
        x += distance(l, items->at[i - 1], items->at[i]);
      l->items.at[items->at[i]].x = x;
    }
    for (size_t i = 0; i < items->len; i++)
      l->items.at[items->at[i]].x -= x / 2;
  }
}

/* The interval in which an item may move without touching its neighbours. */
static void free_interval(const struct graph_layout *l, uint32_t item,
                          double *low, double *high) {
  const struct layout_item *i = &l->items.at[item];
  const layout_rank_items *rank = &l->ranks[i->rank];
  if (i->order) {
    const uint32_t left = rank->at[i->order - 1];
    *low = fmax(*low, l->items.at[left].x + distance(l, left, item));
  }
  if (i->order + 1 < rank->len) {
    const uint32_t right = rank->at[i->order + 1];
    *high = fmin(*high, l->items.at[right].x - distance(l, item, right));
  }
}

/* Averages leave long edges wavy.  Each run of bends that can share one x
 * without moving anything else gets it, as near to its mean as can be. */
static void straighten(struct graph_layout *l, const struct layout_edge *e) {
  for (uint32_t from = e->first, end = e->first + e->bends; from < end;) {
    double low = -INFINITY, high = INFINITY, sum = 0;
    uint32_t to = from;
    while (to < end) {
      double a = low, b = high;
      free_interval(l, to, &a, &b);
      if (a > b && to > from)
        break;
      low = a;
      high = b;
      sum += l->items.at[to++].x;
    }
    const double x = fmin(fmax(sum / (to - from), low), high);
    for (; from < to && low <= high; from++)
      l->items.at[from].x = x;
    from = to;
  }
}

static void place_x(struct placing *p) {
  struct graph_layout *l = p->l;
  pack(l);
  for (unsigned round = 0; round < ROUNDS; round++) {
    const bool both = round >= ROUNDS / 3;
    for (size_t r = 0; r < l->rank_count; r++)
      place_layer(p, r, true, both);
    for (size_t r = l->rank_count; r--;)
      place_layer(p, r, both, true);
  }
  for (unsigned round = 0; round < 4; round++)
    for (size_t i = 0; i < l->edge_count; i++)
      if (l->edges[i].from != l->edges[i].to)
        straighten(l, &l->edges[i]);
  double left = INFINITY, right = -INFINITY;
  vec_each(&l->items, i) {
    left = fmin(left, i->x - i->left);
    right = fmax(right, i->x + i->right);
  }
  if (!l->items.len)
    left = right = 0;
  vec_each(&l->items, i) i->x += margin - left;
  l->width = right - left + 2 * margin;
}

/* Layers that hold nothing but bends are thin. */
static void place_y(struct graph_layout *l) {
  double y = margin;
  for (size_t r = 0; r < l->rank_count; r++) {
    double height = 0;
    bool nodes = false;
    vec_each(&l->ranks[r], item) {
      height = fmax(height, l->items.at[*item].height);
      nodes |= l->items.at[*item].node != LAYOUT_NONE;
    }
    bool before = false;
    if (r)
      vec_each(&l->ranks[r - 1], item) before |=
          l->items.at[*item].node != LAYOUT_NONE;
    if (r)
      y += nodes && before ? gap_ranks : gap_half;
    vec_each(&l->ranks[r], item) l->items.at[*item].y = y + height / 2;
    y += height;
  }
  l->height = y + margin;
}

void layout_place(struct graph_layout *l) {
  struct placing p = {.l = l};
  const size_t n = l->items.len + 1;
  p.above = layout_above(l);
  p.below = layout_below(l);
  p.value = arena_array(&l->arena, double, n);
  p.weight = arena_array(&l->arena, double, n);
  p.offset = arena_array(&l->arena, double, n);
  p.count = arena_array(&l->arena, uint32_t, n);
  place_x(&p);
  place_y(l);
}
