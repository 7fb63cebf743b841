/* placed: records in the order of the places where they were met, packed, and
 * several such lists read as one.
 *
 *     placed_put(&p, parent, number, words, bytes);
 *
 *     placed_open(&m, bytes);
 *     placed_add(&m, at, len);                    each list
 *     while ((list = placed_next(&m)))            the smallest place of all
 *       ... list->place, list->record ...
 *     placed_close(&m);
 *
 * A place is the index of the state that was left, and the number of the
 * record among the records of that state.  What is kept of it is the step from
 * the one before, nearly always in a byte: so lists are sent as they are.  All
 * lists rise, and no two records have the same place. */
#ifndef EXPLORE_PLACED_H
#define EXPLORE_PLACED_H

#include <string.h>

#include "base/sound.h"
#include "explore/rising.h"
#include "ranks/ranks.h"

enum { PLACE_BITS = 24 }; /* of a number */

struct placed { /* while it is written */
  struct bytes bytes;
  uint64_t parent, number; /* of the last */
  uint64_t count;
};

/* Steps of the parent begin above so many bits, in which there is the number,
 * or the step of it; one that needs more follows. */
enum { PLACED_NUMBER = 4, PLACED_MORE = (1 << PLACED_NUMBER) - 1 };
enum { PLACED_SLACK = 8 }; /* bytes that are read behind the end */

void placed_clear(struct placed *p);

/* A record has so many bytes, whole words are there. */
static inline void placed_put(struct placed *p, uint64_t parent,
                              uint64_t number, const uint64_t *words,
                              size_t bytes) {
  EXPECTS(parent >= p->parent && number >> PLACE_BITS == 0);
  vec_reserve(&p->bytes, p->bytes.len + bytes + 2 * RISING_MOST + PLACED_SLACK);
  uint8_t *at = p->bytes.at + p->bytes.len;
  uint64_t step = parent - p->parent;
  uint64_t n = step ? number : number - p->number;
  at = rising_put(at,
                  step << PLACED_NUMBER | (n < PLACED_MORE ? n : PLACED_MORE));
  if (n >= PLACED_MORE)
    at = rising_put(at, n - PLACED_MORE);
  for (size_t i = 0; i < bytes; i += 8)
    memcpy(at + i, words + i / 8, 8);
  p->parent = parent;
  p->number = number;
  p->bytes.len = (size_t)(at - p->bytes.at) + bytes;
  p->count++;
}

struct placed_list { /* while it is read */
  const uint8_t *at, *end;
  uint64_t place;        /* of the record in hand: parent and number */
  const uint8_t *record; /* its bytes, and some more */
  unsigned which;        /* of the lists that were added */
};

struct placed_merge {
  VEC(struct placed_list) lists;
  VEC(uint32_t) heap; /* of those that have records left, the least first */
  size_t bytes;       /* of a record */
  bool given;         /* the first of the heap was */
};

void placed_open(struct placed_merge *m, size_t bytes);
/* There are so many bytes to read behind it. */
void placed_add(struct placed_merge *m, const uint8_t *at, size_t len);
void placed_close(struct placed_merge *m);
/* Puts the first of the heap where it belongs. */
void placed_sink(struct placed_merge *m);

static inline bool placed_read(struct placed_list *l, size_t bytes) {
  if (l->at == l->end)
    return false;
  uint64_t step, more;
  const uint8_t *at = rising_take(l->at, &step);
  uint64_t parent = l->place >> PLACE_BITS, n = step & PLACED_MORE;
  if (n == PLACED_MORE) {
    at = rising_take(at, &more);
    n += more;
  }
  step >>= PLACED_NUMBER;
  l->place = step ? (parent + step) << PLACE_BITS | n : l->place + n;
  l->record = at;
  l->at = at + bytes;
  EXPECTS(l->at <= l->end);
  return true;
}

/* NULL: there is none left.  It is there until the next is asked for. */
static inline const struct placed_list *placed_next(struct placed_merge *m) {
  if (m->given) {
    struct placed_list *l = &m->lists.at[m->heap.at[0]];
    if (!placed_read(l, m->bytes))
      m->heap.at[0] = m->heap.at[--m->heap.len];
    if (m->heap.len > 1)
      placed_sink(m);
  }
  m->given = m->heap.len != 0;
  return m->given ? &m->lists.at[m->heap.at[0]] : NULL;
}

#endif
