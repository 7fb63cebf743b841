/* Parents and turns: what was told of every state comes back, however many new
 * successors it has and however far they lie apart; and afters, whether they
 * fit a word or not. */
#include "base/hash.h"
#include "base/vec.h"
#include "explore/afters.h"
#include "explore/descent.h"
#include "test.h"

struct told {
  VEC(uint32_t) parents, turns; /* by state */
};

/* Most states have a few new successors close together, some none, some many,
 * some one that is far. */
static uint32_t invent(uint64_t state, uint32_t *turns) {
  uint64_t x = hash_pair(state, 7);
  uint32_t count = x % 11 == 0 ? 40 : (uint32_t)(x >> 8) % 4, turn = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t y = hash_pair(x, i);
    turns[i] = turn + (uint32_t)(y % 97 == 0   ? y >> 8 & 0xffffff
                                 : y % 13 == 0 ? y >> 8 & 0xff
                                               : y >> 8 & 3);
    turn = turns[i] + 1;
  }
  return count;
}

TEST(descent_tells_parents_and_turns) {
  struct descent d = {0};
  struct told t = {0};
  uint32_t turns[40], turn = 0, wrong = 0;
  vec_push(&t.parents, 0);
  vec_push(&t.turns, 0);
  for (state_id state = 0; state < 5000 && state < t.parents.len; state++) {
    uint32_t count = invent(state, turns);
    if (state + 1 == t.parents.len && !count) /* it goes on */
      turns[count++] = 5;
    CHECK(descent_reserve(&d, t.parents.len + count, count));
    descent_tell(&d, (state_id)t.parents.len, turns, count);
    for (uint32_t i = 0; i < count; i++) {
      vec_push(&t.parents, state);
      vec_push(&t.turns, turns[i]);
    }
  }
  CHECK_EQ(d.told, 5000);
  CHECK(t.parents.len > 5000);
  for (state_id state = 1; state < t.parents.len; state++) {
    wrong += descent_parent(&d, state, &turn) != t.parents.at[state];
    wrong += turn != t.turns.at[state];
  }
  CHECK_EQ(wrong, 0);
  vec_free(&t.parents);
  vec_free(&t.turns);
  descent_close(&d);
}

TEST(afters_are_found_in_words_and_beside_them) {
  static const uint32_t sizes[] = {0, 1, 14, 15, 65533, 65534, 1u << 24};
  static const value_id values[] = {0, 7, 8, (1u << 24) - 1, 1u << 24, ~0u};
  enum { SIZES = sizeof sizes / sizeof *sizes };
  enum { VALUES = sizeof values / sizeof *values };
  struct afters a;
  value_id after;
  afters_open(&a);
  for (uint32_t n = 0; n < 3000; n++) { /* it grows in between */
    CHECK(!afters_get(&a, 1, 3, 1000 + n, &after));
    CHECK_EQ(afters_keep(&a, 1, 3, 1000 + n, n), n);
    CHECK_EQ(afters_keep(&a, 1, 3, 1000 + n, n + 1), n);
  }
  for (uint32_t i = 0; i < SIZES; i++)
    for (uint32_t k = 0; k < VALUES; k++) {
      CHECK(!afters_get(&a, (part_id)i, sizes[i], values[k], &after));
      afters_keep(&a, (part_id)i, sizes[i], values[k],
                  values[(i + k) % VALUES]);
    }
  afters_settle(&a);
  for (uint32_t i = 0; i < SIZES; i++)
    for (uint32_t k = 0; k < VALUES; k++)
      CHECK(afters_get(&a, (part_id)i, sizes[i], values[k], &after) &&
            after == values[(i + k) % VALUES]);
  for (uint32_t n = 0; n < 3000; n++)
    CHECK(afters_get(&a, 1, 3, 1000 + n, &after) && after == n);
  afters_close(&a);
}
