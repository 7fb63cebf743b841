#include "explore/placed.h"

void placed_clear(struct placed *p) {
  p->bytes.len = 0;
  p->parent = p->number = p->count = 0;
}

void placed_open(struct placed_merge *m, size_t bytes) {
  *m = (struct placed_merge){.bytes = bytes};
}

void placed_close(struct placed_merge *m) {
  vec_free(&m->lists);
  vec_free(&m->heap);
}

static uint64_t place_of(const struct placed_merge *m, size_t i) {
  return m->lists.at[m->heap.at[i]].place;
}

/* As in every heap; of two or three lists, as there often are, a comparison
 * or two. */
void placed_sink(struct placed_merge *m) {
  const uint32_t list = m->heap.at[0];
  const uint64_t place = m->lists.at[list].place;
  size_t i = 0, child;
  while ((child = 2 * i + 1) < m->heap.len) {
    if (child + 1 < m->heap.len && place_of(m, child + 1) < place_of(m, child))
      child++;
    if (place_of(m, child) > place)
      break;
    m->heap.at[i] = m->heap.at[child];
    i = child;
  }
  m->heap.at[i] = list;
}

/* A list comes in from below: those that it passes sink one by one. */
void placed_add(struct placed_merge *m, const uint8_t *at, size_t len) {
  EXPECTS(!m->given);
  struct placed_list l = {
      .at = at, .end = at + len, .which = (unsigned)m->lists.len};
  uint32_t number = l.which;
  bool has_some = placed_read(&l, m->bytes);
  vec_push(&m->lists, l);
  if (!has_some)
    return;
  vec_push(&m->heap, number);
  size_t i = m->heap.len - 1;
  for (; i && place_of(m, (i - 1) / 2) > l.place; i = (i - 1) / 2)
    m->heap.at[i] = m->heap.at[(i - 1) / 2];
  m->heap.at[i] = number;
}
