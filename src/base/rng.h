/* rng: random numbers by seed (xoshiro256**, Blackman and Vigna 2018).  The
 * same seed gives the same numbers on every machine. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/sound.h"

struct rng {
  uint64_t s[4];
};

static inline struct rng rng_seed(uint64_t seed) {
  struct rng r;
  for (int i = 0; i < 4; i++)
    r.s[i] = hash_mix(seed += 0x9e3779b97f4a7c15u);
  return r;
}

static inline uint64_t rng_next(struct rng *r) {
  uint64_t *s = r->s, x = s[1] * 5, t = s[1] << 17;
  x = (x << 7 | x >> 57) * 9;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = s[3] << 45 | s[3] >> 19;
  return x;
}

/* A number below n; n > 0.  (The bias of the multiplication is below
 * 2^-32 for every n that fits in 32 bits.) */
static inline uint32_t rng_below(struct rng *r, uint32_t n) {
  EXPECTS(n > 0);
  return (uint32_t)((rng_next(r) >> 32) * n >> 32);
}

/* A number in lo..hi, both included. */
static inline int32_t rng_range(struct rng *r, int32_t lo, int32_t hi) {
  EXPECTS(lo <= hi);
  return (int32_t)(lo + (int64_t)rng_below(r, (uint32_t)(hi - lo) + 1));
}

/* True with probability percent / 100. */
static inline bool rng_chance(struct rng *r, unsigned percent) {
  EXPECTS(percent <= 100);
  return rng_below(r, 100) < percent;
}

#endif
