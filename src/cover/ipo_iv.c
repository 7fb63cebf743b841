/* IPO_H_IV: horizontal growth value by value (L 4.4.2, Fig 4.4 to 4.6). */
#include "base/sound.h"
#include "cover/ipo.h"

struct growth {
  struct ipo *x;
  uint32_t rank, param, level;
  uint32_t *score; /* by value: tuples it would cover */
  uint32_t *used;  /* by value: tests that have it */
  uint32_t *order; /* by value: decides when all else is equal */
};

/* Adds what each value of the new parameter would cover in this test with
 * the subsets of one block.  `size` is a constant where it matters. */
static inline __attribute__((always_inline)) void
score_block(struct growth *g, const struct block *b, const cell *row,
            uint32_t size) {
  const struct space *s = g->x->s;
  const uint32_t level = g->level;
  for (uint32_t i = b->start[g->rank]; i < b->start[g->rank + 1]; i++) {
    const uint16_t *ps = &b->params[(size_t)i * size];
    uint32_t n = 0;
    bool open = false;
    for (uint32_t k = 0; k + 1 < size; k++) {
      n = n * s->level[ps[k]] + row[ps[k]];
      open |= row[ps[k]] == CELL_NONE;
    }
    if (open)
      continue;
    const uint8_t *at = &g->x->open[b->base[i] + n * level];
    for (uint32_t v = 0; v < level; v++)
      g->score[v] += at[v];
  }
}

/* Pairs with a parameter that is open in this test: the new value can cover
 * one of them by filling the cell (theta in Fig 4.5). */
static void score_open(struct growth *g, const struct block *b,
                       const cell *row) {
  for (uint32_t i = b->start[g->rank]; i < b->start[g->rank + 1]; i++) {
    uint32_t q = b->params[(size_t)i * 2];
    if (row[q] != CELL_NONE)
      continue;
    const uint8_t *at = &g->x->open[b->base[i]];
    for (uint32_t v = 0; v < g->level; v++)
      for (uint32_t u = 0; u < g->x->s->level[q]; u++)
        if (at[u * g->level + v]) {
          g->score[v]++;
          break;
        }
  }
}

static void fill_open(struct growth *g, const struct block *b, uint32_t test,
                      cell value) {
  cell *row = tests_at(g->x->tests, test);
  for (uint32_t i = b->start[g->rank]; i < b->start[g->rank + 1]; i++) {
    uint32_t q = b->params[(size_t)i * 2];
    const uint8_t *at = &g->x->open[b->base[i]];
    for (uint32_t u = 0; row[q] == CELL_NONE && u < g->x->s->level[q]; u++)
      if (at[u * g->level + value])
        ipo_set(g->x, test, q, (cell)u);
  }
}

static void score(struct growth *g, const cell *row) {
  memset(g->score, 0, g->level * sizeof *g->score);
  for (size_t k = 0; k < g->x->s->blocks.len; k++) {
    const struct block *b = &g->x->s->blocks.at[k];
    switch (b->size) {
    case 2:
      score_block(g, b, row, 2);
      score_open(g, b, row);
      break;
    case 3:
      score_block(g, b, row, 3);
      break;
    default:
      score_block(g, b, row, b->size);
    }
  }
}

static bool better(const struct growth *g, cell a, cell b) {
  if (g->score[a] != g->score[b])
    return g->score[a] > g->score[b];
  if (g->used[a] != g->used[b])
    return g->used[a] < g->used[b];
  return g->order[a] < g->order[b];
}

/* Most often the first that is tried is taken, so they are not sorted. */
static cell best(const struct growth *g) {
  cell v = 0;
  for (uint32_t i = 1; i < g->level; i++)
    if (better(g, (cell)i, v))
      v = (cell)i;
  return v;
}

static void grow(struct growth *g, uint32_t test) {
  EXPECTS(test < g->x->tests->len);
  cell *row = tests_at(g->x->tests, test);
  if (row[g->param] == CELL_NONE) {
    score(g, row);
    for (uint32_t v = 0; g->x->variant && v < g->level; v++)
      g->order[v] = rng_below(&g->x->rng, UINT16_MAX);
    for (cell v = best(g); g->score[v]; v = best(g)) {
      if (ipo_set(g->x, test, g->param, v))
        break;
      g->score[v] = 0; /* not here */
    }
  }
  cell v = row[g->param];
  if (v == CELL_NONE)
    return; /* nothing to gain: it stays open */
  g->used[v]++;
  for (size_t k = 0; k < g->x->s->blocks.len; k++)
    if (g->x->s->blocks.at[k].size == 2)
      fill_open(g, &g->x->s->blocks.at[k], test, v);
  ipo_mark(g->x, test, g->rank);
}

void ipo_h_iv(struct ipo *x, uint32_t rank) {
  EXPECTS(rank < x->s->params);
  struct growth g = {.x = x, .rank = rank, .param = x->s->by_rank[rank]};
  g.level = x->s->level[g.param];
  g.score = alloc_zero(g.level, sizeof *g.score);
  g.used = alloc_zero(g.level, sizeof *g.used);
  g.order = alloc_zero(g.level, sizeof *g.order);
  for (uint32_t v = 0; v < g.level; v++)
    g.order[v] = v;
  for (uint32_t i = 0; i < x->tests->len && !halt_over(x->s->halt); i++)
    grow(&g, i);
  free(g.order);
  free(g.score);
  free(g.used);
}
