#include "explore/recent.h"

#include <string.h>

#include "base/alloc.h"

void recent_open(struct recent *r, size_t words, uint64_t tail, size_t bytes) {
  size_t slots = 1;
  r->words = words;
  r->slot = words + (tail == ~(uint64_t)0);
  while (slots * 2 * r->slot * sizeof *r->at <= bytes)
    slots *= 2;
  r->at = alloc_zero(slots * r->slot, sizeof *r->at);
  r->mask = slots - 1;
  memset(r->at, 0xff, slots * r->slot * sizeof *r->at);
}

void recent_close(struct recent *r) {
  free(r->at);
  *r = (struct recent){0};
}
