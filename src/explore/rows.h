/* rows: numbers by value, for one part; grows without moving.
 *
 * Segment k holds ROWS_FIRST << k entries and is made when it is first
 * needed; readers need no lock.  An entry is 0 until it is set. */
#ifndef EXPLORE_ROWS_H
#define EXPLORE_ROWS_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/sound.h"

enum { ROWS_FIRST = 64, ROWS_SEGMENTS = 27 };

struct rows {
  _Atomic(_Atomic uint64_t *) segments[ROWS_SEGMENTS];
};

static inline unsigned rows_segment(uint32_t value, uint64_t *index) {
  uint64_t n = (uint64_t)value + ROWS_FIRST;
  unsigned k = 63 - (unsigned)__builtin_clzll(n / ROWS_FIRST);
  *index = n - ((uint64_t)ROWS_FIRST << k);
  return k;
}

static inline uint64_t rows_get(struct rows *r, uint32_t value) {
  EXPECTS(value < UINT32_MAX);
  uint64_t i;
  unsigned k = rows_segment(value, &i);
  _Atomic uint64_t *segment =
      atomic_load_explicit(&r->segments[k], memory_order_acquire);
  return segment ? atomic_load_explicit(&segment[i], memory_order_acquire) : 0;
}

/* Call under a lock of the caller's. */
void rows_set(struct rows *r, uint32_t value, uint64_t number);
void rows_free(struct rows *r);
uint64_t rows_bytes(const struct rows *r);

#endif
