#include "explore/cleary.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/alloc.h"
#include "base/stress.h"

__extension__ typedef unsigned __int128 wide;

enum {
  SLOTS = 15,
  HEAD = 1 + SLOTS, /* bytes: how many, and one of each */
  FAR_BITS = 3,
  FAR = 1 << FAR_BITS, /* buckets in which a state may be */
  FIRST_BUCKETS = STRESSED(2, 64),
  WIDTH_MIN = 32,        /* enough for as many buckets as there may be */
  WAY = STRESSED(4, 64), /* states that are moved for one */
  LOW = 512,             /* buckets that are set aside while a table grows */
  LARGE = STRESSED(1 << 10, 1 << 20), /* bytes */
  SMALL = 65, /* bytes of a bucket that is in two lines, at most */
  SLACK = 16, /* bytes behind the last bucket that may be read */
  WORTH = 16, /* part of a table by which it grows, at least */
  RELEASE = STRESSED(4 << 10, 2 << 20),
};

/* --- numbers -------------------------------------------------------------- */

/* What an odd number has to be multiplied by to give 1, of 64 bits: each
 * round doubles the bits that are right. */
static uint64_t inverse_of(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 5; i++)
    x *= 2 - odd * x;
  return x;
}

void cleary_key_open(struct cleary_key *k, const struct layout *l) {
  EXPECTS(l->words);
  *k = (struct cleary_key){.words = l->words};
  k->bits = alloc_zero(l->words, sizeof *k->bits);
  for (part_id i = 0; i < l->count; i++) {
    const struct layout_field *f = &l->at[i];
    unsigned end = f->width ? f->shift + f->width : 0;
    if (end > k->bits[f->word])
      k->bits[f->word] = (uint8_t)end;
  }
  for (size_t i = 1; i < l->words; i++)
    k->others += k->bits[i];
  k->width = k->bits[0] < WIDTH_MIN ? WIDTH_MIN : k->bits[0];
  k->shift = (k->width + 1) / 2;
  k->mask = ~(uint64_t)0 >> (64 - k->width);
  k->one = inverse_of(CLEARY_ONE);
  k->two = inverse_of(CLEARY_TWO);
}

void cleary_key_close(struct cleary_key *k) {
  free(k->bits);
  *k = (struct cleary_key){0};
}

/* The first word of the state that has this number and these other words.
 * Shifting by half the bits and more is its own inverse. */
static uint64_t first_word(const struct cleary_key *k, uint64_t x,
                           const uint64_t *words) {
  x ^= x >> k->shift;
  x = x * k->two & k->mask;
  x ^= x >> k->shift;
  x = x * k->one & k->mask;
  x ^= x >> k->shift;
  if (k->words > 1)
    x ^= hash_words(words + 1, k->words - 1) & k->mask;
  return x;
}

/* --- places --------------------------------------------------------------- */

static unsigned bits_of(wide n) {
  uint64_t upper = (uint64_t)(n >> 64);
  if (upper)
    return 128 - (unsigned)__builtin_clzll(upper);
  return (uint64_t)n ? 64 - (unsigned)__builtin_clzll((uint64_t)n) : 0;
}

/* A bucket has 2^width / buckets numbers; where it begins is rounded, and so
 * a few less (base_of). */
static struct cleary_shape shape_of(const struct cleary_key *k,
                                    size_t buckets) {
  EXPECTS(buckets > 1);
  struct cleary_shape s = {.buckets = buckets, .align = 64 - k->width};
  unsigned log = 63 - (unsigned)__builtin_clzll(buckets);
  s.inverse = (uint64_t)(((wide)1 << (63 + log)) / buckets);
  s.up = 63 - log;
  unsigned left = bits_of(((wide)1 << k->width) / buckets + 16);
  s.rest = FAR_BITS + (left > 8 ? left - 8 : 0);
  s.mask = ~(uint64_t)0 >> (64 - s.rest);
  s.entry = s.rest + k->others;
  s.bytes = HEAD + ((size_t)SLOTS * s.entry + 7) / 8;
  return s;
}

static inline size_t bucket_of(const struct cleary_shape *s, uint64_t number) {
  return (size_t)((wide)(number << s->align) * s->buckets >> 64);
}

/* A number that is at most the first of the bucket, and hardly less: the same
 * whenever it is asked for, which is all that matters. */
static inline uint64_t base_of(const struct cleary_shape *s, size_t bucket) {
  wide scaled = (wide)((uint64_t)bucket << s->up) * s->inverse;
  return (uint64_t)(scaled >> 64) << 2 >> s->align;
}

/* With those behind the last that it hands on to. */
static size_t shape_bytes(const struct cleary_shape *s) {
  return (s->buckets + FAR) * s->bytes;
}

/* --- bits ----------------------------------------------------------------- */

static inline uint64_t get_bits(const uint8_t *at, size_t bit, unsigned count) {
  unsigned skip = bit % 8;
  uint64_t word;
  memcpy(&word, at + bit / 8, 8);
  word >>= skip;
  if (skip + count > 64)
    word |= (uint64_t)at[bit / 8 + 8] << (64 - skip);
  return count ? word & ~(uint64_t)0 >> (64 - count) : 0;
}

/* Into bits that are 0, as are all behind them up to `end`, a byte.  Only one
 * byte that was written a moment ago is read: reading more of them than one
 * store wrote would wait for it. */
static inline void put_bits(uint8_t *at, size_t end, size_t bit, unsigned count,
                            uint64_t value) {
  unsigned skip = bit % 8;
  size_t i = bit / 8;
  uint64_t first = at[i] | value << skip;
  if (i + 8 <= end) {
    memcpy(at + i, &first, 8);
    if (skip + count > 64)
      at[i + 8] = (uint8_t)(value >> (64 - skip));
    return;
  }
  for (unsigned done = 0; done < skip + count && i < end; done += 8, i++) {
    at[i] = (uint8_t)first;
    first >>= 8;
  }
}

/* --- buckets -------------------------------------------------------------- */

/* Which states of the bucket have this byte, as bits. */
static unsigned matches(const uint8_t *bucket, uint8_t byte) {
  unsigned there = (1u << bucket[0]) - 1;
#ifdef __SSE2__
  __m128i bytes = _mm_loadu_si128((const __m128i *)bucket);
  __m128i wanted = _mm_set1_epi32((int)(byte * 0x01010101u));
  __m128i equal = _mm_cmpeq_epi8(bytes, wanted);
  return (unsigned)_mm_movemask_epi8(equal) >> 1 & there;
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < SLOTS; i++)
    bits |= (unsigned)(bucket[1 + i] == byte) << i;
  return bits & there;
#endif
}

static bool same_others(const struct cleary *t, const uint8_t *bucket,
                        unsigned slot, const uint64_t *words) {
  const struct cleary_key *k = t->key;
  size_t bit = (size_t)slot * t->shape.entry + t->shape.rest;
  for (size_t i = 1; i < k->words; bit += k->bits[i++])
    if (get_bits(bucket + HEAD, bit, k->bits[i]) != words[i])
      return false;
  return true;
}

static inline void write_entry(const struct cleary *t, uint8_t *bucket,
                               uint8_t byte, uint64_t rest,
                               const uint64_t *words) {
  const struct cleary_key *k = t->key;
  unsigned slot = bucket[0]++;
  size_t bit = (size_t)slot * t->shape.entry;
  bucket[1 + slot] = byte;
  size_t end = t->shape.bytes - HEAD;
  put_bits(bucket + HEAD, end, bit, t->shape.rest, rest);
  bit += t->shape.rest;
  for (size_t i = 1; i < k->words; bit += k->bits[i++])
    put_bits(bucket + HEAD, end, bit, k->bits[i], words[i]);
}

/* In the first bucket that has room, from this one on, where it is `left`
 * behind the first number; false: they are full. */
static inline bool enter(const struct cleary *t, uint8_t *at, uint64_t left,
                         const uint64_t *words) {
  for (unsigned far = 0; far < FAR; far++, at += t->shape.bytes)
    if (at[0] < SLOTS) {
      write_entry(t, at, (uint8_t)left, left >> 8 << FAR_BITS | far, words);
      return true;
    }
  return false;
}

/* The number and the other words of a state of this bucket, whose bytes are
 * here. */
static inline uint64_t read_entry(const struct cleary_key *k,
                                  const struct cleary_shape *s,
                                  const uint8_t *at, size_t bucket,
                                  unsigned slot, uint64_t *words) {
  size_t bit = (size_t)slot * s->entry;
  uint64_t rest = get_bits(at + HEAD, bit, s->rest);
  size_t home = bucket - (rest & (FAR - 1));
  uint64_t number = base_of(s, home) + (rest >> FAR_BITS << 8 | at[1 + slot]);
  bit += s->rest;
  for (size_t i = 1; i < k->words; bit += k->bits[i++])
    words[i] = get_bits(at + HEAD, bit, k->bits[i]);
  return number;
}

/* --- growing -------------------------------------------------------------- */

struct cleary_place {
  size_t bucket;
  unsigned slot;
};

/* Bits of any value. */
static void set_bits(uint8_t *at, size_t bit, unsigned count, uint64_t value) {
  for (unsigned i = 0; i < count; i++, bit++) {
    uint8_t one = (uint8_t)(1 << bit % 8);
    at[bit / 8] =
        (uint8_t)(value >> i & 1 ? at[bit / 8] | one : at[bit / 8] & ~one);
  }
}

static void set_entry(struct cleary *t, const struct cleary_place *p,
                      uint8_t byte, uint64_t rest, const uint64_t *words) {
  const struct cleary_key *k = t->key;
  uint8_t *bucket = (uint8_t *)t->pages.at + p->bucket * t->shape.bytes;
  size_t bit = (size_t)p->slot * t->shape.entry;
  bucket[1 + p->slot] = byte;
  set_bits(bucket + HEAD, bit, t->shape.rest, rest);
  bit += t->shape.rest;
  for (size_t i = 1; i < k->words; bit += k->bits[i++])
    set_bits(bucket + HEAD, bit, k->bits[i], words[i]);
}

/* A state that may go on to the bucket `to`, the farther back the better: its
 * bucket and slot; false: there is none. */
static bool find_mover(const struct cleary *t, size_t to, size_t *bucket,
                       unsigned *slot) {
  const struct cleary_shape *s = &t->shape;
  for (size_t b = to > FAR - 1 ? to - (FAR - 1) : 0; b < to; b++) {
    const uint8_t *at = (const uint8_t *)t->pages.at + b * s->bytes;
    for (unsigned i = 0; i < at[0]; i++) {
      size_t far = get_bits(at + HEAD, (size_t)i * s->entry, FAR_BITS);
      if (b - far + FAR > to) {
        *bucket = b;
        *slot = i;
        return true;
      }
    }
  }
  return false;
}

/* All buckets where the state might be are full: others go on, one after the
 * other, from where the next free slot is, until there is room for it
 * (Herlihy, Shavit and Tzafrir, 2008).  All buckets in between stay full, so
 * what is looked for is still found.  These are the places in question, the
 * free slot first; returns how many, or 0: it cannot be had. */
static unsigned find_way(const struct cleary *t, size_t home,
                         struct cleary_place *way) {
  const uint8_t *base = t->pages.at;
  size_t free = home + FAR, end = t->shape.buckets + FAR;
  while (free < end && base[free * t->shape.bytes] == SLOTS)
    free++;
  if (free >= end)
    return 0;
  way[0] = (struct cleary_place){free, base[free * t->shape.bytes]};
  for (unsigned n = 1; n < WAY; n++) {
    if (!find_mover(t, way[n - 1].bucket, &way[n].bucket, &way[n].slot))
      return 0;
    if (way[n].bucket - home < FAR)
      return n + 1;
  }
  return 0;
}

static bool make_way(struct cleary *t, size_t home, uint64_t left,
                     const uint64_t *words) {
  struct cleary_place way[WAY];
  const struct cleary_shape *s = &t->shape;
  uint8_t *base = t->pages.at;
  unsigned n = find_way(t, home, way);
  if (!n)
    return false;
  uint64_t *moved = alloc_zero(t->key->words, sizeof *moved);
  base[way[0].bucket * s->bytes]++;
  for (unsigned i = 0; i + 1 < n; i++) {
    const struct cleary_place *to = &way[i], *from = &way[i + 1];
    const uint8_t *at = base + from->bucket * s->bytes;
    uint64_t rest = get_bits(at + HEAD, (size_t)from->slot * s->entry, s->rest);
    read_entry(t->key, s, at, from->bucket, from->slot, moved);
    set_entry(t, to, at[1 + from->slot], rest + (to->bucket - from->bucket),
              moved);
  }
  set_entry(t, &way[n - 1], (uint8_t)left,
            left >> 8 << FAR_BITS | (way[n - 1].bucket - home), words);
  free(moved);
  return true;
}

static bool has_room_in(size_t buckets, size_t entries) {
  return entries * 20 < buckets * SLOTS * 17;
}

/* States for which there was no room: hardly ever any. */
struct spilt {
  VEC(uint64_t) at; /* the number, the words */
};

/* The states of the old table, from its end; what is behind `clean` is all of
 * the new one.  A state moves up by a share of what lies before it, so it
 * meets nothing that was not read yet, but at the very beginning, which was
 * set aside. */
static void spread_out(struct cleary *t, const struct cleary_shape *old,
                       const uint8_t *low, uint64_t *words,
                       struct spilt *spilt) {
  uint8_t *base = t->pages.at;
  size_t clean = shape_bytes(old);
  for (size_t b = old->buckets + FAR; b-- > 0;) {
    const uint8_t *at = (b < LOW ? low : base) + b * old->bytes;
    for (unsigned i = at[0]; i-- > 0;) {
      uint64_t number = read_entry(t->key, old, at, b, i, words);
      size_t to = bucket_of(&t->shape, number);
      size_t place = to * t->shape.bytes;
      assert(b < LOW || place >= (b + 1) * old->bytes);
      if (place < clean) {
        memset(base + place, 0, clean - place);
        clean = place;
      }
      if (enter(t, base + place, number - base_of(&t->shape, to), words))
        continue;
      vec_push(&spilt->at, number);
      for (size_t k = 0; k < t->key->words; k++)
        vec_push(&spilt->at, words[k]);
    }
  }
  memset(base, 0, clean);
}

/* By half; by less, but a quarter, when fewer are likely to come. */
static size_t next_size(size_t buckets, size_t likely) {
  size_t most = buckets / 2 + 1, least = buckets / 4 + 1;
  size_t more = likely / SLOTS;
  return buckets + (more < least ? least : more > most ? most : more);
}

/* What there is room for, if it is worth the work, or 0.  (The more buckets the
 * smaller they are.) */
static size_t within_room(const struct cleary *t, size_t buckets,
                          size_t entries) {
  const struct cleary_shape *s = &t->shape;
  const size_t more = s->buckets ? t->room / s->bytes : SIZE_MAX;
  if (buckets <= s->buckets || buckets - s->buckets <= more)
    return buckets;
  const size_t most = s->buckets + more;
  return more > s->buckets / WORTH && has_room_in(most, entries) ? most : 0;
}

static bool grow(struct cleary *t, size_t entries, size_t likely) {
  struct cleary_shape old = t->shape;
  size_t buckets = old.buckets ? next_size(old.buckets, likely) : FIRST_BUCKETS;
  while (!has_room_in(buckets, entries))
    buckets = next_size(buckets, likely);
  buckets = within_room(t, buckets, entries);
  if (!buckets)
    return false;
  struct cleary_shape shape = shape_of(t->key, buckets);
  size_t bytes = shape_bytes(&shape) + SLACK;
  /* One that begins large gets large pages at once: what was mapped in small
   * ones stays so. */
  if (!pages_reserve(&t->pages,
                     old.buckets || bytes < LARGE ? bytes : 8 * bytes))
    return false;
  t->shape = shape;
  if (!old.buckets)
    return true;
  size_t low = old.buckets + FAR < LOW ? old.buckets + FAR : LOW;
  uint8_t *aside = alloc_zero(low * old.bytes + SLACK, 1);
  uint64_t *words = alloc_zero(t->key->words, sizeof *words);
  struct spilt spilt = {0};
  bool ok = true;
  memcpy(aside, t->pages.at, low * old.bytes);
  pages_touch(&t->pages, shape_bytes(&old), shape_bytes(&shape));
  spread_out(t, &old, aside, words, &spilt);
  t->len -= spilt.at.len / (t->key->words + 1);
  for (size_t i = 0; ok && i < spilt.at.len; i += t->key->words + 1)
    ok = cleary_add(t, spilt.at.at[i], spilt.at.at + i + 1) == CLEARY_NEW;
  vec_free(&spilt.at);
  free(words);
  free(aside);
  return ok;
}

/* --- the table ------------------------------------------------------------ */

void cleary_open(struct cleary *t, const struct cleary_key *k) {
  *t = (struct cleary){.key = k, .room = SIZE_MAX};
}

void cleary_close(struct cleary *t) {
  pages_free(&t->pages);
  *t = (struct cleary){0};
}

uint64_t cleary_bytes(const struct cleary *t) {
  return t->shape.buckets ? shape_bytes(&t->shape) : 0;
}

bool cleary_reserve(struct cleary *t, size_t more, size_t likely) {
  return has_room_in(t->shape.buckets, t->len + more) ||
         grow(t, t->len + more, likely);
}

static uint8_t *bucket_at(const struct cleary *t, uint64_t number) {
  EXPECTS(t->shape.buckets);
  size_t bucket = bucket_of(&t->shape, number);
  return (uint8_t *)t->pages.at + bucket * t->shape.bytes;
}

void cleary_prefetch(const struct cleary *t, uint64_t number) {
  const uint8_t *at = bucket_at(t, number);
  __builtin_prefetch(at, 1);
  if (t->shape.bytes <= SMALL)
    __builtin_prefetch(at + t->shape.bytes - 1, 1);
}

void cleary_prefetch_rest(const struct cleary *t, uint64_t number) {
  const struct cleary_shape *s = &t->shape;
  if (s->bytes <= SMALL)
    return;
  const uint8_t *at = bucket_at(t, number);
  size_t bucket = bucket_of(s, number);
  uint8_t byte = (uint8_t)(number - base_of(s, bucket));
  unsigned hits = matches(at, byte), slot = at[0];
  if (hits)
    slot = (unsigned)__builtin_ctz(hits);
  __builtin_prefetch(at + HEAD + (size_t)slot * s->entry / 8, 1);
}

/* Is it this one of the bucket? */
static inline bool is_entry(const struct cleary *t, const uint8_t *at,
                            unsigned slot, uint64_t rest,
                            const uint64_t *words) {
  const struct cleary_shape *s = &t->shape;
  size_t bit = (size_t)slot * s->entry;
  if (s->rest > 57) {
    if (get_bits(at + HEAD, bit, s->rest) != rest)
      return false;
  } else {
    uint64_t word;
    memcpy(&word, at + HEAD + bit / 8, 8);
    if ((word >> bit % 8 & s->mask) != rest)
      return false;
  }
  return t->key->words == 1 || same_others(t, at, slot, words);
}

enum cleary_answer cleary_add(struct cleary *t, uint64_t number,
                              const uint64_t *words) {
  const struct cleary_shape *s = &t->shape;
  EXPECTS(s->buckets && number <= t->key->mask);
  size_t bucket = bucket_of(s, number);
  uint64_t left = number - base_of(s, bucket);
  uint64_t rest = left >> 8 << FAR_BITS, end = rest + FAR;
  uint8_t *at = (uint8_t *)t->pages.at + bucket * s->bytes;
  for (; rest < end; rest++, at += s->bytes) {
    for (unsigned hits = matches(at, (uint8_t)left); hits; hits &= hits - 1)
      if (is_entry(t, at, (unsigned)__builtin_ctz(hits), rest, words))
        return CLEARY_KNOWN;
    if (at[0] < SLOTS) {
      write_entry(t, at, (uint8_t)left, rest, words);
      t->len++;
      return CLEARY_NEW;
    }
  }
  if (make_way(t, bucket, left, words)) {
    t->len++;
    return CLEARY_NEW;
  }
  return grow(t, t->len, t->len) ? cleary_add(t, number, words) : CLEARY_FULL;
}

/* Those of a bucket; words: scratch. */
static bool give_bucket(const struct cleary *t, size_t bucket, uint64_t *words,
                        cleary_take *take, void *ctx) {
  const uint8_t *at = (const uint8_t *)t->pages.at + bucket * t->shape.bytes;
  bool ok = true;
  for (unsigned i = 0; ok && i < at[0]; i++) {
    uint64_t number = read_entry(t->key, &t->shape, at, bucket, i, words);
    words[0] = first_word(t->key, number, words);
    ok = take(ctx, words);
  }
  return ok;
}

static size_t bucket_count(const struct cleary *t) {
  return t->shape.buckets ? t->shape.buckets + FAR : 0;
}

bool cleary_drain(struct cleary *t, cleary_take *take, void *ctx) {
  uint64_t *words = alloc_zero(t->key->words, sizeof *words);
  size_t end = cleary_bytes(t);
  bool ok = true;
  for (size_t b = bucket_count(t); b-- > 0;) {
    ok = ok && give_bucket(t, b, words, take, ctx);
    if (end - b * t->shape.bytes >= RELEASE) {
      pages_drop(&t->pages, b * t->shape.bytes, t->pages.bytes);
      end = b * t->shape.bytes;
    }
  }
  free(words);
  cleary_close(t);
  return ok;
}

bool cleary_each(const struct cleary *t, cleary_take *take, void *ctx) {
  uint64_t *words = alloc_zero(t->key->words, sizeof *words);
  bool ok = true;
  for (size_t b = bucket_count(t); ok && b-- > 0;)
    ok = give_bucket(t, b, words, take, ctx);
  free(words);
  return ok;
}

const char *cleary_sound(struct cleary *t) {
  uint64_t *words = alloc_zero(t->key->words, sizeof *words);
  const char *wrong = NULL;
  size_t count = 0, buckets = t->shape.buckets ? t->shape.buckets + FAR : 0;
  for (size_t b = 0; b < buckets && !wrong; b++) {
    const uint8_t *at = (const uint8_t *)t->pages.at + b * t->shape.bytes;
    if (at[0] > SLOTS)
      wrong = "a bucket has more states than slots";
    for (unsigned i = 0; !wrong && i < at[0]; i++, count++) {
      uint64_t number = read_entry(t->key, &t->shape, at, b, i, words);
      words[0] = first_word(t->key, number, words);
      if ((t->key->bits[0] < 64 && words[0] >> t->key->bits[0]) ||
          cleary_number(t->key, words) != number ||
          cleary_add(t, number, words) != CLEARY_KNOWN)
        wrong = "a state is not found where it is";
    }
  }
  if (!wrong && count != t->len)
    wrong = "the table has other states than were added";
  free(words);
  return wrong;
}
