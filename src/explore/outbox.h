/* outbox: the records of one worker, on their way to the ranks that own their
 * states (spread.h). */
#ifndef EXPLORE_OUTBOX_H
#define EXPLORE_OUTBOX_H

#include "base/hash.h"
#include "explore/layout.h"
#include "explore/placed.h"

/* Whose a state is: by its values, and not by its words, because these change
 * with the layout: a state would change its owner.  Multilinear: the sum of
 * the values, each times a random factor of its part (Carter and Wegman 1979).
 * A value is the sum of its bits, so the sum goes by bytes of the packed state:
 * what each may contribute is in a table. */
struct owners {
  uint32_t *factors; /* by part */
  uint32_t *sums;    /* by byte of a packed state, and what it is */
  size_t bytes;      /* of a packed state */
  unsigned ranks;
};

static inline unsigned owners_of(const struct owners *o,
                                 const uint64_t *words) {
  const uint32_t *sums = o->sums;
  const uint8_t *bytes = (const uint8_t *)words; /* little-endian: store.c */
  uint32_t sum = 0;
  for (size_t at = 0; at < o->bytes; at++, sums += 256)
    sum += sums[bytes[at]];
  return (unsigned)((hash_mix(sum) >> 32) * o->ranks >> 32);
}

struct outbox {
  const struct owners *owners;
  struct placed *to;       /* by rank */
  const uint64_t *indices; /* of the states that are expanded */
  uint32_t first;          /* the first of them */
};

static inline void outbox_put(struct outbox *o, uint32_t from, uint64_t number,
                              const uint64_t *words) {
  placed_put(&o->to[owners_of(o->owners, words)], o->indices[from - o->first],
             number, words, o->owners->bytes);
}

#endif
