#include "explore/recent.h"

#include "base/alloc.h"

void recent_open(struct recent *r, size_t words, size_t bytes) {
  size_t slots = 1;
  while (slots * 2 * (words + 1) * sizeof *r->at <= bytes)
    slots *= 2;
  r->at = alloc_zero(slots * (words + 1), sizeof *r->at);
  r->words = words;
  r->mask = slots - 1;
}

void recent_close(struct recent *r) {
  free(r->at);
  *r = (struct recent){0};
}
