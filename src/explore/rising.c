#include "explore/rising.h"

#include "base/sound.h"
#include "base/stress.h"

enum { MARK_EVERY = STRESSED(3, 64) };

void rising_push(struct rising *r, uint64_t value) {
  uint64_t step = value - r->last;
  uint64_t folded = step << 1 ^ -(step >> 63); /* down: as odd numbers */
  if (r->count % MARK_EVERY == 0) {
    struct rising_mark mark = {r->bytes.len, value};
    vec_push(&r->marks, mark);
  } else {
    vec_reserve(&r->bytes, r->bytes.len + RISING_MOST);
    uint8_t *end = rising_put(r->bytes.at + r->bytes.len, folded);
    r->bytes.len = (size_t)(end - r->bytes.at);
  }
  r->last = value;
  r->count++;
}

uint64_t rising_get(const struct rising *r, uint64_t i) {
  EXPECTS(i < r->count);
  const struct rising_mark *mark = &r->marks.at[i / MARK_EVERY];
  const uint8_t *at = r->bytes.at + mark->at;
  uint64_t value = mark->value, folded;
  for (uint64_t k = i % MARK_EVERY; k; k--) {
    at = rising_take(at, &folded);
    value += folded >> 1 ^ -(folded & 1);
  }
  return value;
}

uint64_t rising_find(const struct rising *r, uint64_t begin, uint64_t end,
                     uint64_t value) {
  uint64_t lo = begin, hi = end;
  while (lo < hi) {
    uint64_t middle = lo + (hi - lo) / 2;
    if (rising_get(r, middle) < value)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo < end && rising_get(r, lo) == value ? lo : end;
}

uint64_t rising_bytes(const struct rising *r) {
  return r->bytes.len + r->marks.len * sizeof *r->marks.at;
}

void rising_free(struct rising *r) {
  vec_free(&r->bytes);
  vec_free(&r->marks);
  *r = (struct rising){0};
}
