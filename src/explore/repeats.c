#include "explore/repeats.h"

#include "base/hash.h"
#include "base/stress.h"
#include "explore/expand.h"

enum { FEW = STRESSED(2, 64) };

/* Which of the records that are kept is like this one; if none is, it is the
 * next of them.  Few are looked through, many are found by a hash. */
static size_t find_kept(struct expander *x, const uint64_t *record,
                        size_t kept) {
  const size_t words = x->layout->words, mask = x->kept_slots.len - 1;
  const uint64_t *at = x->records.at;
  size_t j = 0;
  if (!x->kept_slots.len) {
    while (j < kept && !same_words(at + j * words, record, words))
      j++;
    return j;
  }
  uint32_t *slots = x->kept_slots.at;
  size_t k = hash_words(record, words) & mask;
  for (; slots[k]; k = (k + 1) & mask) {
    j = slots[k] - 1;
    if (same_words(at + j * words, record, words))
      return j;
  }
  slots[k] = (uint32_t)kept + 1;
  return kept;
}

static void open_slots(struct expander *x, size_t records) {
  size_t cap = 2 * FEW;
  vec_clear(&x->kept_slots);
  if (records <= FEW)
    return;
  while (cap < 2 * records)
    cap *= 2;
  vec_resize(&x->kept_slots, cap);
  find_kept(x, x->records.at, 0);
}

void repeats_drop(struct expander *x) {
  size_t words = x->layout->words, kept = 1;
  uint64_t *at = x->records.at;
  open_slots(x, x->records.len / words);
  for (size_t i = 1; i < x->records.len / words; i++) {
    size_t j = find_kept(x, at + i * words, kept);
    if (x->sets)
      x->record_sleeps.at[j] =
          x->record_sleeps.at[i] & (j < kept ? x->record_sleeps.at[j] : ~0ull);
    if (j < kept)
      continue;
    for (size_t k = 0; k < words; k++)
      at[kept * words + k] = at[i * words + k];
    if (x->keep_steps)
      x->record_steps.at[kept] = x->record_steps.at[i];
    kept++;
  }
  if (x->records.len) {
    x->records.len = kept * words;
    if (x->keep_steps)
      x->record_steps.len = kept;
    if (x->sets)
      x->record_sleeps.len = kept;
  }
}
