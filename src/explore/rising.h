/* rising: numbers that nearly always rise, in a few bits each.
 *
 *     rising_push(&r, 17);
 *     x = rising_get(&r, i);
 *
 * What is kept is the step from one to the next: its upper bits as so many ones
 * and a zero, the lower ones as they are (Rice, 1979), which takes two or three
 * bits more than the logarithm of the usual step.  Every 128th number is kept
 * whole, with where it is, and how many lower bits the steps behind it have, which
 * is what would have suited those before it.  A step down, or a large one, is kept
 * whole, too. */
#ifndef EXPLORE_RISING_H
#define EXPLORE_RISING_H

#include <stdint.h>

#include "base/vec.h"

struct rising_mark {
  uint64_t bit : 58, low : 6; /* where the steps begin, and their lower bits */
  uint64_t value;
};

struct rising {
  VEC(uint64_t) words; /* of bits */
  VEC(struct rising_mark) marks;
  uint64_t bits, count, last;
  uint64_t sum; /* of the steps since the mark, as far as they are usual */
};

void rising_push(struct rising *r, uint64_t value);
uint64_t rising_get(const struct rising *r, uint64_t i);
/* Where, of those from `begin` to `end`, which rise, this one is; `end` if it
 * is not there. */
uint64_t rising_find(const struct rising *r, uint64_t begin, uint64_t end,
                     uint64_t value);

/* They are read in order from the i-th on. */
struct rising_cursor {
  const struct rising *of;
  uint64_t i, bit, value;
  unsigned low;
};
struct rising_cursor rising_from(const struct rising *r, uint64_t i);
uint64_t rising_next(struct rising_cursor *c);

uint64_t rising_bytes(const struct rising *r);
void rising_free(struct rising *r);

/* A number in as many bytes as it needs, seven bits in each. */
static inline uint8_t *rising_put(uint8_t *to, uint64_t n) {
  for (; n > 127; n >>= 7)
    *to++ = (uint8_t)(n | 128);
  *to++ = (uint8_t)n;
  return to;
}
static inline const uint8_t *rising_take(const uint8_t *from, uint64_t *n) {
  uint64_t x = *from & 127;
  for (unsigned shift = 7; *from++ > 127; shift += 7)
    x |= (uint64_t)(*from & 127) << shift;
  *n = x;
  return from;
}
enum { RISING_MOST = 10 }; /* bytes of a number */

#endif
