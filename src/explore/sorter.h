/* sorter: records in memory, sorted where they are.
 *
 * A record is the words of a packed state, and a last word that says where it
 * was met, its place.  They are sorted by state (the order of sorted.h), and
 * of those with the same state one stays, with the smallest place; or by
 * place.
 *
 * The sort goes by bytes from the top, those first in which records differ at
 * all, and in place, since memory is what is scarce: an American flag sort
 * (McIlroy, Bostic, McIlroy 1993). */
#ifndef EXPLORE_SORTER_H
#define EXPLORE_SORTER_H

#include "base/sound.h"
#include "explore/pages.h"

#include <stdint.h>

struct sorter {
  struct pages pages;
  size_t len;   /* records */
  size_t words; /* of a record, with its place */
};

/* Room for so many records in all; false: memory is refused. */
bool sorter_reserve(struct sorter *s, size_t records);
void sorter_close(struct sorter *s);

static inline uint64_t *sorter_at(const struct sorter *s, size_t i) {
  return (uint64_t *)s->pages.at + i * s->words;
}
/* There is room for it. */
static inline void sorter_push(struct sorter *s, const uint64_t *state,
                               uint64_t place) {
  EXPECTS((s->len + 1) * s->words * sizeof *state <= s->pages.bytes);
  uint64_t *to = sorter_at(s, s->len++);
  for (size_t i = 0; i + 1 < s->words; i++)
    to[i] = state[i];
  to[s->words - 1] = place;
}

void sorter_by_state(struct sorter *s);
void sorter_by_place(struct sorter *s);

#endif
