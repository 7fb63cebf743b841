/* Ranks that are threads, and the numbers that a search by several keeps. */
#include <pthread.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "explore/afters.h"
#include "explore/memo.h"
#include "explore/placed.h"
#include "explore/rising.h"
#include "ranks/ranks.h"
#include "test.h"

TEST(rising_gives_back_what_was_pushed) {
  struct rising r = {0};
  struct rng rng = rng_seed(7);
  uint64_t values[1000], value = 0;
  for (unsigned i = 0; i < 1000; i++) {
    if (i % 300 == 299) /* a level ends */
      value = 0;
    value += rng_below(&rng, i % 7 ? 200 : 3000000);
    values[i] = i == 500 ? UINT64_MAX : value;
    rising_push(&r, values[i]);
  }
  for (unsigned i = 0; i < 1000; i++)
    CHECK_EQ(rising_get(&r, i), values[i]);
  rising_free(&r);
}

TEST(rising_finds_only_what_is_there) {
  struct rising r = {0};
  for (uint64_t i = 0; i < 300; i++)
    rising_push(&r, i < 100 ? 50 + i : 3 * (i - 100));
  CHECK_EQ(rising_find(&r, 0, 100, 70), 20);
  CHECK_EQ(rising_find(&r, 100, 300, 33), 111);
  CHECK_EQ(rising_find(&r, 100, 300, 34), 300);
  CHECK_EQ(rising_find(&r, 100, 300, 10000), 300);
  CHECK_EQ(rising_find(&r, 100, 100, 0), 100);
  CHECK(rising_bytes(&r) < 300);
  rising_free(&r);
}

TEST(rising_is_read_in_order_from_anywhere) {
  struct rising r = {0};
  for (uint64_t i = 0; i < 500; i++)
    rising_push(&r, i * i);
  for (uint64_t from = 0; from < 500; from += 37) {
    struct rising_cursor c = rising_from(&r, from);
    for (uint64_t i = from; i < 500; i++)
      CHECK_EQ(rising_next(&c), i * i);
  }
  rising_free(&r);
}

/* Lists that together have every place once, some of them none: read as one,
 * they are in order, each with its own records. */
TEST(placed_lists_are_read_as_one) {
  enum { LISTS = 7, PLACES = 20000, BYTES = 5 };
  struct placed lists[LISTS] = {{{0}}};
  struct rng rng = rng_seed(11);
  static uint64_t places[PLACES];
  static unsigned in[PLACES];
  uint64_t parent = 0, number = 0;
  for (unsigned i = 0; i < PLACES; i++) {
    if (rng_below(&rng, 3)) {
      number += 1 + rng_below(&rng, i % 50 ? 20 : 100000);
    } else {
      parent += 1 + rng_below(&rng, i % 50 ? 30 : 1u << 30);
      number = rng_below(&rng, 40);
    }
    places[i] = parent << PLACE_BITS | number;
    in[i] = (unsigned)rng_below(&rng, LISTS - 1);
    uint64_t words = hash_mix(i);
    placed_put(&lists[in[i]], parent, number, &words, BYTES);
  }
  struct placed_merge m;
  const struct placed_list *l;
  placed_open(&m, BYTES);
  for (unsigned i = 0; i < LISTS; i++)
    placed_add(&m, lists[i].bytes.at, lists[i].bytes.len);
  for (unsigned i = 0; i < PLACES; i++) {
    uint64_t words = hash_mix(i);
    l = placed_next(&m);
    CHECK(l && l->place == places[i] && l->which == in[i] &&
          !memcmp(l->record, &words, BYTES));
  }
  CHECK(!placed_next(&m));
  placed_close(&m);
  for (unsigned i = 0; i < LISTS; i++)
    bytes_free(&lists[i].bytes);
}

/* Over and over: what was there before is there still, and nothing else. */
TEST(memo_takes_back_what_was_put_since) {
  struct memo m;
  struct rng rng = rng_seed(5);
  uint64_t kept = 0, value;
  memo_open(&m);
  for (unsigned round = 0; round < 50; round++) {
    memo_watch(&m);
    uint64_t lost = kept + rng_below(&rng, 3000);
    for (uint64_t key = kept; key < lost; key++)
      memo_keep(&m, hash_mix(key) | 1, key);
    memo_take_back(&m);
    for (uint64_t key = kept; key < lost; key++)
      CHECK(!memo_get(&m, hash_mix(key) | 1, &value));
    for (uint64_t end = kept + rng_below(&rng, 200); kept < end; kept++)
      memo_keep(&m, hash_mix(kept) | 1, kept);
    for (uint64_t key = 0; key < kept; key++)
      CHECK(memo_get(&m, hash_mix(key) | 1, &value) && value == key);
  }
  memo_close(&m);
}

/* Small numbers and large ones, which are kept elsewhere. */
TEST(afters_take_back_what_was_kept_since) {
  struct afters a;
  struct rng rng = rng_seed(6);
  uint32_t kept = 0;
  value_id after;
  afters_open(&a);
  for (unsigned round = 0; round < 50; round++) {
    afters_watch(&a);
    uint32_t lost = kept + (uint32_t)rng_below(&rng, 3000);
    for (uint32_t i = kept; i < lost; i++)
      afters_keep(&a, i % 5, i % 5, i * (i % 7 ? 1 : 5003), i);
    afters_take_back(&a);
    for (uint32_t i = kept; i < lost; i++)
      CHECK(!afters_get(&a, i % 5, i % 5, i * (i % 7 ? 1 : 5003), &after));
    for (uint32_t end = kept + (uint32_t)rng_below(&rng, 200); kept < end;
         kept++)
      afters_keep(&a, kept % 5, kept % 5, kept * (kept % 7 ? 1 : 5003), kept);
    for (uint32_t i = 0; i < kept; i++)
      CHECK(afters_get(&a, i % 5, i % 5, i * (i % 7 ? 1 : 5003), &after) &&
            after == i);
  }
  afters_close(&a);
}

enum { RANKS = 5 };

struct talker {
  struct ranks *ranks;
  pthread_t thread;
  bool shared, exchanged, polled;
};

/* Everybody is sent as many bytes as its number, each the sender's. */
static bool all_exchange(struct ranks *r) {
  struct bytes out[RANKS] = {{0}}, in[RANKS] = {{0}};
  uint8_t me = (uint8_t)r->rank;
  bool ok = true;
  for (unsigned to = 0; to < r->count; to++)
    for (unsigned i = 0; i < to; i++)
      bytes_add(&out[to], &me, 1);
  ranks_exchange(r, out, in);
  for (unsigned from = 0; from < r->count; from++) {
    ok &= in[from].len == r->rank;
    for (size_t i = 0; i < in[from].len; i++)
      ok &= in[from].at[i] == from;
  }
  for (unsigned i = 0; i < r->count; i++) {
    bytes_free(&out[i]);
    bytes_free(&in[i]);
  }
  return ok;
}

static bool all_share(struct ranks *r) {
  struct ranks_all all = {0};
  uint8_t mine[RANKS];
  bool ok = true;
  memset(mine, (int)r->rank, sizeof mine);
  ranks_share(r, mine, r->rank, &all);
  for (unsigned from = 0; from < r->count; from++) {
    size_t len;
    const uint8_t *at = ranks_given(&all, from, &len);
    ok &= len == from;
    for (size_t i = 0; i < len; i++)
      ok &= at[i] == from;
  }
  ranks_all_free(&all);
  return ok;
}

/* Letters of one rank come in their order. */
static bool all_post(struct ranks *r) {
  struct bytes in = {0};
  unsigned from, last[RANKS] = {0}, got = 0;
  bool ok = true;
  for (unsigned i = 1; i <= 20; i++)
    for (unsigned to = 0; to < r->count; to++)
      ranks_post(r, to, &i, sizeof i);
  while (got < 20 * r->count) {
    if (!ranks_poll(r, &from, &in))
      continue;
    unsigned number;
    memcpy(&number, in.at, sizeof number);
    ok &= in.len == sizeof number && number == last[from] + 1;
    last[from] = number;
    got++;
  }
  bytes_free(&in);
  return ok;
}

static void *talk(void *arg) {
  struct talker *t = arg;
  t->shared = all_share(t->ranks);
  t->exchanged = all_exchange(t->ranks);
  t->polled = all_post(t->ranks);
  t->shared &= all_share(t->ranks);
  ranks_close(t->ranks);
  return NULL;
}

TEST(ranks_hear_what_others_say) {
  struct ranks *ranks[RANKS];
  struct talker talkers[RANKS] = {{0}};
  ranks_threads(ranks, RANKS);
  for (unsigned i = 0; i < RANKS; i++) {
    talkers[i].ranks = ranks[i];
    pthread_create(&talkers[i].thread, NULL, talk, &talkers[i]);
  }
  for (unsigned i = 0; i < RANKS; i++) {
    pthread_join(talkers[i].thread, NULL);
    CHECK(talkers[i].shared);
    CHECK(talkers[i].exchanged);
    CHECK(talkers[i].polled);
  }
}
