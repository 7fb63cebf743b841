/* count: numbers of what is counted without being listed (a set, the states
 * that one stands for), which stop at UINT64_MAX: at least so many.  None ever
 * wraps: that of what was found would be none. */
#ifndef BASE_COUNT_H
#define BASE_COUNT_H

#include <stdint.h>

static inline uint64_t count_plus(uint64_t a, uint64_t b) {
  return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

static inline uint64_t count_times(uint64_t a, uint64_t b) {
  return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static inline void count_add(uint64_t *n, uint64_t more) {
  *n = count_plus(*n, more);
}

#endif
