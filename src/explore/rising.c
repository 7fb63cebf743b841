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

struct rising_cursor rising_from(const struct rising *r, uint64_t i) {
  struct rising_cursor c = {.of = r, .i = i - i % MARK_EVERY};
  while (c.i < i)
    rising_next(&c);
  return c;
}

uint64_t rising_next(struct rising_cursor *c) {
  EXPECTS(c->i < c->of->count);
  if (c->i % MARK_EVERY == 0) {
    const struct rising_mark *mark = &c->of->marks.at[c->i / MARK_EVERY];
    c->at = mark->at;
    c->value = mark->value;
  } else {
    uint64_t folded;
    const uint8_t *at = rising_take(c->of->bytes.at + c->at, &folded);
    c->at = (uint64_t)(at - c->of->bytes.at);
    c->value += folded >> 1 ^ -(folded & 1);
  }
  c->i++;
  return c->value;
}

uint64_t rising_get(const struct rising *r, uint64_t i) {
  EXPECTS(i < r->count);
  struct rising_cursor c = rising_from(r, i);
  return rising_next(&c);
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
