/* The engines against each other on the shipped networks: what verification
 * counts, and the length of the shortest test of every mutant; of the two
 * large ones, of some of them. */
#include <stdio.h>

#include "base/stress.h"
#include "lang/machines.h"
#include "net/derive.h"
#include "test.h"

static const struct {
  const char *file;
  uint64_t every; /* so many mutants */
} nets[] = {
    {"networks/abp.hed", 1},     {"networks/heating.hed", 1},
    {"networks/vending.hed", 1}, {"networks/phone.hed", 1},
    {"networks/train2.hed", 1},  {"networks/train3.hed", 1},
    {"networks/bgp.hed", 211},   {"networks/egp.hed", 1499},
};

/* With tables that grow by one the large ones would take minutes. */
enum { NETS = STRESSED(6, sizeof nets / sizeof *nets) };

/* 0: equivalent; the engine's verification is made first, as derive does. */
static void lengths(const struct network *n, const struct net_engine *engine,
                    enum net_mode mode, uint64_t count, uint64_t every,
                    uint32_t *out, uint64_t *counts) {
  void *self;
  struct net_report report;
  symbol_list test = {0};
  CHECK_EQ(engine->open(n, mode, false, NULL, &self), NET_DONE);
  CHECK_EQ(engine->verify(self, &report), NET_DONE);
  void *worker = engine->worker(self);
  counts[0] = report.stable;
  counts[1] = report.unstable;
  counts[2] = report.observable;
  counts[3] = report.dead.len;
  counts[4] = report.strongly_connected;
  for (uint64_t i = 0; i < count; i += every) {
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

static void compare(const struct network *n, enum net_mode mode,
                    uint64_t every) {
  const uint64_t count = mutant_count(n, MUTANT_PAPER);
  uint64_t counts[5], others[5];
  uint32_t *first = alloc_zero(count + 1, sizeof *first);
  uint32_t *other = alloc_zero(count + 1, sizeof *other);
  lengths(n, net_engines[0], mode, count, every, first, counts);
  for (size_t e = 1; net_engines[e]; e++) {
    lengths(n, net_engines[e], mode, count, every, other, others);
    for (uint64_t i = 0; i < count; i += every)
      CHECK_EQ(first[i], other[i]);
    for (int i = 0; i < 5; i++)
      CHECK_EQ(counts[i], others[i]);
  }
  free(first);
  free(other);
}

SLOW_TEST(net_engines_agree_on_every_mutant_of_the_shipped_networks) {
  for (size_t i = 0; i < NETS; i++) {
    struct text source = {0};
    struct network n;
    struct diag d = {0};
    CHECK(text_read_file(&source, nets[i].file));
    CHECK(machines_read(&n, nets[i].file, text_str(&source), source.len, &d));
    compare(&n, i % 2 ? NET_PAPER : NET_QUIET, nets[i].every);
    network_free(&n);
    text_free(&source);
  }
}
