#include "dd/events.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sound.h"

struct dd_events *dd_events_open(const struct dd *f) {
  struct dd_events *e = alloc_zero(1, sizeof *e);
  e->levels = f->levels;
  e->sizes = alloc_zero(f->levels + 1, sizeof *e->sizes);
  memcpy(e->sizes, f->sizes, (f->levels + 1) * sizeof *e->sizes);
  e->at = alloc_zero(f->levels + 1, sizeof *e->at);
  vec_push(&e->steps, ((struct event_step){0}));
  return e;
}

static void forget_levels(struct dd_events *e) {
  for (unsigned l = 1; l <= e->levels; l++) {
    free(e->at[l].first);
    free(e->at[l].arrows);
    e->at[l] = (struct event_level){0};
  }
  e->ready = false;
}

void dd_events_close(struct dd_events *e) {
  if (!e)
    return;
  forget_levels(e);
  free(e->at);
  free(e->sizes);
  vec_free(&e->tables);
  vec_free(&e->map_at);
  vec_free(&e->map_size);
  vec_free(&e->steps);
  vec_free(&e->tops);
  map_free(&e->known_steps);
  free(e);
}

uint32_t dd_events_map(struct dd_events *e, uint32_t size,
                       const uint32_t *table) {
  EXPECTS(size && table);
  /* few functions differ: look at the newest first */
  for (size_t m = e->map_at.len; m-- > 0 && m + 64 > e->map_at.len;)
    if (e->map_size.at[m] == size &&
        !memcmp(e->tables.at + e->map_at.at[m], table, size * sizeof *table))
      return (uint32_t)m;
  vec_push(&e->map_at, (uint32_t)e->tables.len);
  vec_push(&e->map_size, size);
  for (uint32_t i = 0; i < size; i++)
    vec_push(&e->tables, table[i]);
  return (uint32_t)e->map_at.len - 1;
}

static uint32_t step(struct dd_events *e, uint32_t level, uint32_t map,
                     uint32_t down) {
  EXPECTS(level && level <= e->levels && map < e->map_at.len);
  uint64_t key = hash_pair((uint64_t)level << 32 | map, down);
  for (;; key++) { /* a hash is not an identity: look */
    bool added;
    uint64_t *id = map_at(&e->known_steps, key, &added);
    if (added) {
      *id = e->steps.len;
      vec_push(&e->steps, ((struct event_step){level, map, down}));
      return (uint32_t)*id;
    }
    const struct event_step *s = &e->steps.at[*id];
    if (s->level == level && s->map == map && s->down == down)
      return (uint32_t)*id;
  }
}

void dd_events_add(struct dd_events *e, const unsigned *levels,
                   const uint32_t *maps, unsigned count) {
  EXPECTS(levels && maps);
  uint32_t down = 0;
  assert(count);
  for (unsigned i = count; i-- > 0;) {
    assert(levels[i] <= e->levels &&
           (i + 1 == count || levels[i] > levels[i + 1]));
    assert(e->map_size.at[maps[i]] == e->sizes[levels[i]]);
    down = step(e, levels[i], maps[i], down);
  }
  vec_push(&e->tops, down);
  if (e->ready)
    forget_levels(e);
}

void events_prepare(struct dd_events *e) {
  if (e->ready)
    return;
  for (unsigned l = 1; l <= e->levels; l++)
    e->at[l].first = alloc_zero(e->sizes[l] + 2, sizeof(uint32_t));
  for (int pass = 0; pass < 2; pass++) {
    for (size_t t = 0; t < e->tops.len; t++) {
      const struct event_step *s = &e->steps.at[e->tops.at[t]];
      struct event_level *at = &e->at[s->level];
      for (uint32_t i = 0; i < e->sizes[s->level]; i++) {
        const uint32_t to = events_apply(e, s->map, i);
        if (to == DD_OFF)
          continue;
        if (!pass)
          at->first[i + 2]++, at->count++;
        else
          at->arrows[at->first[i + 1]++] = (struct event_arrow){to, s->down};
      }
    }
    for (unsigned l = 1; !pass && l <= e->levels; l++) {
      e->at[l].arrows =
          alloc_zero(e->at[l].count + 1, sizeof(struct event_arrow));
      for (uint32_t i = 0; i < e->sizes[l]; i++)
        e->at[l].first[i + 2] += e->at[l].first[i + 1];
    }
  }
  e->ready = true;
}
