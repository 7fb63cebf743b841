#include "explore/store.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/archive.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "packed states are the first bytes of their words");
_Static_assert(sizeof(struct bucket) == 64, "a bucket is a cache line");

enum {
  FIRST_BUCKETS = STRESSED(1, 512),
  WORTH = 8, /* part of a table by which it grows, at least */
  RELEASE = STRESSED(64, 1 << 20), /* bytes of states, dropped at once */
};

void store_open(struct store *s, const struct layout *l, unsigned divisions,
                bool plain_parents, unsigned sleep_bytes) {
  EXPECTS(l && l->bytes && divisions);
  EXPECTS(sleep_bytes <= sizeof(uint64_t));
  *s = (struct store){.layout = l,
                      .division_count = divisions,
                      .plain_parents = plain_parents,
                      .sleep_bytes = sleep_bytes,
                      .room = UINT64_MAX};
  s->divisions = alloc_apart(divisions, sizeof *s->divisions);
}

void store_close(struct store *s) {
  for (unsigned i = 0; i < s->division_count; i++)
    pages_free(&s->divisions[i].pages);
  free(s->divisions);
  pages_free(&s->states);
  pages_free(&s->parents);
  pages_free(&s->sleeps);
  descent_close(&s->descent);
  store_close_sets(s);
}

void store_room(struct store *s, uint64_t bytes) {
  s->room = bytes;
  for (unsigned i = 0; s->forgets && i < s->division_count; i++)
    s->sets[i].set.room = bytes / s->division_count;
}

uint64_t store_bytes(const struct store *s) {
  uint64_t bytes = (uint64_t)(s->count - s->first) * s->layout->bytes;
  bytes += s->plain_parents ? (uint64_t)s->count * sizeof(state_id)
                            : descent_bytes(&s->descent);
  for (unsigned i = 0; s->forgets && i < s->division_count; i++)
    bytes += cleary_bytes(&s->sets[i].set);
  bytes += s->press ? press_bytes(s->press) : 0;
  bytes += (uint64_t)s->count * s->sleep_bytes;
  for (unsigned i = 0; i < s->division_count; i++)
    bytes += s->divisions[i].buckets * sizeof(struct bucket);
  return bytes;
}

/* --- states --------------------------------------------------------------- */

static uint8_t *state_at(const struct store *s, state_id id) {
  EXPECTS(((size_t)id + 1) * s->layout->bytes <= s->states.bytes);
  return (uint8_t *)s->states.at + (size_t)id * s->layout->bytes;
}

/* Eight bytes more than there are, so that the last word can be read. */
bool store_reserve(struct store *s, size_t more) {
  size_t n = s->count + more;
  return n < STATES_MAX &&
         pages_reserve(&s->states, n * s->layout->bytes + 8) &&
         (s->plain_parents
              ? pages_reserve(&s->parents, n * sizeof(state_id))
              : descent_reserve(&s->descent, n, more)) &&
         (!s->sleep_bytes || pages_reserve(&s->sleeps, n * s->sleep_bytes));
}

void store_drop(struct store *s, state_id before) {
  EXPECTS(s->forgets && before <= s->count);
  size_t bytes = s->layout->bytes;
  s->pending = before;
  if ((before - s->first) * bytes < RELEASE)
    return;
  pages_drop(&s->states, 0, before * bytes);
  s->first = before;
}

/* A few bytes, whose number the compiler does not know: no call for them. */
void store_put(struct store *s, state_id id, const uint64_t *words) {
  uint8_t *to = state_at(s, id);
  size_t bytes = s->layout->bytes;
  for (; bytes >= 8; bytes -= 8, to += 8)
    memcpy(to, words++, 8);
  const uint8_t *rest = (const uint8_t *)words;
  if (bytes >= 4) { /* the two may overlap */
    memcpy(to, rest, 4);
    memcpy(to + bytes - 4, rest + bytes - 4, 4);
  } else {
    while (bytes--)
      to[bytes] = rest[bytes];
  }
}

void store_get(const struct store *s, state_id id, uint64_t *words) {
  EXPECTS(s->first <= id && id < s->count);
  const struct layout *l = s->layout;
  const uint8_t *there = state_at(s, id);
  for (size_t i = 0; i < l->words; i++)
    memcpy(words + i, there + 8 * i, 8);
  words[l->words - 1] &= l->tail;
}

static bool same_words(const uint64_t *a, const uint64_t *b, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

bool store_is(const struct store *s, state_id id, const uint64_t *words) {
  const struct layout *l = s->layout;
  const uint8_t *there = state_at(s, id);
  uint64_t word;
  for (size_t i = 0; i + 1 < l->words; i++) {
    memcpy(&word, there + 8 * i, 8);
    if (word != words[i])
      return false;
  }
  memcpy(&word, there + 8 * (l->words - 1), 8);
  return !((word ^ words[l->words - 1]) & l->tail);
}

bool store_reserve_wider(struct store *s, const struct layout *wider) {
  return pages_reserve(&s->states,
                       ((size_t)s->count + 1) * wider->bytes + 8);
}

state_id store_repack_from(const struct store *s, const struct layout *wider,
                           state_id end) {
  EXPECTS(end <= s->count && wider->bytes >= s->layout->bytes);
  size_t begin = 0;
  if (wider->bytes != s->layout->bytes)
    begin = ((size_t)end * s->layout->bytes + wider->bytes - 1) / wider->bytes;
  return (state_id)(begin > s->first ? begin : s->first);
}

void store_repack(struct store *s, const struct layout *wider, state_id begin,
                  state_id end) {
  EXPECTS(begin <= end && end <= s->count);
  const struct layout *old = s->layout;
  uint64_t *from = alloc_zero(old->words, sizeof *from);
  uint64_t *to = alloc_zero(wider->words, sizeof *to);
  struct layout_move *moves = alloc_zero(old->used_count + 1, sizeof *moves);
  part_id count = layout_moves(old, wider, moves);
  uint8_t *states = s->states.at;
  bool up = wider->bytes >= old->bytes;
  for (state_id n = 0; n < end - begin; n++) {
    state_id id = up ? end - 1 - n : begin + n;
    memcpy(from, states + (size_t)id * old->bytes, old->bytes);
    for (size_t i = 0; i < wider->words; i++)
      to[i] = 0;
    layout_carry(moves, count, from, to);
    memcpy(states + (size_t)id * wider->bytes, to, wider->bytes);
  }
  free(from);
  free(to);
  free(moves);
}

/* --- the table ------------------------------------------------------------ */

static uint8_t tag_of(uint64_t hash) {
  uint8_t tag = (uint8_t)(hash >> 16);
  return tag ? tag : 1;
}

static struct bucket *bucket_of(const struct division *d, uint64_t hash) {
  EXPECTS(d->buckets > 0);
  return (struct bucket *)d->pages.at + ((hash >> 32) * d->buckets >> 32);
}

static struct bucket *next_bucket(const struct division *d,
                                  struct bucket *b) {
  struct bucket *first = d->pages.at;
  return ++b == first + d->buckets ? first : b;
}

/* Which slots of the bucket have the tag, as bits. */
static unsigned matches(const struct bucket *b, uint8_t tag) {
#ifdef __SSE2__
  __m128i tags = _mm_loadu_si128((const __m128i *)b->tags);
  /* The tag four times, by arithmetic: compilers spread a byte by way of
   * memory, where reading four bytes of which one was just written waits for
   * every store before it. */
  __m128i tag4 = _mm_set1_epi32((int)(tag * 0x01010101u));
  __m128i equal = _mm_cmpeq_epi8(tags, tag4);
  return (unsigned)_mm_movemask_epi8(equal) & ((1u << BUCKET_SLOTS) - 1);
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < BUCKET_SLOTS; i++)
    bits |= (unsigned)(b->tags[i] == tag) << i;
  return bits;
#endif
}

static uint32_t add_entry(struct division *d, struct bucket *b, uint8_t tag,
                          uint32_t id) {
  EXPECTS(tag != 0);
  unsigned empty;
  while (!(empty = matches(b, 0)))
    b = next_bucket(d, b);
  unsigned i = (unsigned)__builtin_ctz(empty);
  b->tags[i] = tag;
  b->ids[i] = id;
  d->len++;
  return (uint32_t)((b - (struct bucket *)d->pages.at) * BUCKET_SLOTS + i);
}

void store_prefetch(const struct store *s, uint64_t hash) {
  if (s->forgets) {
    cleary_prefetch(&s->sets[store_division(s, hash)].set, hash);
    return;
  }
  __builtin_prefetch(bucket_of(&s->divisions[store_division(s, hash)], hash));
}

void store_prefetch_state(const struct store *s, uint64_t hash) {
  if (s->forgets) {
    cleary_prefetch_rest(&s->sets[store_division(s, hash)].set, hash);
    return;
  }
  const struct bucket *b =
      bucket_of(&s->divisions[store_division(s, hash)], hash);
  unsigned hits = matches(b, tag_of(hash));
  if (!hits)
    return;
  uint32_t id = b->ids[__builtin_ctz(hits)];
  if (!(id & (uint32_t)STORE_PROVISIONAL))
    __builtin_prefetch(state_at(s, id));
}

uint32_t store_find(struct store *s, unsigned division, uint64_t hash,
                    const uint64_t *words, uint32_t *id, store_fresh *fresh,
                    const void *ctx) {
  EXPECTS(division < s->division_count);
  EXPECTS(store_division(s, hash) == division);
  if (s->forgets) {
    struct store_set *set = &s->sets[division];
    if (s->press && s->key.words > 1) {
      press_key(s->press, words, set->pressed);
      words = set->pressed;
    }
    enum cleary_answer answer = cleary_add(&set->set, hash, words);
    set->full |= answer == CLEARY_FULL;
    return answer == CLEARY_NEW ? 0 : NONE;
  }
  EXPECTS(s->divisions[division].buckets);
  struct division *d = &s->divisions[division];
  uint8_t tag = tag_of(hash);
  for (struct bucket *b = bucket_of(d, hash);; b = next_bucket(d, b)) {
    for (unsigned hits = matches(b, tag); hits; hits &= hits - 1) {
      uint32_t there = b->ids[__builtin_ctz(hits)];
      bool equal =
          there & (uint32_t)STORE_PROVISIONAL
              ? same_words(fresh(ctx, there), words, s->layout->words)
              : store_is(s, there, words);
      if (equal) {
        *id = there;
        return NONE;
      }
    }
    if (matches(b, 0))
      return add_entry(d, b, tag, *id);
  }
}

state_id store_known(struct store *s, uint64_t hash, const uint64_t *words) {
  EXPECTS(words != NULL);
  uint32_t id = 0;
  uint32_t fresh = store_find(s, store_division(s, hash), hash, words, &id,
                              NULL, NULL);
  assert(fresh == NONE);
  (void)fresh;
  return id;
}

/* The first state of the table that has these words, or NONE. */
static uint32_t look_up(const struct store *s, uint64_t hash,
                        const uint64_t *words) {
  const struct division *d = &s->divisions[store_division(s, hash)];
  if (!d->buckets)
    return NONE;
  struct bucket *b = bucket_of(d, hash);
  for (size_t tried = 0; tried < d->buckets; tried++, b = next_bucket(d, b)) {
    for (unsigned hits = matches(b, tag_of(hash)); hits; hits &= hits - 1) {
      uint32_t id = b->ids[__builtin_ctz(hits)];
      if (id < s->count && store_is(s, id, words))
        return id;
    }
    if (matches(b, 0))
      break;
  }
  return NONE;
}

bool store_has(const struct store *s, uint64_t hash, const uint64_t *words) {
  return look_up(s, hash, words) != NONE;
}

void store_set_entry(struct store *s, unsigned division, uint32_t entry,
                     state_id id) {
  EXPECTS(division < s->division_count);
  struct bucket *b = s->divisions[division].pages.at;
  b[entry / BUCKET_SLOTS].ids[entry % BUCKET_SLOTS] = id;
}

enum { BLOCK = 32 };

/* States of one division among some that follow each other. */
struct block {
  unsigned count;
  state_id ids[BLOCK + 1];
  uint64_t hashes[BLOCK + 1];
};

/* Without branches, because which states they are is random; their buckets
 * are asked for. */
static void pick(const struct store *s, unsigned division, state_id first,
                 uint64_t *words, struct block *b) {
  const struct division *d = &s->divisions[division];
  b->count = 0;
  for (state_id id = first; id < s->count && id < first + BLOCK; id++) {
    store_get(s, id, words);
    uint64_t hash = hash_words(words, s->layout->words);
    b->ids[b->count] = id;
    b->hashes[b->count] = hash;
    b->count += store_division(s, hash) == division;
  }
  for (unsigned i = 0; i < b->count; i++)
    __builtin_prefetch(bucket_of(d, b->hashes[i]), 1);
}

/* Every state of the division goes in again, a block behind the one whose
 * buckets are on their way. */
static void rebuild(struct store *s, unsigned division) {
  struct division *d = &s->divisions[division];
  uint64_t *words = alloc_zero(s->layout->words, sizeof *words);
  struct block blocks[2] = {{0}};
  d->len = 0;
  for (uint64_t first = 0; first < (uint64_t)s->count + BLOCK;
       first += BLOCK) {
    unsigned turn = first / BLOCK % 2;
    pick(s, division, (state_id)first, words, &blocks[turn]);
    const struct block *b = &blocks[!turn];
    for (unsigned i = 0; i < b->count; i++)
      add_entry(d, bucket_of(d, b->hashes[i]), tag_of(b->hashes[i]),
                b->ids[i]);
  }
  free(words);
}

/* Linear probing over buckets stays short up to nine tenths. */
static bool has_room_in(size_t buckets, size_t entries) {
  return entries * 10 < buckets * BUCKET_SLOTS * 9;
}

/* As many as a division should have; fewer where there is no room for them, if
 * that is worth the work; or 0. */
static size_t size_for(const struct store *s, const struct division *d,
                       size_t entries) {
  const size_t more = s->room / s->division_count / sizeof(struct bucket);
  size_t buckets = d->buckets ? d->buckets * 2 : FIRST_BUCKETS;
  while (!has_room_in(buckets, entries))
    buckets += buckets / 2 + 1;
  if (!d->buckets || buckets - d->buckets <= more)
    return buckets;
  buckets = d->buckets + more;
  return more > d->buckets / WORTH && has_room_in(buckets, entries) ? buckets
                                                                    : 0;
}

/* An empty table with room for so many.  The memory of the old one is emptied
 * and kept: what the system gives is emptied, too, and slowly. */
static bool make_room(const struct store *s, struct division *d,
                      size_t entries) {
  size_t buckets = size_for(s, d, entries);
  if (!buckets)
    return false;
  size_t had = d->buckets * sizeof(struct bucket);
  if (had)
    memset(d->pages.at, 0, had);
  d->buckets = d->len = 0;
  if (!pages_reserve(&d->pages, buckets * sizeof(struct bucket)))
    return false;
  pages_touch(&d->pages, had, buckets * sizeof(struct bucket));
  d->buckets = buckets;
  return true;
}

bool store_reserve_division(struct store *s, unsigned division,
                            size_t more) {
  EXPECTS(division < s->division_count);
  if (s->forgets) { /* as many as are still to be expanded are likely to come */
    size_t likely = (s->count - s->pending) / s->division_count;
    return cleary_reserve(&s->sets[division].set, more, likely);
  }
  struct division *d = &s->divisions[division];
  if (has_room_in(d->buckets, d->len + more))
    return true;
  if (!make_room(s, d, d->len + more))
    return false;
  rebuild(s, division);
  return true;
}

static size_t count_entries(const struct store *s, unsigned division) {
  if (s->division_count == 1)
    return s->count;
  uint64_t *words = alloc_zero(s->layout->words, sizeof *words);
  size_t count = 0;
  for (state_id id = 0; id < s->count; id++) {
    store_get(s, id, words);
    uint64_t hash = hash_words(words, s->layout->words);
    count += store_division(s, hash) == division;
  }
  free(words);
  return count;
}

/* A table that would have to grow soon grows now: every state goes in anew
 * anyway. */
bool store_rehash(struct store *s, unsigned division) {
  EXPECTS(division < s->division_count);
  struct division *d = &s->divisions[division];
  size_t entries = count_entries(s, division);
  if (has_room_in(d->buckets, entries + entries / 3) ||
      !make_room(s, d, entries)) {
    if (!has_room_in(d->buckets, entries))
      return false;
    memset(d->pages.at, 0, d->buckets * sizeof(struct bucket));
  }
  rebuild(s, division);
  return true;
}

/* --- parents -------------------------------------------------------------- */

void store_set_parent(struct store *s, state_id state, state_id parent) {
  EXPECTS(s->plain_parents);
  ((state_id *)s->parents.at)[state] = parent;
}

state_id store_parent(const struct store *s, state_id state) {
  EXPECTS(state && state < s->count);
  uint32_t turn;
  return s->plain_parents ? ((const state_id *)s->parents.at)[state]
                          : descent_parent(&s->descent, state, &turn);
}

/* --- to a file and back --------------------------------------------------- */

bool store_archive(struct store *s, struct archive *a) {
  uint64_t count = s->count;
  archive_number(a, &count);
  if (a->loading) {
    s->count = 0;
    if (count >= STATES_MAX || !store_reserve(s, (size_t)count + 1))
      return false;
    s->count = (state_id)count;
  }
  size_t n = (size_t)count;
  archive_bytes(a, s->states.at, n * s->layout->bytes);
  if (s->plain_parents)
    archive_bytes(a, s->parents.at, n * sizeof(state_id));
  if (s->sleep_bytes)
    archive_bytes(a, s->sleeps.at, n * s->sleep_bytes);
  if (!s->plain_parents)
    descent_archive(&s->descent, a);
  return true;
}

/* --- invariants ------------------------------------------------------------ */

static const char *sets_sound(const struct store *s) {
  uint64_t entries = 0;
  for (unsigned i = 0; i < s->division_count; i++) {
    const char *wrong = cleary_sound(&s->sets[i].set);
    if (wrong)
      return wrong;
    entries += s->sets[i].set.len;
  }
  return entries == s->count ? NULL : "other states were met than are numbered";
}

const char *store_sound(const struct store *s, state_id told) {
  if (s->forgets)
    return sets_sound(s);
  uint64_t *words = alloc_zero(s->layout->words, sizeof *words);
  const char *wrong = NULL;
  uint64_t entries = 0;
  for (unsigned d = 0; d < s->division_count; d++)
    entries += s->divisions[d].len;
  if (entries != s->count)
    wrong = "the table has other entries than there are states";
  for (state_id id = 0; !wrong && id < s->count; id++) {
    store_get(s, id, words);
    uint64_t hash = hash_words(words, s->layout->words);
    if (look_up(s, hash, words) != id)
      wrong = "a state is not found under its number, or is there twice";
    else if (id && id < told && store_parent(s, id) >= id && !s->plain_parents)
      wrong = "a state comes before its parent";
    else if (id && id < told && store_parent(s, id) >= s->count)
      wrong = "a parent is no state";
  }
  free(words);
  return wrong;
}
