#include "explore/rising.h"

#include "base/sound.h"
#include "base/stress.h"

enum {
  MARK_EVERY = STRESSED(3, 128),
  ONES = STRESSED(2, 12), /* so many: the step is kept whole */
  LOW_MOST = 40,
};

static void put_bits(struct rising *r, uint64_t bits, unsigned count) {
  const size_t word = r->bits / 64;
  const unsigned skip = r->bits % 64;
  if (r->words.len < word + 3) /* the last is only read */
    vec_resize(&r->words, word + 3);
  r->words.at[word] |= bits << skip;
  if (skip + count > 64)
    r->words.at[word + 1] = bits >> (64 - skip);
  r->bits += count;
}

/* The 64 bits from this one on. */
static inline uint64_t bits_at(const struct rising *r, uint64_t bit) {
  const uint64_t *at = r->words.at + bit / 64;
  const unsigned skip = bit % 64;
  return at[0] >> skip | at[1] << 1 << (63 - skip);
}

/* The lower bits that suit the steps since the last mark: the average step is
 * about as often above them as not. */
static unsigned low_bits(const struct rising *r) {
  const uint64_t mean = r->sum / MARK_EVERY;
  const unsigned low = mean ? 63 - (unsigned)__builtin_clzll(mean) : 0;
  return low < LOW_MOST ? low : LOW_MOST;
}

void rising_push(struct rising *r, uint64_t value) {
  const uint64_t step = value - r->last;
  if (r->count % MARK_EVERY == 0) {
    const struct rising_mark mark = {r->bits, low_bits(r), value};
    vec_push(&r->marks, mark);
    r->sum = 0;
  } else {
    const unsigned low = (unsigned)vec_last(&r->marks)->low;
    const uint64_t ones = step >> low;
    if (ones < ONES) {
      put_bits(r, ((uint64_t)1 << ones) - 1, (unsigned)ones + 1);
      put_bits(r, step & (((uint64_t)1 << low) - 1), low);
    } else {
      put_bits(r, ((uint64_t)1 << ONES) - 1, ONES);
      put_bits(r, step, 64);
    }
    r->sum += value < r->last ? 0 : step;
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
    c->bit = mark->bit;
    c->low = (unsigned)mark->low;
    c->value = mark->value;
  } else {
    const uint64_t bits = bits_at(c->of, c->bit);
    const unsigned ones = (unsigned)__builtin_ctzll(~bits | 1ull << ONES);
    if (ones < ONES) {
      const uint64_t lower = bits >> (ones + 1);
      c->value +=
          ((uint64_t)ones << c->low) | (lower & (((uint64_t)1 << c->low) - 1));
      c->bit += ones + 1 + c->low;
    } else {
      c->value += bits_at(c->of, c->bit + ONES);
      c->bit += ONES + 64;
    }
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
  return r->words.len * sizeof *r->words.at +
         r->marks.len * sizeof *r->marks.at;
}

void rising_free(struct rising *r) {
  vec_free(&r->words);
  vec_free(&r->marks);
  *r = (struct rising){0};
}
