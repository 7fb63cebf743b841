#include "base/sound.h"
#include "report/layout.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 24, SWAPS = 12 };

struct ordering {
  struct graph_layout *l;
  struct layout_neighbours above, below;
  double *key;           /* of an item */
  uint32_t *ends, *tree; /* scratch for counting */
  uint32_t *best;        /* order of each item in the best order seen */
  uint64_t best_crossings;
};

static uint32_t other_end(const struct graph_layout *l, uint32_t piece,
                          bool above) {
  const struct layout_piece *p = &l->pieces.at[piece];
  return above ? p->upper : p->lower;
}

/* --- counting ----------------------------------------------------------- */

static int by_number(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Crossings between rank r and r + 1: inversions among the lower ends, taken
 * in the order of the upper ones, counted with a Fenwick tree. */
static uint64_t crossings_below(struct ordering *o, size_t r) {
  EXPECTS(r + 1 < o->l->rank_count);
  struct graph_layout *l = o->l;
  const size_t width = l->ranks[r + 1].len;
  memset(o->tree, 0, (width + 1) * sizeof *o->tree);
  uint64_t crossings = 0, seen = 0;
  vec_each(&l->ranks[r], item) {
    size_t count = 0;
    for (uint32_t k = o->below.start[*item]; k < o->below.start[*item + 1]; k++)
      o->ends[count++] =
          l->items.at[other_end(l, o->below.piece[k], false)].order;
    qsort(o->ends, count, sizeof *o->ends, by_number);
    for (size_t k = 0; k < count; k++) {
      uint64_t not_right = 0;
      for (size_t i = o->ends[k] + 1; i; i -= i & -i)
        not_right += o->tree[i];
      crossings += seen - not_right;
    }
    for (size_t k = 0; k < count; k++, seen++)
      for (size_t i = o->ends[k] + 1; i <= width; i += i & -i)
        o->tree[i]++;
  }
  return crossings;
}

static uint64_t crossings(struct ordering *o) {
  uint64_t sum = 0;
  for (size_t r = 0; r + 1 < o->l->rank_count; r++)
    sum += crossings_below(o, r);
  return sum;
}

static void keep_if_better(struct ordering *o) {
  const uint64_t now = crossings(o);
  if (now >= o->best_crossings)
    return;
  o->best_crossings = now;
  for (size_t i = 0; i < o->l->items.len; i++)
    o->best[i] = o->l->items.at[i].order;
}

/* --- barycentres -------------------------------------------------------- */

/* A stable merge sort of a layer by key. */
static void sort_layer(uint32_t *at, uint32_t *scratch, size_t count,
                       const double *key) {
  EXPECTS((at && scratch && key) || !count);
  if (count < 2)
    return;
  const size_t half = count / 2;
  sort_layer(at, scratch, half, key);
  sort_layer(at + half, scratch, count - half, key);
  size_t a = 0, b = half, n = 0;
  while (a < half && b < count)
    scratch[n++] = key[at[b]] < key[at[a]] ? at[b++] : at[a++];
  while (a < half)
    scratch[n++] = at[a++];
  while (b < count)
    scratch[n++] = at[b++];
  memcpy(at, scratch, count * sizeof *at);
}

static void renumber(struct graph_layout *l, size_t r) {
  EXPECTS(r < l->rank_count);
  for (uint32_t i = 0; i < l->ranks[r].len; i++)
    l->items.at[l->ranks[r].at[i]].order = i;
}

static void order_layer(struct ordering *o, size_t r, bool by_above) {
  EXPECTS(r < o->l->rank_count);
  struct graph_layout *l = o->l;
  const struct layout_neighbours *at = by_above ? &o->above : &o->below;
  vec_each(&l->ranks[r], item) {
    double sum = 0;
    const uint32_t from = at->start[*item], to = at->start[*item + 1];
    for (uint32_t k = from; k < to; k++)
      sum += l->items.at[other_end(l, at->piece[k], by_above)].order;
    o->key[*item] = to > from ? sum / (to - from) : l->items.at[*item].order;
  }
  sort_layer(l->ranks[r].at, o->ends, l->ranks[r].len, o->key);
  renumber(l, r);
}

/* --- swaps -------------------------------------------------------------- */

/* Crossings between the pieces of two neighbours a, b with a left of b. */
static int64_t pair_crossings(const struct ordering *o, uint32_t a, uint32_t b,
                              bool above) {
  const struct graph_layout *l = o->l;
  const struct layout_neighbours *at = above ? &o->above : &o->below;
  int64_t count = 0;
  for (uint32_t i = at->start[a]; i < at->start[a + 1]; i++)
    for (uint32_t k = at->start[b]; k < at->start[b + 1]; k++)
      count += l->items.at[other_end(l, at->piece[i], above)].order >
               l->items.at[other_end(l, at->piece[k], above)].order;
  return count;
}

static bool swap_neighbours(struct ordering *o) {
  struct graph_layout *l = o->l;
  bool improved = false;
  for (size_t r = 0; r < l->rank_count; r++)
    for (size_t i = 0; i + 1 < l->ranks[r].len; i++) {
      const uint32_t a = l->ranks[r].at[i], b = l->ranks[r].at[i + 1];
      int64_t now =
          pair_crossings(o, a, b, true) + pair_crossings(o, a, b, false);
      int64_t then =
          pair_crossings(o, b, a, true) + pair_crossings(o, b, a, false);
      if (then >= now)
        continue;
      l->ranks[r].at[i] = b;
      l->ranks[r].at[i + 1] = a;
      l->items.at[b].order = (uint32_t)i;
      l->items.at[a].order = (uint32_t)i + 1;
      improved = true;
    }
  return improved;
}

static void restore_best(struct ordering *o) {
  struct graph_layout *l = o->l;
  for (uint32_t i = 0; i < l->items.len; i++) {
    struct layout_item *item = &l->items.at[i];
    item->order = o->best[i];
    l->ranks[item->rank].at[item->order] = i;
  }
}

void layout_order(struct graph_layout *l) {
  const size_t n = l->items.len > l->pieces.len ? l->items.len : l->pieces.len;
  struct ordering o = {.l = l, .best_crossings = UINT64_MAX};
  o.above = layout_above(l);
  o.below = layout_below(l);
  o.key = arena_array(&l->arena, double, n + 1);
  o.ends = arena_array(&l->arena, uint32_t, n + 1);
  o.tree = arena_array(&l->arena, uint32_t, n + 2);
  o.best = arena_array(&l->arena, uint32_t, n + 1);
  keep_if_better(&o);
  for (unsigned sweep = 0; sweep < SWEEPS && o.best_crossings; sweep++) {
    for (size_t r = 1; r < l->rank_count; r++)
      order_layer(&o, r, true);
    keep_if_better(&o);
    for (size_t r = l->rank_count; r-- > 1;)
      order_layer(&o, r - 1, false);
    keep_if_better(&o);
  }
  restore_best(&o);
  for (unsigned i = 0; i < SWAPS && swap_neighbours(&o); i++)
    ;
  keep_if_better(&o);
  restore_best(&o);
}
