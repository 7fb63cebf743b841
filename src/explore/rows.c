#include "explore/rows.h"

#include "base/alloc.h"

void rows_set(struct rows *r, uint32_t value, uint64_t number) {
  uint64_t i;
  unsigned k = rows_segment(value, &i);
  if (!r->segments[k])
    r->segments[k] =
        alloc_zero((size_t)ROWS_FIRST << k, sizeof(_Atomic uint64_t));
  atomic_store_explicit(&r->segments[k][i], number, memory_order_release);
}

void rows_free(struct rows *r) {
  for (unsigned k = 0; k < ROWS_SEGMENTS; k++) {
    free(r->segments[k]);
    r->segments[k] = NULL;
  }
}

uint64_t rows_bytes(const struct rows *r) {
  uint64_t bytes = 0;
  for (unsigned k = 0; k < ROWS_SEGMENTS; k++)
    if (r->segments[k])
      bytes += ((uint64_t)ROWS_FIRST << k) * sizeof(uint64_t);
  return bytes;
}
