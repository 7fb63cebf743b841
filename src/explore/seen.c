#include "explore/seen.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"

enum { SLOTS = 12, SLOT_BYTES = 5, BUCKET_BYTES = 64 };
#define SIGNATURES ((uint64_t)1 << 8 * SLOT_BYTES)

bool seen_open(struct seen *s, enum explore_keep keep, unsigned hashes,
               uint64_t bytes, uint64_t seed) {
  EXPECTS(bytes && hashes);
  *s = (struct seen){.keep = keep, .hashes = hashes, .seed = seed};
  bytes = (bytes + BUCKET_BYTES - 1) / BUCKET_BYTES * BUCKET_BYTES;
  s->size = keep == KEEP_BITS ? bytes * 8 : bytes / BUCKET_BYTES;
  return pages_reserve(&s->table, bytes);
}

void seen_close(struct seen *s) {
  pages_free(&s->table);
}

/* A number below n, by the upper bits of a hash. */
static uint64_t scale(uint64_t hash, uint64_t n) {
  EXPECTS(n > 0);
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)hash * n >> 64);
}

/* One more state, which was new although with this probability it would have
 * been taken for another. */
static void note_new(struct seen *s, double chance) {
  chance += (double)s->count++ * 0x1p-64; /* the whole hash is the same */
  s->omitted += chance / (1 - chance);
  s->log_none += log1p(-chance);
}

static enum seen_answer add_bits(struct seen *s, uint64_t hash) {
  uint64_t *words = s->table.at, fresh = 0;
  double chance = pow((double)s->set / (double)s->size, s->hashes);
  for (unsigned i = 0; i < s->hashes; i++) {
    uint64_t bit = scale(hash_pair(hash, i), s->size);
    fresh += !(words[bit / 64] >> bit % 64 & 1);
    words[bit / 64] |= (uint64_t)1 << bit % 64;
  }
  s->set += fresh;
  if (!fresh)
    return SEEN_BEFORE;
  note_new(s, chance);
  return SEEN_NEW;
}

static uint64_t slot_at(const uint8_t *bucket, unsigned i) {
  uint64_t signature = 0;
  memcpy(&signature, bucket + i * SLOT_BYTES, SLOT_BYTES);
  return signature;
}

/* In the bucket, or the next that has room; empty slots are 0. */
static enum seen_answer add_hash(struct seen *s, uint64_t hash) {
  uint64_t signature = 1 + hash_pair(hash, 1) % (SIGNATURES - 1);
  uint64_t at = scale(hash_pair(hash, 0), s->size), compared = 0;
  if (s->count >= s->size * SLOTS / 20 * 19)
    return SEEN_FULL;
  for (;; at = at + 1 == s->size ? 0 : at + 1) {
    uint8_t *bucket = (uint8_t *)s->table.at + at * BUCKET_BYTES;
    for (unsigned i = 0; i < SLOTS; i++, compared++) {
      uint64_t there = slot_at(bucket, i);
      if (there == signature)
        return SEEN_BEFORE;
      if (there)
        continue;
      memcpy(bucket + i * SLOT_BYTES, &signature, SLOT_BYTES);
      note_new(s, (double)compared / (double)(SIGNATURES - 1));
      return SEEN_NEW;
    }
  }
}

enum seen_answer seen_add(struct seen *s, uint64_t hash) {
  hash = hash_pair(hash, s->seed);
  return s->keep == KEEP_BITS ? add_bits(s, hash) : add_hash(s, hash);
}

double seen_chance(const struct seen *s) {
  return 0 - expm1(s->log_none);
}
