#include "explore/sorter.h"

#include <string.h>

#include "base/stress.h"
#include "base/vec.h"

bool sorter_reserve(struct sorter *s, size_t records) {
  return pages_reserve(&s->pages, records * s->words * sizeof(uint64_t));
}

void sorter_close(struct sorter *s) {
  pages_free(&s->pages);
  *s = (struct sorter){0};
}

/* A byte by which records are told apart, the most significant first. */
struct digit {
  uint32_t word;
  uint8_t shift;
};

struct order {
  VEC(struct digit) digits;
  size_t words;       /* of a record */
  size_t first, last; /* words that count, the last most */
};

enum { FEW = STRESSED(3, 24), BYTES = 256 };

static inline unsigned digit_of(const uint64_t *record, struct digit d) {
  return (unsigned)(record[d.word] >> d.shift & (BYTES - 1));
}

static bool is_less(const struct order *o, const uint64_t *a,
                    const uint64_t *b) {
  size_t i = o->last;
  while (i > o->first && a[i] == b[i])
    i--;
  return a[i] < b[i];
}

static inline void swap(uint64_t *a, uint64_t *b, size_t words) {
  for (size_t i = 0; i < words; i++) {
    uint64_t x = a[i];
    a[i] = b[i];
    b[i] = x;
  }
}

static void sort_few(const struct order *o, uint64_t *at, size_t n) {
  for (size_t i = 1; i < n; i++)
    for (size_t j = i;
         j && is_less(o, at + j * o->words, at + (j - 1) * o->words); j--)
      swap(at + j * o->words, at + (j - 1) * o->words, o->words);
}

/* Every record into the part of the array that its byte has: begin[b] to
 * begin[b + 1].  Each swap puts one where it belongs. */
static inline __attribute__((always_inline)) void
spread(uint64_t *at, size_t words, struct digit d, const size_t *begin) {
  size_t next[BYTES];
  memcpy(next, begin, sizeof next);
  for (unsigned b = 0; b < BYTES; b++)
    while (next[b] < begin[b + 1]) {
      uint64_t *record = at + next[b] * words;
      unsigned to = digit_of(record, d);
      if (to == b)
        next[b]++;
      else
        swap(record, at + next[to]++ * words, words);
    }
}

/* Where the records of each byte begin; false: all have the same. */
static bool count(const struct order *o, const uint64_t *at, size_t n,
                  struct digit d, size_t *begin) {
  size_t counts[BYTES] = {0};
  for (size_t i = 0; i < n; i++)
    counts[digit_of(at + i * o->words, d)]++;
  begin[0] = 0;
  for (unsigned b = 0; b < BYTES; b++)
    begin[b + 1] = begin[b] + counts[b];
  return counts[digit_of(at, d)] < n;
}

static void sort_from(const struct order *o, uint64_t *at, size_t n,
                      size_t digit) {
  size_t begin[BYTES + 1];
  if (n <= FEW) {
    sort_few(o, at, n);
    return;
  }
  while (digit < o->digits.len && !count(o, at, n, o->digits.at[digit], begin))
    digit++;
  if (digit == o->digits.len)
    return;
  struct digit d = o->digits.at[digit];
  if (o->words == 2) /* sizes that compilers know */
    spread(at, 2, d, begin);
  else if (o->words == 3)
    spread(at, 3, d, begin);
  else
    spread(at, o->words, d, begin);
  for (unsigned b = 0; b < BYTES; b++)
    if (begin[b + 1] - begin[b] > 1)
      sort_from(o, at + begin[b] * o->words, begin[b + 1] - begin[b],
                digit + 1);
}

/* The bytes in which any two records differ. */
static void find_digits(struct order *o, const uint64_t *at, size_t n) {
  for (size_t w = o->last + 1; w-- > o->first;) {
    uint64_t differs = 0;
    for (size_t i = 1; i < n; i++)
      differs |= at[w] ^ at[i * o->words + w];
    while (differs) {
      int top = 63 - __builtin_clzll(differs);
      struct digit d = {(uint32_t)w, (uint8_t)(top < 7 ? 0 : top - 7)};
      vec_push(&o->digits, d);
      differs &= ((uint64_t)1 << d.shift) - 1;
    }
  }
}

static void sort(struct sorter *s, size_t first, size_t last) {
  struct order o = {.words = s->words, .first = first, .last = last};
  if (s->len < 2)
    return;
  find_digits(&o, s->pages.at, s->len);
  sort_from(&o, s->pages.at, s->len, 0);
  vec_free(&o.digits);
}

static bool same_state(const uint64_t *a, const uint64_t *b, size_t words) {
  for (size_t i = 0; i + 1 < words; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

void sorter_by_state(struct sorter *s) {
  EXPECTS(s->words > 1);
  sort(s, 0, s->words - 2);
  size_t kept = 0, place = s->words - 1;
  for (size_t i = 0; i < s->len; i++) {
    uint64_t *next = sorter_at(s, i), *last = kept ? sorter_at(s, kept - 1) : 0;
    if (last && same_state(last, next, s->words)) {
      last[place] = last[place] < next[place] ? last[place] : next[place];
      continue;
    }
    if (kept != i)
      memcpy(sorter_at(s, kept), next, s->words * sizeof *next);
    kept++;
  }
  s->len = kept;
}

void sorter_by_place(struct sorter *s) {
  sort(s, s->words - 1, s->words - 1);
}
