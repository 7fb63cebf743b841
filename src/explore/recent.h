/* recent: the states that were met last.
 *
 * Most successors are states that another predecessor had a moment ago.  Such
 * a one is found in a small table, before memory is asked for its place in the
 * large one, and is no record at all: an earlier record has the same state, or
 * the store has it, so nothing is new in it.  A slot holds what came last; what
 * it is overwritten with is only met again in the store.
 *
 * Each worker has its own, which is asked only for records that come behind
 * all those it knows (a chunk that was taken from another may come before
 * them), for of two records with one state the first tells the run to it.  And
 * every record that was put in here must come to the store: records of a batch
 * that is expanded once more, because a value did not fit, are forgotten. */
#ifndef EXPLORE_RECENT_H
#define EXPLORE_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stress.h"

struct recent {
  uint64_t *at; /* slots; NULL: no table */
  size_t words, mask;
  size_t slot; /* words of one: those of the state; empty ones have bits set
                  that no state has, in a word more where states have all */
};

enum {
  RECENT_BYTES = STRESSED(256, 256 << 10), /* part of a near cache */
};

/* For states of so many words, the last of which has no other bits than
 * these; with at most so many bytes, but at least one slot. */
void recent_open(struct recent *r, size_t words, uint64_t tail, size_t bytes);
void recent_close(struct recent *r);
static inline uint64_t recent_bytes(const struct recent *r) {
  return r->at ? (r->mask + 1) * r->slot * sizeof *r->at : 0;
}

/* Hashes may have no more than 32 bits (cleary.h). */
static inline uint64_t *recent_slot(const struct recent *r, uint64_t hash) {
  return r->at + ((hash ^ hash >> 18) & r->mask) * r->slot;
}
static inline void recent_prefetch(const struct recent *r, uint64_t hash) {
  __builtin_prefetch(recent_slot(r, hash), 1);
}
/* Was it met, as far as the table knows?  It is now.  Without branches: one
 * could not be foretold. */
static inline bool recent_met(struct recent *r, uint64_t hash,
                              const uint64_t *words) {
  uint64_t *slot = recent_slot(r, hash);
  uint64_t differs = r->slot > r->words ? slot[r->words] : 0;
  for (size_t i = 0; i < r->words; i++) {
    differs |= slot[i] ^ words[i];
    slot[i] = words[i];
  }
  if (r->slot > r->words)
    slot[r->words] = 0;
  return !differs;
}

#endif
