/* field: arithmetic in the finite field of q = p^n elements, by tables.
 * Elements are the numbers 0..q-1 (0 and 1 are what they should be). */
#ifndef COVER_FIELD_H
#define COVER_FIELD_H

#include <stdbool.h>
#include <stdint.h>

struct field {
  uint32_t q;
  uint16_t *add, *mul; /* [q][q] */
};

enum { FIELD_MOST = 128 };

/* The least prime power that is at least n, or 0 when above FIELD_MOST. */
uint32_t field_at_least(uint32_t n);
/* q must be a prime power. */
void field_open(struct field *f, uint32_t q);
void field_close(struct field *f);

#endif
