/* Ranks that are threads, and the numbers that a search by several keeps. */
#include <pthread.h>
#include <string.h>

#include "base/rng.h"
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
  CHECK(rising_bytes(&r) < 300 * 3);
  rising_free(&r);
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
