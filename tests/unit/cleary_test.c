/* Sets of packed states: what went in is there, once, whatever they grow to;
 * what comes out again is what went in. */
#include "base/hash.h"
#include "explore/cleary.h"
#include "test.h"

/* A layout of these fields. */
static void lay(struct layout *l, const uint32_t *widths, part_id count) {
  struct layout_width at[8] = {0};
  for (part_id i = 0; i < count; i++)
    at[i].width = widths[i];
  layout_from(l, at, count);
}

/* State number i, of as many bits as the layout has: half of them in a row, as
 * states of a model are, half all over. */
static void make(const struct layout *l, uint64_t i, uint64_t *words) {
  value_id values[8] = {0};
  for (part_id k = 0; k < l->count; k++) {
    uint64_t part = i % 2 ? i >> 3 * k : hash_pair(i, k);
    values[k] = (value_id)(part & (((uint64_t)1 << l->at[k].width) - 1));
  }
  values[0] = (value_id)i; /* different ones */
  layout_pack(l, values, words);
}

struct drained {
  uint64_t count, sum;
  size_t words;
};

static bool drain(void *ctx, const uint64_t *words) {
  struct drained *d = ctx;
  d->count++;
  d->sum += hash_words(words, d->words);
  return true;
}

static void fill_and_drain(const uint32_t *widths, part_id count, uint64_t n) {
  struct layout l;
  struct cleary_key key;
  struct cleary t;
  uint64_t words[4] = {0}, sum = 0, wrong = 0;
  lay(&l, widths, count);
  CHECK(l.words <= 2);
  cleary_key_open(&key, &l);
  cleary_open(&t, &key);
  for (uint64_t i = 0; i < n; i++) {
    make(&l, i, words);
    uint64_t number = cleary_number(&key, words);
    CHECK(cleary_reserve(&t, 1, 0));
    wrong += cleary_add(&t, number, words) != CLEARY_NEW;
    wrong += cleary_add(&t, number, words) != CLEARY_KNOWN;
    sum += hash_words(words, l.words);
  }
  CHECK_EQ(wrong, 0);
  CHECK_EQ(t.len, n);
  const char *sound = cleary_sound(&t);
  CHECK_STR(sound ? sound : "", "");
  uint8_t *bucket = t.pages.at; /* a state that is gone is noticed */
  while (!bucket[0])
    bucket += t.shape.bytes;
  bucket[0]--;
  CHECK(cleary_sound(&t) != NULL);
  bucket[0]++;
  struct drained d = {.words = l.words};
  CHECK(cleary_drain(&t, drain, &d));
  CHECK_EQ(d.count, n);
  CHECK(d.sum == sum);
  cleary_close(&t);
  cleary_key_close(&key);
  layout_close(&l);
}

TEST(sets_of_states_of_few_bits) {
  fill_and_drain((const uint32_t[]){20, 3, 5}, 3, 300000);
}

TEST(sets_of_states_of_a_whole_word) {
  fill_and_drain((const uint32_t[]){24, 20, 20}, 3, 40000);
}

TEST(sets_of_states_of_two_words) {
  fill_and_drain((const uint32_t[]){22, 30, 31, 17}, 4, 60000);
}

/* As large as there is room for, and then no larger; nothing is lost. */
TEST(sets_with_little_room) {
  struct layout l;
  struct cleary_key key;
  struct cleary t;
  uint64_t words[4] = {0}, most = 200000, n = 0;
  lay(&l, (const uint32_t[]){20, 3, 5}, 3);
  cleary_key_open(&key, &l);
  cleary_open(&t, &key);
  for (;; n++) {
    const uint64_t now = cleary_bytes(&t);
    t.room = now < most ? most - now : 0;
    if (!cleary_reserve(&t, 1, 0))
      break;
    make(&l, n, words);
    CHECK(cleary_add(&t, cleary_number(&key, words), words) == CLEARY_NEW);
  }
  CHECK(cleary_bytes(&t) <= most);
  CHECK(cleary_bytes(&t) > most - most / 8);
  CHECK_EQ(t.len, n);
  for (uint64_t i = 0; i < n; i++) {
    make(&l, i, words);
    CHECK(cleary_add(&t, cleary_number(&key, words), words) == CLEARY_KNOWN);
  }
  cleary_close(&t);
  cleary_key_close(&key);
  layout_close(&l);
}
