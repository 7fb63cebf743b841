/* The engines against each other on the shipped networks: the length of the
 * shortest test of every mutant. */
#include <stdio.h>

#include "base/stress.h"
#include "lang/machines.h"
#include "net/derive.h"
#include "test.h"

static const char *const files[] = {
    "networks/abp.hed",   "networks/heating.hed", "networks/vending.hed",
    "networks/phone.hed", "networks/train2.hed",  "networks/train3.hed",
};

/* 0: equivalent; the engine's verification is made first, as derive does. */
static void lengths(const struct network *n, const struct net_engine *engine,
                    enum net_mode mode, uint64_t count, uint32_t *out) {
  void *self;
  struct net_report report;
  symbol_list test = {0};
  CHECK_EQ(engine->open(n, mode, NULL, &self), NET_DONE);
  CHECK_EQ(engine->verify(self, &report), NET_DONE);
  void *worker = engine->worker(self);
  for (uint64_t i = 0; i < count; i++) {
    const struct mutant m = mutant_at(n, MUTANT_PAPER, i);
    const enum distinguish d = engine->distinguish(worker, &m, &test);
    CHECK(d != DISTINGUISH_LIMIT);
    out[i] = d == DISTINGUISH_FOUND ? (uint32_t)test.len : 0;
  }
  vec_free(&test);
  engine->end_worker(worker);
  engine->close(self);
  net_report_free(&report);
}

static void compare(const struct network *n, enum net_mode mode) {
  const uint64_t count = mutant_count(n, MUTANT_PAPER);
  uint32_t *first = alloc_zero(count + 1, sizeof *first);
  uint32_t *other = alloc_zero(count + 1, sizeof *other);
  lengths(n, net_engines[0], mode, count, first);
  for (size_t e = 1; net_engines[e]; e++) {
    lengths(n, net_engines[e], mode, count, other);
    for (uint64_t i = 0; i < count; i++)
      CHECK_EQ(first[i], other[i]);
  }
  free(first);
  free(other);
}

TEST(net_engines_agree_on_every_mutant_of_the_shipped_networks) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    struct text source = {0};
    struct network n;
    struct diag d = {0};
    CHECK(text_read_file(&source, files[i]));
    CHECK(machines_read(&n, files[i], text_str(&source), source.len, &d));
    compare(&n, i % 2 ? NET_PAPER : NET_QUIET);
    network_free(&n);
    text_free(&source);
  }
}
