#include "explore/outcomes.h"

#include <string.h>

#include "base/hash.h"
#include "base/stress.h"

enum { BYTES = STRESSED(64, 32 << 10) }; /* part of the nearest cache */

void outcomes_renew(struct outcomes *o, const struct layout *l,
                    const struct support *supports, uint32_t properties) {
  outcomes_free(o);
  if (!properties)
    return;
  size_t slots = 1;
  while (slots * 2 * (l->words + 1) * sizeof *o->at <= BYTES)
    slots *= 2;
  o->words = l->words;
  o->mask = slots - 1;
  o->at = alloc_zero(slots * (l->words + 1), sizeof *o->at);
  o->masks = alloc_zero(properties * l->words, sizeof *o->masks);
  for (uint32_t i = 0; i < properties; i++)
    for (uint32_t k = 0; k < supports[i].count; k++) {
      const struct layout_field *f = &l->at[supports[i].parts[k]];
      if (f->width)
        o->masks[i * l->words + f->word] |= ~(uint64_t)0 >> (64 - f->width)
                                                                << f->shift;
    }
}

void outcomes_forget(struct outcomes *o) {
  if (o->at)
    memset(o->at, 0, (o->mask + 1) * (o->words + 1) * sizeof *o->at);
}

void outcomes_free(struct outcomes *o) {
  free(o->at);
  free(o->masks);
  *o = (struct outcomes){0};
}

uint64_t *outcomes_slot(struct outcomes *o, uint32_t property,
                        const uint64_t *words) {
  const uint64_t *mask = o->masks + property * o->words;
  uint64_t name = (uint64_t)(property + 1) << 2, hash = name;
  for (size_t i = 0; i < o->words; i++)
    hash = hash_fold(hash ^ (words[i] & mask[i]), 0x9e3779b97f4a7c15u);
  uint64_t *slot = o->at + (hash & o->mask) * (o->words + 1);
  bool same = (slot[0] & ~(uint64_t)3) == name;
  for (size_t i = 0; same && i < o->words; i++)
    same = slot[1 + i] == (words[i] & mask[i]);
  if (same)
    return slot;
  slot[0] = name;
  for (size_t i = 0; i < o->words; i++)
    slot[1 + i] = words[i] & mask[i];
  return slot;
}
