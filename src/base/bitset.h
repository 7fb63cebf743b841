/* bitset: sets of small numbers.  A bitset is an array of 64-bit words that
 * the caller owns; BITSET_WORDS(n) words hold the numbers below n. */
#ifndef BASE_BITSET_H
#define BASE_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sound.h"

#define BITSET_WORDS(n) (((size_t)(n) + 63) / 64)

static inline bool bitset_has(const uint64_t *set, size_t i) {
  return set[i / 64] >> i % 64 & 1;
}
static inline void bitset_add(uint64_t *set, size_t i) {
  set[i / 64] |= (uint64_t)1 << i % 64;
}
static inline void bitset_remove(uint64_t *set, size_t i) {
  set[i / 64] &= ~((uint64_t)1 << i % 64);
}
static inline size_t bitset_count(const uint64_t *set, size_t words) {
  EXPECTS(set || !words);
  size_t n = 0;
  for (size_t w = 0; w < words; w++)
    n += (size_t)__builtin_popcountll(set[w]);
  return n;
}
/* The least member that is at least `from`, or SIZE_MAX. */
static inline size_t bitset_next(const uint64_t *set, size_t words,
                                 size_t from) {
  EXPECTS(set || !words);
  size_t w = from / 64;
  if (w >= words)
    return SIZE_MAX;
  uint64_t word = set[w] & ~(uint64_t)0 << from % 64;
  while (!word)
    if (++w == words)
      return SIZE_MAX;
    else
      word = set[w];
  return w * 64 + (size_t)__builtin_ctzll(word);
}
#define bitset_each(set, words, i)                              \
  for (size_t i = bitset_next((set), (words), 0); i != SIZE_MAX; \
       i = bitset_next((set), (words), i + 1))

#endif
