#include "sched/pairs.h"

#include "base/sound.h"
#include "exec/executor.h"

enum { CELL = 4, CELLS_MOST = 16 };
#define CELL_SEEN (UINT64_C(1) << 56) /* beyond all memory */

size_t pairs_put(struct pairs *p, const struct pair *seen) {
  bool added;
  uint64_t *at = map_at(&p->known, (uint64_t)seen->a << 32 | seen->b, &added);
  if (added) {
    struct pair fresh = {seen->a, seen->b, 0};
    vec_push(&p->at, fresh);
    *at = p->at.len;
  }
  p->at.at[*at - 1].orders |= seen->orders;
  return *at - 1;
}

void pairs_clear(struct pairs *p) {
  vec_clear(&p->at);
  map_clear(&p->known);
}

static void note(struct pairs *p, uint32_t first, uint32_t second) {
  bool forth = first <= second, back = first >= second;
  struct pair seen = {forth ? first : second, forth ? second : first,
                      (uint8_t)(PAIR_FORTH * forth | PAIR_BACK * back)};
  pairs_put(p, &seen);
}

static struct pairs_cell *cell_at(struct pairs *p, uint64_t cell) {
  bool added;
  uint64_t *at = map_at(&p->places, cell, &added);
  if (added) {
    vec_reserve(&p->cells, p->cells.len + 1); /* most of it is never read */
    p->cells.at[p->cells.len++].threads = 0;
    *at = p->cells.len;
  }
  return &p->cells.at[*at - 1];
}

static void touch(struct pairs *p, const struct event *e, uint64_t cell,
                  bool writes) {
  EXPECTS(e->thread < THREADS_MAX);
  struct pairs_cell *c = cell_at(p, cell);
  unsigned me = e->thread % THREADS_WORD;
  uint64_t bit = (uint64_t)1 << me, others = c->threads & ~bit, before = 0;
  if (!(c->threads & bit))
    c->last[me] = 0;
  c->threads |= bit;
  for (; others; others &= others - 1) {
    uint64_t last = c->last[__builtin_ctzll(others)];
    if (last == before) /* that has been noted */
      continue;
    if ((uint32_t)last)
      note(p, (uint32_t)last, e->site);
    if (writes && last >> 32)
      note(p, (uint32_t)(last >> 32), e->site);
    before = last;
  }
  uint64_t *mine = &c->last[me];
  *mine = writes ? (*mine & UINT64_C(0xffffffff00000000)) | e->site
                 : (*mine & 0xffffffff) | (uint64_t)e->site << 32;
}

static void touch_memory(struct pairs *p, const struct event *e) {
  uint64_t from = object_bare(e->object), cell = from / CELL;
  uint64_t last = (from + (e->size ? e->size - 1 : 0)) / CELL;
  for (unsigned n = 0; cell <= last && n < CELLS_MOST; n++, cell++)
    touch(p, e, cell, OP_CHANGES(e->kind));
}

/* What a property of a model sees is one more thing that is written. */
static void touch_seen(struct pairs *p, const struct event *e) {
  for (uint64_t seen = object_seen(e->object); seen; seen &= seen - 1)
    touch(p, e, CELL_SEEN + (unsigned)__builtin_ctzll(seen), true);
}

void pairs_add(struct pairs *p, const struct event *events, size_t count) {
  EXPECTS(events || !count);
  map_clear(&p->places);
  vec_clear(&p->cells);
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (e->kind == OP_AWAIT || e->flags & (EVENT_PENDING | EVENT_VAIN) ||
        !e->site)
      continue;
    if (OP_CLASS(e->kind) == CLASS_ACCESS)
      touch_memory(p, e);
    touch_seen(p, e);
  }
}

void pairs_free(struct pairs *p) {
  vec_free(&p->at);
  map_free(&p->known);
  map_free(&p->places);
  vec_free(&p->cells);
}
