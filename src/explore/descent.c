#include "explore/descent.h"

#include "base/alloc.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/archive.h"

enum {
  MARK_EVERY = STRESSED(4, 64),
  MANY = STRESSED(2, 15),
  LATE = STRESSED(3, 255),
};
/* In the map: of a turn, not of children. */
#define TURN ((uint64_t)1 << 32)

void descent_open(struct descent *d, bool turned) {
  *d = (struct descent){.turned = turned};
  pthread_mutex_init(&d->lock, NULL);
}

void descent_close(struct descent *d) {
  pages_free(&d->children);
  pages_free(&d->marks);
  pages_free(&d->turns);
  map_free(&d->many);
  pthread_mutex_destroy(&d->lock);
}

uint64_t descent_bytes(const struct descent *d, state_id count) {
  return (uint64_t)count / 2 + count / MARK_EVERY * sizeof(state_id) +
         (d->turned ? count : 0);
}

bool descent_reserve(struct descent *d, size_t states) {
  return pages_reserve(&d->children, states / 2 + 1) &&
         pages_reserve(&d->marks,
                       (states / MARK_EVERY + 1) * sizeof(state_id)) &&
         (!d->turned || pages_reserve(&d->turns, states));
}

void descent_set_children(struct descent *d, state_id state, state_id first,
                          uint32_t count) {
  uint8_t *two = (uint8_t *)d->children.at + state / 2;
  unsigned shift = state % 2 * 4;
  *two = (uint8_t)((*two & 0xf0 >> shift) | (count < MANY ? count : MANY)
                                                << shift);
  if (state % MARK_EVERY == 0)
    ((state_id *)d->marks.at)[state / MARK_EVERY] = first;
  if (count >= MANY)
    map_put(&d->many, state, count);
}

void descent_set_turn(struct descent *d, state_id state, uint32_t turn) {
  EXPECTS(d->turned);
  ((uint8_t *)d->turns.at)[state] = (uint8_t)(turn < LATE ? turn : LATE);
  if (turn < LATE)
    return;
  alloc_lock(&d->lock);
  map_put(&d->many, TURN | state, turn);
  alloc_unlock(&d->lock);
}

uint32_t descent_turn(const struct descent *d, state_id state) {
  EXPECTS(d->turned);
  uint8_t turn = ((const uint8_t *)d->turns.at)[state];
  return turn < LATE ? turn : (uint32_t)*map_get(&d->many, TURN | state);
}

static uint32_t few_of(const struct descent *d, state_id state) {
  return ((const uint8_t *)d->children.at)[state / 2] >> state % 2 * 4 & 15;
}

static uint32_t children_of(const struct descent *d, state_id state) {
  uint32_t count = few_of(d, state);
  return count < MANY ? count : (uint32_t)*map_get(&d->many, state);
}

state_id descent_parent(const struct descent *d, state_id state) {
  /* The last mark at or before it; marks of states that were not expanded
   * yet are 0, and lie behind all that were. */
  const state_id *marks = d->marks.at;
  size_t lo = 0, hi = state / MARK_EVERY + 1; /* a parent comes before */
  while (hi - lo > 1) {
    size_t middle = lo + (hi - lo) / 2;
    if (marks[middle] && marks[middle] <= state)
      lo = middle;
    else
      hi = middle;
  }
  state_id parent = (state_id)(lo * MARK_EVERY), next = marks[lo];
  while (next + children_of(d, parent) <= state)
    next += children_of(d, parent++);
  return parent;
}

static void archive_many(struct descent *d, struct archive *a, state_id count) {
  for (state_id id = 0; id < count && !a->failed; id++) {
    if (few_of(d, id) != MANY)
      continue;
    uint64_t *there = map_get(&d->many, id), n = there ? *there : 0;
    archive_number(a, &n);
    map_put(&d->many, id, n);
  }
}

void descent_archive(struct descent *d, struct archive *a, state_id count) {
  EXPECTS(!d->turned);
  archive_bytes(a, d->children.at, (size_t)count / 2 + 1);
  archive_bytes(a, d->marks.at,
                ((size_t)count / MARK_EVERY + 1) * sizeof(state_id));
  archive_many(d, a, count);
}
