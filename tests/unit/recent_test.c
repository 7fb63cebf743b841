/* The states that were met last, and states that move to a wider layout. */
#include "base/hash.h"
#include "base/rng.h"
#include "explore/layout.h"
#include "explore/recent.h"
#include "test.h"

/* What is said to have been met was; and soon after it was, it is said. */
TEST(recent_knows_only_what_was_met) {
  struct recent r = {0};
  bool met[3000] = {0};
  unsigned again = 0;
  struct rng rng = rng_seed(7);
  recent_open(&r, 2, ~(uint64_t)0, RECENT_BYTES);
  uint64_t zero[2] = {0, 0};
  CHECK(!recent_met(&r, hash_words(zero, 2), zero));
  CHECK(recent_met(&r, hash_words(zero, 2), zero));
  for (unsigned i = 0; i < 20000; i++) {
    uint64_t n = rng_below(&rng, 3000);
    uint64_t words[2] = {n / 7 + 1, n % 7};
    bool said = recent_met(&r, hash_words(words, 2), words);
    CHECK(!said || met[n]);
    CHECK(recent_met(&r, hash_words(words, 2), words));
    met[n] = true;
    again += said;
  }
  CHECK(again > 0);
  recent_close(&r);
}

enum { FIELDS = 12 };

/* As layout_open places them. */
static void place(struct layout *l, const unsigned *widths) {
  unsigned used = 0;
  for (part_id i = 0; i < FIELDS; i++) {
    if (used + widths[i] > 64) {
      l->words++;
      used = 0;
    }
    l->at[i] = (struct layout_field){(uint32_t)l->words, (uint8_t)(used & 63),
                                     (uint8_t)widths[i], 0};
    if (widths[i])
      l->used[l->used_count++] = (struct layout_used){
          i, (uint32_t)l->words, (uint32_t)(((uint64_t)1 << widths[i]) - 1),
          (uint8_t)used};
    used += widths[i];
  }
  l->words++;
}

/* Moved, it is what it is when it is packed there. */
TEST(layout_moves_to_a_wider_one) {
  struct rng rng = rng_seed(3);
  for (unsigned round = 0; round < 200; round++) {
    struct layout_field fields[2][FIELDS];
    struct layout_used used[2][FIELDS];
    struct layout l[2];
    unsigned widths[2][FIELDS];
    value_id values[FIELDS];
    for (part_id i = 0; i < FIELDS; i++) {
      widths[0][i] = (unsigned)rng_below(&rng, 21);
      widths[1][i] = widths[0][i] + (unsigned)rng_below(&rng, 3);
      values[i] = (value_id)rng_below(&rng, 1u << widths[0][i]);
    }
    for (unsigned k = 0; k < 2; k++) {
      l[k] = (struct layout){.count = FIELDS, .at = fields[k], .used = used[k]};
      place(&l[k], widths[k]);
    }
    struct layout_move moves[FIELDS];
    uint64_t from[FIELDS], to[FIELDS] = {0}, wanted[FIELDS];
    layout_pack(&l[0], values, from);
    layout_pack(&l[1], values, wanted);
    layout_carry(moves, layout_moves(&l[0], &l[1], moves), from, to);
    for (size_t w = 0; w < l[1].words; w++)
      CHECK(to[w] == wanted[w]);
  }
}
