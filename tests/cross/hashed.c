/* hashed: searches that keep no states, against brute force.
 *
 *     hashed [MODELS [FIRST_SEED]]
 *
 * By forty bits of hash every state and every end must be there.  By single
 * bits some states are left out: each search says how likely that was, and over
 * all searches it must come about as often as they say, within four standard
 * deviations.  Every run must replay (compare.h).  Tables are made so small
 * that a tenth of the searches leave something out. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "brute.h"
#include "compare.h"
#include "explore/strategy.h"
#include "random_model.h"
#include "random_system.h"

enum { MODELS = 20, SEARCHES = 24, LEAST = 100, STATE_LIMIT = 1500 };

struct tally {
  uint64_t models, searches, failed, omitted, states;
  double expected, variance;
};

/* Bytes with which n states of so many bits each have a chance of about a tenth
 * that one is taken for another. */
static uint64_t table_for(double n, unsigned hashes) {
  uint64_t bytes = 64;
  while (n / (hashes + 1) * pow(n * hashes / (8.0 * (double)bytes), hashes) >
         0.1)
    bytes += 64 + bytes / 8;
  return bytes;
}

static bool agrees(struct tally *t, const struct model *m,
                   const struct brute *b, const struct compare_row *row,
                   struct compared *c, uint64_t seed) {
  struct text why = {0};
  bool ok = compare_row(m, b, row, c, &why);
  if (!ok && t->failed++ < 3)
    printf("seed %" PRIu64 ": %s\n", seed, text_str(&why));
  text_free(&why);
  return ok;
}

static void try_bits(struct tally *t, const struct model *m,
                     const struct brute *b, uint64_t seed) {
  for (unsigned i = 0; i < SEARCHES; i++) {
    struct compared c;
    struct compare_row row = {
        .name = "bits", .keep = KEEP_BITS, .hashes = 1 + i % 3, .seed = i};
    row.table = table_for((double)b->states.len, row.hashes);
    if (!agrees(t, m, b, &row, &c, seed))
      return;
    t->searches++;
    t->omitted += c.states < b->states.len;
    t->expected += c.omission;
    t->variance += c.omission * (1 - c.omission);
  }
}

static void try_seed(struct tally *t, uint64_t seed) {
  struct model *m = seed % 2 ? random_system(seed) : random_model(seed);
  struct brute *b = brute_explore(m, STATE_LIMIT);
  struct compare_row row = {.name = "hashes",
                            .keep = KEEP_HASHES,
                            .seed = seed % 3,
                            .table = 1 << 16};
  struct compared c;
  if (!b->too_large && b->states.len >= LEAST) {
    t->models++;
    t->states += b->states.len;
    agrees(t, m, b, &row, &c, seed);
    try_bits(t, m, b, seed);
  }
  brute_free(b);
  model_free(m);
}

int main(int argc, char **argv) {
  uint64_t models = argc > 1 ? strtoull(argv[1], NULL, 10) : MODELS;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  struct tally t = {0};
  for (; t.models < models && t.failed < 4; seed++)
    try_seed(&t, seed);
  double room = 4 * sqrt(t.variance) + 1;
  printf("  %" PRIu64 " of %" PRIu64 " searches of %" PRIu64
         " states in all left something out; as stated: %.1f +- %.1f\n",
         t.omitted, t.searches, t.states, t.expected, room);
  if (fabs((double)t.omitted - t.expected) > room || !t.omitted)
    t.failed++;
  printf("hashed: %" PRIu64 " passed, %" PRIu64 " failed\n", t.searches,
         t.failed);
  return t.failed != 0;
}
