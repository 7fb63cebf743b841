/* hash: mixing of 64-bit words and of bytes.  The same on every machine and
 * in every run, so that results never depend on it. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A bijection of 64 bits whose every output bit depends on every input bit
 * (the finalizer of splitmix64). */
static inline uint64_t hash_mix(uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static inline uint64_t hash_pair(uint64_t a, uint64_t b) {
  return hash_mix(a * 0x9e3779b97f4a7c15u + hash_mix(b + 0x2545f4914f6cdd1du));
}

/* Both halves of the product: every bit of either factor reaches most bits
 * of the result. */
static inline uint64_t hash_fold(uint64_t a, uint64_t b) {
  __extension__ typedef unsigned __int128 wide;
  wide product = (wide)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Of so many words, at least one: two in each multiplication. */
static inline uint64_t hash_words(const uint64_t *at, size_t len) {
  uint64_t h = 0x9e3779b97f4a7c15u ^ len;
  for (; len > 1; at += 2, len -= 2)
    h = hash_fold(at[0] ^ 0xa0761d6478bd642fu, at[1] ^ h);
  if (len)
    h = hash_fold(at[0] ^ 0xa0761d6478bd642fu, h ^ 0xe7037ed1a0b428dbu);
  return hash_fold(h ^ 0x8ebc6af09c88c6e3u, 0x589965cc75374cc3u);
}

static inline uint64_t hash_bytes(const void *at, size_t len) {
  const unsigned char *p = at;
  uint64_t h = hash_mix(len + 0x9e3779b97f4a7c15u);
  for (; len >= 8; p += 8, len -= 8) {
    uint64_t word;
    memcpy(&word, p, 8);
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  uint64_t rest = 0;
  for (size_t i = 0; i < len; i++)
    rest |= (uint64_t)p[i] << 8 * i;
  return hash_mix(h ^ rest);
}

#endif
