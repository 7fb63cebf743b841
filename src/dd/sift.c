#include "dd/sift.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/vec.h"
#include "dd/forest.h"

struct arrow {
  uint32_t value, child; /* child: a number in the level below */
};

struct floor { /* the nodes of a level, one behind the other */
  unsigned from;
  VEC(struct arrow) arrows;
  VEC(uint32_t) begins; /* by node, and one more */
};

/* What a node of the upper of two levels has two levels below. */
struct reach {
  uint64_t key; /* the lower value, then the upper one */
  uint32_t child;
};

struct dd_sift {
  unsigned levels;
  struct floor *floors; /* [level]; [0] is the terminal */
  uint64_t size, moved;
  /* while two change places */
  struct floor upper, lower;
  VEC(struct reach) reaches;
  VEC(uint32_t) table; /* of the new lower nodes: 1 + number, or 0 */
};

/* --- the copy ------------------------------------------------------------- */

static uint32_t floor_nodes(const struct floor *f) {
  return (uint32_t)f->begins.len - 1;
}
static uint64_t floor_size(const struct floor *f) {
  return floor_nodes(f) + f->arrows.len;
}
static void floor_clear(struct floor *f) {
  vec_clear(&f->arrows);
  vec_clear(&f->begins);
  vec_push(&f->begins, 0);
}
static void floor_free(struct floor *f) {
  vec_free(&f->arrows);
  vec_free(&f->begins);
}

struct copying {
  const struct dd *f;
  struct dd_sift *x;
  struct map numbers; /* by node: 1 + its number */
};

/* Its children first, so that they have numbers. */
static uint32_t copy(struct copying *c, dd_node n, unsigned level) {
  uint32_t index;
  dd_node child;
  if (!level)
    return 0;
  const uint64_t *old = map_get(&c->numbers, n);
  if (old)
    return (uint32_t)*old;
  struct floor *f = &c->x->floors[level];
  struct walk w = walk_begin(c->f, n);
  while (walk_next(c->f, &w, &index, &child))
    copy(c, child, level - 1);
  w = walk_begin(c->f, n);
  while (walk_next(c->f, &w, &index, &child))
    vec_push(&f->arrows, ((struct arrow){index, copy(c, child, level - 1)}));
  vec_push(&f->begins, (uint32_t)f->arrows.len);
  map_put(&c->numbers, n, floor_nodes(f) - 1);
  return floor_nodes(f) - 1;
}

struct dd_sift *dd_sift_open(const struct dd *f, dd_node n) {
  EXPECTS(f->kind == DD_SETS && n > DD_TRUE && n != DD_FULL);
  struct dd_sift *x = alloc_zero(1, sizeof *x);
  x->levels = f->levels;
  x->floors = alloc_zero(f->levels + 1, sizeof *x->floors);
  for (unsigned l = 0; l <= f->levels; l++) {
    floor_clear(&x->floors[l]);
    x->floors[l].from = l;
  }
  floor_clear(&x->upper);
  floor_clear(&x->lower);
  struct copying c = {.f = f, .x = x};
  copy(&c, n, f->levels);
  map_free(&c.numbers);
  for (unsigned l = 1; l <= f->levels; l++)
    x->size += floor_size(&x->floors[l]);
  return x;
}

void dd_sift_close(struct dd_sift *x) {
  if (!x)
    return;
  for (unsigned l = 0; l <= x->levels; l++)
    floor_free(&x->floors[l]);
  floor_free(&x->upper);
  floor_free(&x->lower);
  vec_free(&x->reaches);
  vec_free(&x->table);
  free(x->floors);
  free(x);
}

uint64_t dd_sift_size(const struct dd_sift *x) {
  return x->size;
}

unsigned dd_sift_from(const struct dd_sift *x, unsigned level) {
  EXPECTS(level && level <= x->levels);
  return x->floors[level].from;
}

/* --- two neighbours ------------------------------------------------------- */

static int compare(const void *a, const void *b) {
  const struct reach *x = a, *y = b;
  return x->key < y->key ? -1 : x->key > y->key;
}

/* Few as a rule, and nearly in order. */
static void sort(struct reach *at, size_t count) {
  enum { FEW = 24 };
  if (count > FEW) {
    qsort(at, count, sizeof *at, compare);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    const struct reach r = at[i];
    size_t j = i;
    for (; j && at[j - 1].key > r.key; j--)
      at[j] = at[j - 1];
    at[j] = r;
  }
}

static uint64_t hash(const struct arrow *at, size_t count) {
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < count; i++) {
    h = (h ^ ((uint64_t)at[i].value << 32 | at[i].child)) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  return h * 0x94d049bb133111ebu >> 20;
}

static void enter(struct dd_sift *x, uint32_t node, uint64_t h) {
  size_t at = h & (x->table.len - 1);
  while (x->table.at[at])
    at = (at + 1) & (x->table.len - 1);
  x->table.at[at] = node + 1;
}

static void table_grow(struct dd_sift *x) {
  enum { FIRST = 64 };
  const size_t slots = x->table.len ? 2 * x->table.len : FIRST;
  const struct floor *f = &x->lower;
  vec_clear(&x->table);
  vec_resize(&x->table, slots);
  memset(x->table.at, 0, slots * sizeof *x->table.at);
  for (uint32_t i = 0; i < floor_nodes(f); i++)
    enter(x, i,
          hash(f->arrows.at + f->begins.at[i],
               f->begins.at[i + 1] - f->begins.at[i]));
}

/* The arrows of the lower floor behind its last node are a node: which? */
static uint32_t unique(struct dd_sift *x) {
  struct floor *f = &x->lower;
  const uint32_t begin = *vec_last(&f->begins);
  const size_t count = f->arrows.len - begin;
  const struct arrow *mine = f->arrows.at + begin;
  if (2 * (size_t)floor_nodes(f) + 2 > x->table.len)
    table_grow(x);
  const uint64_t h = hash(mine, count);
  for (size_t at = h & (x->table.len - 1); x->table.at[at];
       at = (at + 1) & (x->table.len - 1)) {
    const uint32_t node = x->table.at[at] - 1, first = f->begins.at[node];
    if (f->begins.at[node + 1] - first == count &&
        !memcmp(f->arrows.at + first, mine, count * sizeof *mine)) {
      f->arrows.len = begin;
      return node;
    }
  }
  vec_push(&f->begins, (uint32_t)f->arrows.len);
  enter(x, floor_nodes(f) - 1, h);
  return floor_nodes(f) - 1;
}

/* A node of the upper level, by the lower value first. */
static void turn(struct dd_sift *x, const struct floor *up,
                 const struct floor *low, uint32_t node) {
  vec_clear(&x->reaches);
  for (uint32_t i = up->begins.at[node]; i < up->begins.at[node + 1]; i++) {
    const struct arrow *a = &up->arrows.at[i];
    for (uint32_t k = low->begins.at[a->child];
         k < low->begins.at[a->child + 1]; k++) {
      const struct arrow *b = &low->arrows.at[k];
      const uint64_t key = (uint64_t)b->value << 32 | a->value;
      vec_push(&x->reaches, ((struct reach){key, b->child}));
    }
  }
  sort(x->reaches.at, x->reaches.len);
  for (size_t i = 0; i < x->reaches.len;) {
    const uint32_t value = (uint32_t)(x->reaches.at[i].key >> 32);
    for (; i < x->reaches.len && x->reaches.at[i].key >> 32 == value; i++)
      vec_push(&x->lower.arrows, ((struct arrow){(uint32_t)x->reaches.at[i].key,
                                                 x->reaches.at[i].child}));
    const uint32_t child = unique(x);
    vec_push(&x->upper.arrows, ((struct arrow){value, child}));
  }
  vec_push(&x->upper.begins, (uint32_t)x->upper.arrows.len);
  x->moved += x->reaches.len;
}

/* This level and the one below it change places. */
static void swap(struct dd_sift *x, unsigned level) {
  EXPECTS(level > 1 && level <= x->levels);
  struct floor *up = &x->floors[level], *low = &x->floors[level - 1];
  floor_clear(&x->upper);
  floor_clear(&x->lower);
  vec_clear(&x->table);
  x->size -= floor_size(up) + floor_size(low);
  for (uint32_t i = 0; i < floor_nodes(up); i++)
    turn(x, up, low, i);
  x->upper.from = low->from;
  x->lower.from = up->from;
  const struct floor old[2] = {*up, *low};
  *up = x->upper;
  *low = x->lower;
  x->upper = old[0];
  x->lower = old[1];
  x->size += floor_size(up) + floor_size(low);
}

/* --- one variable --------------------------------------------------------- */

struct travel {
  unsigned at, best;
  uint64_t least;
};

/* Up or down to the end, unless it becomes much larger. */
static void travel(struct dd_sift *x, struct travel *t, bool up) {
  while (up ? t->at < x->levels : t->at > 1) {
    swap(x, up ? t->at + 1 : t->at);
    t->at += up ? 1 : -1;
    if (x->size < t->least) {
      t->least = x->size;
      t->best = t->at;
    }
    if (x->size > t->least + t->least / 4)
      return;
  }
}

static void sift_one(struct dd_sift *x, unsigned from) {
  struct travel t = {.least = x->size};
  while (x->floors[++t.at].from != from)
    ;
  t.best = t.at;
  const bool up = t.at > x->levels / 2; /* the nearer end first */
  travel(x, &t, up);
  travel(x, &t, !up);
  for (; t.at < t.best; t.at++)
    swap(x, t.at + 1);
  for (; t.at > t.best; t.at--)
    swap(x, t.at);
  EXPECTS(x->size == t.least);
}

/* The levels, those with most nodes first. */
static unsigned *by_size(const struct dd_sift *x) {
  unsigned *order = alloc_zero(x->levels, sizeof *order);
  for (unsigned i = 0; i < x->levels; i++) {
    const uint64_t size = floor_size(&x->floors[i + 1]);
    unsigned j = i;
    for (; j && floor_size(&x->floors[order[j - 1]]) < size; j--)
      order[j] = order[j - 1];
    order[j] = i + 1;
  }
  for (unsigned i = 0; i < x->levels; i++)
    order[i] = x->floors[order[i]].from;
  return order;
}

uint64_t dd_sift_run(struct dd_sift *x, uint64_t work) {
  unsigned *order = by_size(x);
  for (unsigned i = 0; i < x->levels && x->moved < work; i++)
    sift_one(x, order[i]);
  free(order);
  return x->moved;
}

/* --- back ----------------------------------------------------------------- */

dd_node dd_sift_make(const struct dd_sift *x, struct dd *to) {
  EXPECTS(to->kind == DD_SETS && to->levels == x->levels);
  VEC(dd_node) below = {0}, here = {0};
  VEC(dd_node) row = {0};
  vec_push(&below, DD_TRUE);
  bool ok = true;
  for (unsigned l = 1; l <= x->levels; l++) {
    const struct floor *f = &x->floors[l];
    vec_resize(&row, to->sizes[l]);
    vec_clear(&here);
    for (uint32_t i = 0; i < floor_nodes(f); i++) {
      memset(row.at, 0, row.len * sizeof *row.at);
      for (uint32_t k = f->begins.at[i]; k < f->begins.at[i + 1]; k++)
        row.at[f->arrows.at[k].value] = below.at[f->arrows.at[k].child];
      const dd_node n = ok ? dd_make(to, l, row.at) : DD_FULL;
      ok = n != DD_FULL;
      vec_push(&here, n);
    }
    vec_clear(&below);
    vec_each(&here, n) vec_push(&below, *n);
  }
  const dd_node all = ok ? here.at[here.len - 1] : DD_FULL;
  vec_free(&below);
  vec_free(&here);
  vec_free(&row);
  return all;
}
